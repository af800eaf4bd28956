"""`python -m tools.javafx.metrics FOLDER`: write the table of glyph sizes from the DejaVu fonts in a folder.

JavaFX adds up advances, and its visual bounds reach as far as the ink does; so a glyph's advance and the box of its ink
are all that layout asks of a font.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from pathlib import Path

TARGET = Path(__file__).resolve().parents[2] / "pytest_uimcp" / "javafx" / "scene" / "tables" / "metrics.py"
HEAD = '''"""Sizes of glyphs in font units, as the fonts that JavaFX finds on Linux have them.

Written by `python -m tools.javafx.metrics`. A line is a first code point and the glyphs from there on:
`advance` of one without ink, or `advance/left/bottom/right/top` with the box of its ink; `-` is a glyph the font lacks.
"""

from __future__ import annotations

from typing import Final

'''
# The first is what `System` is on Linux; a family stands for the names that `layout/text.py` gives it.
FACES = {
    "Sans": "DejaVuSans", "Sans Bold": "DejaVuSans-Bold", "Sans Italic": "DejaVuSans-Oblique",
    "Sans Bold Italic": "DejaVuSans-BoldOblique", "Serif": "DejaVuSerif", "Serif Bold": "DejaVuSerif-Bold",
    "Serif Italic": "DejaVuSerif-Italic", "Serif Bold Italic": "DejaVuSerif-BoldItalic", "Mono": "DejaVuSansMono",
}  # fmt: skip
# All letters of the two usual faces, those of Western Europe of the others.
EVERYWHERE = [(0x20, 0x7E), (0xA0, 0xFF), (0x2010, 0x2027), (0x20AC, 0x20AC)]
WHOLE = ("Sans", "Sans Bold")
# Glyphs in a line of the tables.
PER_LINE = 4
RANGES = [
    (0x20, 0x7E), (0xA0, 0x17F), (0x37E, 0x3CE), (0x400, 0x45F), (0x1E80, 0x1E85), (0x2010, 0x2027), (0x2030, 0x203A),
    (0x20AC, 0x20AC), (0x2116, 0x2122), (0x2190, 0x2199), (0x21D0, 0x21D5), (0x2200, 0x2212), (0x221A, 0x221E),
    (0x2248, 0x2265), (0x25A0, 0x25CF), (0x2600, 0x2606), (0x2610, 0x2612), (0x2660, 0x2667), (0x2713, 0x2718),
]  # fmt: skip


class TrueType:
    """The few tables of a font file that are asked here."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        count = struct.unpack_from(">H", self.data, 4)[0]
        records = (struct.unpack_from(">4sIII", self.data, 12 + 16 * i) for i in range(count))
        self.tables = {tag.decode(): offset for tag, _, offset, _ in records}
        self.units = self.at("head", 18, "H")
        self.long_offsets = self.at("head", 50, "h")
        self.ascent, self.descent = self.at("hhea", 4, "h"), -self.at("hhea", 6, "h")
        self.metrics = self.at("hhea", 34, "H")
        self.glyphs = dict(self.mapped())
        self.cap_height = self.at("glyf", self.outline(self.glyphs[ord("H")])[0] + 8, "h")

    def at(self, table: str, offset: int, kind: str) -> int:
        """One number of a table."""
        return int(struct.unpack_from(">" + kind, self.data, self.tables[table] + offset)[0])

    def mapped(self) -> Iterator[tuple[int, int]]:
        """Code points and their glyphs, from a format 4 map."""
        base = self.tables["cmap"]
        count = self.at("cmap", 2, "H")
        records = [struct.unpack_from(">HHI", self.data, base + 4 + 8 * i) for i in range(count)]
        start = next(base + offset for platform, encoding, offset in records if (platform, encoding) == (3, 1))
        segments = struct.unpack_from(">H", self.data, start + 6)[0] // 2

        def read(place: int, kind: str) -> tuple[int, ...]:
            return struct.unpack_from(f">{segments}{kind}", self.data, start + place)

        ends, starts = read(14, "H"), read(16 + 2 * segments, "H")
        deltas, offsets = read(16 + 4 * segments, "h"), read(16 + 6 * segments, "H")
        for i, (first, last) in enumerate(zip(starts, ends, strict=True)):
            for code in range(first, last + 1):
                glyph = code
                if offsets[i]:
                    place = start + 16 + 6 * segments + 2 * i + offsets[i] + 2 * (code - first)
                    glyph = struct.unpack_from(">H", self.data, place)[0]
                yield code, (glyph + deltas[i]) & 0xFFFF

    def outline(self, glyph: int) -> tuple[int, int]:
        """Where a glyph's outline starts and ends."""
        kind, width, factor = ("I", 4, 1) if self.long_offsets else ("H", 2, 2)
        start, end = (self.at("loca", width * (glyph + i), kind) * factor for i in (0, 1))
        return start, end

    def glyph(self, code: int) -> str:
        """The entry of one code point."""
        glyph = self.glyphs.get(code, 0)
        if not glyph:
            return "-"
        advance = self.at("hmtx", 4 * min(glyph, self.metrics - 1), "H")
        start, end = self.outline(glyph)
        if start == end:
            return str(advance)
        # The glyph's header has its box: left, bottom, right and top.
        box = [self.at("glyf", start + place, "h") for place in (2, 4, 6, 8)]
        return "/".join(map(str, [advance, *box]))


def lines(font: TrueType, ranges: list[tuple[int, int]]) -> Iterator[str]:
    """The table of one font, wrapped."""
    for first, last in ranges:
        for start in range(first, last + 1, PER_LINE):
            glyphs = (font.glyph(code) for code in range(start, min(start + PER_LINE, last + 1)))
            yield f"{start:x} {' '.join(glyphs)}"


def main(folder: str) -> None:
    """Write the tables and the vertical metrics."""
    fonts = {face: TrueType(Path(folder, f"{name}.ttf")) for face, name in FACES.items()}
    first = fonts["Sans"]
    text = HEAD + f"UNITS = {first.units}\nCAP_HEIGHT = {first.cap_height}\n"
    # Where the line below underlined letters begins and ends.
    top = -first.at("post", 8, "h")
    text += f"UNDERLINE = ({top}, {top + first.at('post', 10, 'h')})\n"
    text += "# Distances from the baseline.\n"
    for name in ("ascent", "descent"):
        sizes = {face: getattr(font, name) for face, font in fonts.items()}
        text += f"{name.upper()}: Final = {{\n"
        text += "".join(f'    "{face}": {size},\n' for face, size in sizes.items()) + "}\n"
    text += "\nGLYPHS: Final = {\n"
    for face, font in fonts.items():
        table = lines(font, RANGES if face in WHOLE else EVERYWHERE)
        text += f'    "{face}": """\n' + "\n".join(table) + '\n""",\n'
    TARGET.write_text(text + "}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
