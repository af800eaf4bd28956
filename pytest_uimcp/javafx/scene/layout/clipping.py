"""Text that does not fit: where JavaFX cuts it, and where it puts the ellipsis."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pytest_uimcp.javafx.scene.layout.text import fitting, line, text_width, wrap
from pytest_uimcp.javafx.scene.values.fonts import Font

# JavaFX looks for the last letter that much before the end of the room.
FUDGE = 2.0
# As exactly as it compares widths.
NEARLY = 0.001


@dataclass(frozen=True)
class Overrun:
    """How a text is cut: a style of JavaFX, and its ellipsis."""

    style: str
    ellipsis: str

    @property
    def mark(self) -> str:
        if self.style == "CLIP":
            return ""
        return self.ellipsis


def clipped(text: str, font: Font, width: float, overrun: Overrun) -> str:
    """One line, cut for this width."""
    if not text or text_width(text, font) - width < NEARLY:
        return text
    mark = overrun.mark
    room = width - text_width(mark, font)
    if room < 0:
        # Not even the ellipsis has room.
        return ""
    style = overrun.style
    if style in ("CENTER_ELLIPSIS", "CENTER_WORD_ELLIPSIS"):
        return _without_middle(text, font, room, mark, words=style == "CENTER_WORD_ELLIPSIS")
    if style in ("LEADING_ELLIPSIS", "LEADING_WORD_ELLIPSIS"):
        return mark + _end(text, font, room, words=style == "LEADING_WORD_ELLIPSIS")
    if style == "WORD_ELLIPSIS":
        return _start(text, font, room) + mark
    if style == "CLIP":
        return fitting(text, font, room)
    return fitting(text, font, max(room - FUDGE, 0.0)) + mark


def _start(text: str, font: Font, room: float) -> str:
    """As many letters as fit, up to the last space among them and the first that does not fit."""
    count = len(fitting(text, font, room))
    space = max((place for place in range(min(count + 1, len(text))) if text[place].isspace()), default=-1)
    return text[: count if space < 0 else space]


def _end(text: str, font: Font, room: float, *, words: bool) -> str:
    first = len(text)
    while first > 0 and text_width(text[first - 1 :], font) <= room:
        first -= 1
    spaces = [place for place in range(max(first - 1, 0), len(text)) if text[place].isspace()]
    if words and spaces:
        return text[spaces[0] + 1 :]
    return text[first:]


def _without_middle(text: str, font: Font, room: float, mark: str, *, words: bool) -> str:
    """Letters from both ends, in turn, while there is room."""
    total = 0.0
    head = tail = 0
    while head + tail < len(text):
        total += text_width(text[head], font)
        if total > room:
            break
        head += 1
        total += text_width(text[len(text) - 1 - tail], font)
        if total > room:
            break
        tail += 1
    start = text[:head]
    end = text[len(text) - tail :]
    if words:
        start = (start.rpartition(" ")[0] if " " in start and not text[head : head + 1].isspace() else start) or start
        if " " in end and not text[len(text) - tail - 1].isspace():
            end = end.partition(" ")[2]
    return start + mark + end


def clipped_lines(text: str, font: Font, size: tuple[float, float], overrun: Overrun) -> str:
    """A text in a column, cut behind the last line that has room."""
    width, height = size
    mark = overrun.mark
    row = line(font)
    if width < text_width(mark, font) or height < row.height:
        return text
    column = math.ceil(width)
    # The room between lines is not counted: with a lot of it the last line is hidden, and not cut.
    count = math.floor((height + NEARLY) / row.height)
    rows = wrap(text, font, column)
    if count >= len(rows):
        return text
    result = text[: _until(text, rows[:count])] + mark
    while len(wrap(result, font, column)) > count and len(result) > len(mark):
        end = len(result) - len(mark) - 1
        if overrun.style == "WORD_ELLIPSIS":
            end = max(result.rfind(" ", 0, end + 1), 0) or end
        result = result[:end] + mark
    return result


def _until(text: str, rows: list[str]) -> int:
    """Where the text behind some rows of it begins."""
    place = 0
    for row in rows:
        place += len(row)
        if text[place : place + 1] == "\n":
            place += 1
    return place
