"""How wide and how high text is.

A width is the sum of the advances, without kerning. Controls centre text on the height of capitals
(`LOGICAL_VERTICAL_CENTER`), which makes a line of whole pixels; `Text` on its own has the font's own height.
"""

from __future__ import annotations

import math
import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from pytest_uimcp.javafx.scene.tables.metrics import ASCENT, CAP_HEIGHT, DESCENT, GLYPHS, UNDERLINE, UNITS
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import EMPTY, Box

# An advance, and the left, bottom, right and top of its ink.
Glyph = tuple[int, int, int, int, int]
# What a character outside the tables takes: a full square in East Asian scripts, a digit's width or so elsewhere.
WIDE = 2048
USUAL = 1233
# What JavaFX adds before it cuts lengths of a font to whole pixels: so it is in sizes from 8 to 48.
ROUNDING = 0.72
# Where a line may end. Spaces stay at the end of their line, where they take no room.
WORD_ENDS: Final = re.compile(r"(?<=[ \-\t])(?=[^ \t])")
# How much of a text is measured at once.
PIECE: Final = 128
# Beyond any ink.
FAR = 1 << 40
# The faces of the tables by the names of families; `Sans` is all others, as where a font is not installed.
FAMILIES: Final = {
    "Monospaced": "Mono", "DejaVu Sans Mono": "Mono", "monospace": "Mono", "Serif": "Serif", "serif": "Serif",
    "DejaVu Serif": "Serif",
}  # fmt: skip


def _glyph(entry: str) -> Glyph:
    parts = [int(part) for part in entry.split("/")]
    if len(parts) == 5:
        return (parts[0], parts[1], parts[2], parts[3], parts[4])
    return (parts[0], 0, 0, 0, 0)


# Read when it is first needed: most programs show one face or two.
@lru_cache(maxsize=len(GLYPHS))
def _glyphs(face: str) -> dict[str, Glyph]:
    glyphs = {}
    for row in GLYPHS[face].split("\n"):
        start, *entries = row.split() or ["0"]
        for place, entry in enumerate(entries):
            if entry != "-":
                glyphs[chr(int(start, 16) + place)] = _glyph(entry)
    return glyphs


@lru_cache(maxsize=1024)
def face_of(font: Font) -> str:
    """The table that a font is measured by."""
    family = FAMILIES.get(font.family, "Sans")
    if family == "Mono":
        return family
    words = [word for word, on in (("Bold", font.bold), ("Italic", font.italic)) if on]
    return " ".join([family, *words])


class Ink(NamedTuple):
    """How far the ink of a text reaches beyond its first and last advance."""

    left: float
    right: float


class Line(NamedTuple):
    ascent: float
    descent: float

    @property
    def height(self) -> float:
        return self.ascent + self.descent


def _outside(character: str, face: str) -> Glyph:
    # A face lacks more than the usual one does, from which JavaFX then takes the letter.
    usual = _glyphs("Sans Bold" if "Bold" in face else "Sans").get(character)
    if usual is not None:
        return usual
    # Marks stand on the letter before them, and control characters are nowhere.
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cc", "Cf"):
        return (0, 0, 0, 0, 0)
    return (WIDE if unicodedata.east_asian_width(character) in "WF" else USUAL, 0, 0, 0, 0)


class Extent(NamedTuple):
    """How far a text reaches from where it begins on its baseline: the pen, and the box of its ink."""

    advance: float
    ink: Box


# Every snapshot measures every text again; a program has some thousands of them.
@lru_cache(maxsize=65536)
def _measured(text: str, font: Font) -> Extent:
    # Glyphs are in units of the font, which scale with its size; there is no hinting.
    scale = font.size / UNITS
    pen, left, top, right, bottom = _extent(text, face_of(font))
    if right < left:
        return Extent(pen * scale, EMPTY)
    return Extent(pen * scale, (left * scale, top * scale, right * scale, bottom * scale))


def _extent(text: str, face: str) -> tuple[int, int, int, int, int]:
    """Its advance, and the left, top, right and bottom of its ink; the right before the left without any."""
    pen = 0
    left = top = FAR
    right = bottom = -FAR
    # Piece by piece: a text that grows by a letter is one new piece, not a new text.
    for start in range(0, len(text), PIECE):
        advance, *piece = _piece(text[start : start + PIECE], face)
        if piece[2] >= piece[0]:
            left = min(left, pen + piece[0])
            top = min(top, piece[1])
            right = max(right, pen + piece[2])
            bottom = max(bottom, piece[3])
        pen += advance
    return pen, left, top, right, bottom


