"""`python -m tools.javafx.metrics DejaVuSans.ttf DejaVuSans-Bold.ttf`: write the table of glyph widths.

JavaFX adds up advances, and its visual bounds reach as far as the ink does; so a glyph's advance and what its ink
overhangs on either side are all that layout asks of a font.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from pathlib import Path

TARGET = Path(__file__).resolve().parents[2] / "pytest_uimcp" / "javafx" / "tables" / "metrics.py"
HEAD = '''"""Widths of glyphs in font units, as the font that JavaFX's `System` resolves to on Linux has them.

Written by `python -m tools.javafx.metrics`. A line is a first code point and the glyphs from there on:
`advance`, or `advance/left/right` where the ink reaches beyond it; `-` is a glyph the font lacks.
"""

from __future__ import annotations

__all__ = ["ASCENT", "CAP_HEIGHT", "DESCENT", "GLYPHS", "UNITS"]

'''
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
        left, right = self.at("glyf", start + 2, "h"), self.at("glyf", start + 6, "h")
        over = (min(left, 0), max(right - advance, 0))
        return f"{advance}/{over[0]}/{over[1]}" if any(over) else str(advance)


def lines(font: TrueType) -> Iterator[str]:
    """The table of one font, wrapped."""
    for first, last in RANGES:
        for start in range(first, last + 1, 16):
            glyphs = (font.glyph(code) for code in range(start, min(start + 16, last + 1)))
            yield f"{start:x} {' '.join(glyphs)}"


def main(regular: str, bold: str) -> None:
    """Write both tables and the vertical metrics, which both weights share."""
    fonts = {"Regular": TrueType(Path(regular)), "Bold": TrueType(Path(bold))}
    first = fonts["Regular"]
    text = HEAD + f"UNITS = {first.units}\nASCENT = {first.ascent}\nDESCENT = {first.descent}\n"
    text += f"CAP_HEIGHT = {first.cap_height}\n\nGLYPHS = {{\n"
    for style, font in fonts.items():
        text += f'    "{style}": """\n' + "\n".join(lines(font)) + '\n""",\n'
    TARGET.write_text(text + "}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
