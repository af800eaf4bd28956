"""Text as masks: as wide as layout says, in the font that comes with Pillow, or in those that are installed.

The first is the same on every machine, so that pictures are too. Characters that it lacks are drawn with a font of the
system, if one is found. JavaFX draws with what is installed: with DejaVu where nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from pytest_uimcp.javafx.scene.layout.text import face_of, fitting, text_width
from pytest_uimcp.javafx.scene.values.fonts import Font

# Letters are drawn so many times larger and then made smaller, which smooths them.
FINE = 4
# The most pixels of a line, and the size from which letters are smooth enough as they are.
MAX_LINE_PIXELS = 8000
MAX_FONT_PIXELS = 1000
SMOOTH_FONT_PIXELS = 64
# Letters of this size are nowhere in sight.
MAX_FONT_SIZE = 1e6
SYSTEM = (
    "DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "NotoSansCJK-Regular.ttc",
    "Arial Unicode.ttf", "arial.ttf",
)  # fmt: skip
# The files of the faces that JavaFX has on Linux, by those of the tables of widths.
INSTALLED: Final[Mapping[str, str]] = {
    "Sans": "DejaVuSans.ttf", "Sans Bold": "DejaVuSans-Bold.ttf", "Sans Italic": "DejaVuSans-Oblique.ttf",
    "Sans Bold Italic": "DejaVuSans-BoldOblique.ttf", "Mono": "DejaVuSansMono.ttf", "Serif": "DejaVuSerif.ttf",
    "Serif Bold": "DejaVuSerif-Bold.ttf", "Serif Italic": "DejaVuSerif-Italic.ttf",
    "Serif Bold Italic": "DejaVuSerif-BoldItalic.ttf",
}  # fmt: skip
# What a password field shows; it is drawn without a font.
DOT = "\u25cf"

AnyFont = ImageFont.FreeTypeFont | ImageFont.ImageFont


@lru_cache(maxsize=64)
def _own(size: int) -> AnyFont:
    return ImageFont.load_default(size)


@lru_cache(maxsize=256)
def _of_system(name: str, size: int) -> AnyFont | None:
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        return None


@lru_cache(maxsize=4096)
def _lacks(character: str, name: str) -> bool:
    font = _of_system(name, 32) if name else _own(32)
    return font is None or bytes(font.getmask(character)) == bytes(font.getmask("\uffff"))


def _font_for(text: str, size: int) -> AnyFont:
    # Pillow's own font has ASCII and more; only the rest is worth asking about.
    strange = [character for character in set(text) if not character.isascii()]
    for name in ("", *SYSTEM):
        if not any(_lacks(character, name) for character in strange):
            return (_of_system(name, size) if name else None) or _own(size)
    return _own(size)


@lru_cache(maxsize=2048)
def text_mask(text: str, font: Font, installed: bool = False) -> tuple[Image.Image, int, int] | None:
    """The mask of one line, and how far left of its start and above its baseline it begins."""
    if not 0 < font.size < MAX_FONT_SIZE:
        return None
    text = "".join(" " if character < " " else character for character in text)
    text = fitting(text, font, MAX_LINE_PIXELS)
    fine = 1
    if font.size <= SMOOTH_FONT_PIXELS:
        fine = FINE
    width = round(text_width(text, font))
    size = round(min(font.size, MAX_FONT_PIXELS) * fine)
    if not text.strip() or width < 1 or size < 1:
        return None
    real = None
    if installed:
        real = _of_system(INSTALLED.get(face_of(font), ""), size)
    # The dot of a password field is in few fonts.
    if set(text) == {DOT} and real is None:
        return _dots(len(text), width, size, fine)
    face = real or _font_for(text, size)
    pad = 2 * fine
    # The same advance as in the tables, whatever the font: drawn as it comes, then drawn together.
    natural = max(1, round(face.getlength(text)))
    ascent = round(size * 1.1)
    descent = round(size * 0.4)
    mask = Image.new("L", (natural + 2 * pad, ascent + descent))
    thick = 0
    if font.bold and real is None:
        thick = max(1, round(size / 45))
    ImageDraw.Draw(mask).text((pad, ascent), text, 255, font=face, anchor="ls", stroke_width=thick)
    # The font has no italics: the mask is slanted around its baseline.
    if font.italic and real is None:
        mask = mask.transform(
            mask.size, Image.Transform.AFFINE, (1, 0.2, -0.2 * ascent, 0, 1, 0), Image.Resampling.BILINEAR
        )
    # Whole pixels on either side, for which there is room in the padding.
    side = int(pad * width / natural)
    margin = side * natural / width
    stretched = mask.resize(
        (width + 2 * side, round((ascent + descent) / fine)), Image.Resampling.BOX,
        (pad - margin, 0, natural + pad + margin, ascent + descent),
    )  # fmt: skip
    return stretched, side, round(ascent / fine)


def _dots(count: int, width: int, size: int, fine: int) -> tuple[Image.Image, int, int]:
    ascent = round(size * 0.9)
    step = width * fine / count
    mask = Image.new("L", (width * fine, ascent))
    draw = ImageDraw.Draw(mask)
    radius = size * 0.22
    for place in range(count):
        x = (place + 0.5) * step
        y = ascent - size * 0.36
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask.reduce(fine), 0, round(ascent / fine)