@lru_cache(maxsize=16384)
def _piece(text: str, face: str) -> tuple[int, int, int, int, int]:
    glyphs = _glyphs(face)
    pen = 0
    left = top = FAR
    right = bottom = -FAR
    for character in text:
        glyph = glyphs.get(character) or _outside(character, face)
        advance, start, low, end, high = glyph
        if start != end:
            left = min(left, pen + start)
            right = max(right, pen + end)
            top = min(top, -high)
            bottom = max(bottom, -low)
        pen += advance
    return pen, left, top, right, bottom


def text_width(text: str, font: Font) -> float:
    if text:
        return _measured(text, font).advance
    return 0.0


def outline(text: str, font: Font) -> Box:
    """The box of the ink, from where the text begins on its baseline."""
    return _measured(text, font).ink


def underline(font: Font) -> tuple[float, float]:
    """Where the line below underlined letters begins and ends, from the baseline."""
    top, bottom = UNDERLINE
    return top * font.size / UNITS, bottom * font.size / UNITS


def ink(text: str, font: Font) -> Ink:
    advance, box = _measured(text, font)
    if box == EMPTY:
        return Ink(0.0, 0.0)
    return Ink(min(box[0], 0.0), max(box[2] - advance, 0.0))


@lru_cache(maxsize=1024)
def line(font: Font, centred: bool = True) -> Line:
    """Ascent and descent of a line, in a control or of a `Text` on its own."""
    scale = font.size / UNITS
    face = face_of(font)
    # A size may be no number that can be rounded.
    if not centred or not math.isfinite(scale):
        return Line(ASCENT[face] * scale, DESCENT[face] * scale)
    # Controls centre text on its capitals: above the baseline a capital and the descent, below it the descent.
    descent = math.floor(DESCENT[face] * scale + ROUNDING)
    return Line(math.floor(CAP_HEIGHT * scale + ROUNDING) + descent, descent)


def ascent(font: Font) -> float:
    return line(font).ascent


def line_height(font: Font) -> float:
    return line(font).height


def lines(text: str) -> list[str]:
    """The paragraphs of a text: `\\n`, `\\r` and `\\r\\n` end one."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


class Column:
    """A column of text, which remembers what it broke last: a text that grows is broken where it has grown."""

    def __init__(self, font: Font, width: float) -> None:
        self.font = font
        self.width = width
        # Both in one, as columns are shared by the threads of several programs.
        self.last: tuple[str, tuple[str, ...]] = ("", ("",))

    def rows(self, paragraph: str) -> tuple[str, ...]:
        """The rows of a paragraph, spaces at their ends included."""
        last_paragraph, last_rows = self.last
        if paragraph == last_paragraph:
            return last_rows
        kept: tuple[str, ...] = ()
        if paragraph.startswith(last_paragraph):
            # Only the last row can take more.
            kept = last_rows[:-1]
        rows = (*kept, *self.broken(paragraph[sum(map(len, kept)) :]))
        self.last = (paragraph, rows)
        return rows

    def broken(self, text: str) -> list[str]:
        if self.fits(text):
            return [text]
        rows = []
        # Where the row begins in the text, and how wide it is so far, in units of the font.
        start = end = pen = 0
        scale = self.font.size / UNITS
        for whole_word in words(text):
            word = whole_word
            if start != end and (pen + _advance(word.rstrip(" "), self.font)) * scale > self.width:
                rows.append(text[start:end])
                start = end
                pen = 0
            # A word that is wider than the column is cut wherever the column ends.
            while start == end and len(word) > 1 and not self.fits(word):
                part = fitting(word, self.font, self.width) or word[0]
                rows.append(part)
                word = word[len(part) :]
                start = end = end + len(part)
            end += len(word)
            pen += _advance(word, self.font)
        return [*rows, text[start:]]

    def fits(self, text: str) -> bool:
        return text_width(text.rstrip(" "), self.font) <= self.width


@lru_cache(maxsize=256)
def _column(font: Font, width: float) -> Column:
    return Column(font, width)


# Words come again and again; whole texts do not.
@lru_cache(maxsize=16384)
def _advance(word: str, font: Font) -> int:
    return _extent(word, face_of(font))[0]


def words(paragraph: str) -> list[str]:
    """The parts of a line between which it may break."""
    return WORD_ENDS.split(paragraph)


def wrap(text: str, font: Font, width: float) -> list[str]:
    """The lines of a text in a column; a word that is too long breaks where it has to."""
    if width <= 0:
        return lines(text)
    return [row for paragraph in lines(text) for row in _column(font, width).rows(paragraph)]


def fitting(text: str, font: Font, width: float) -> str:
    # By halving: widths grow with every letter. Twice as far as needed is far enough to begin with.
    shortest = 0
    longest = min(len(text), 16)
    while longest < len(text) and text_width(text[:longest], font) <= width:
        longest = min(len(text), 2 * longest)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        shortest, longest = (middle, longest) if text_width(text[:middle], font) <= width else (shortest, middle - 1)
    return text[:shortest]
