"""`TextFlow`: the texts of its children as one paragraph, with other nodes between the words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.shapes import SHARES, SPAN, TextSpan, font_of
from pytest_uimcp.javafx.scene.layout.sizer import SAME_AS_HEIGHT, Sizer, managed, register
from pytest_uimcp.javafx.scene.layout.text import Line, fitting, line, text_width, words
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size, union

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node

# What stands for a node among the letters; there is no break beside it.
OBJECT: Final = "\ufffc"


@dataclass
class TextRun:
    """What a child has on a line."""

    kid: Node
    text: str
    width: float
    line: Line
    x: float = 0.0


@dataclass
class Row:
    """A line of the paragraph."""

    runs: list[TextRun] = field(default_factory=list)
    width: float = 0.0
    y: float = 0.0

    @property
    def ascent(self) -> float:
        return max((run.line.ascent for run in self.runs), default=0.0)

    @property
    def height(self) -> float:
        return self.ascent + max((run.line.descent for run in self.runs), default=0.0)

    def add(self, run: TextRun) -> None:
        run.x = self.width
        self.runs.append(run)
        self.width += run.width

    @property
    def ink_width(self) -> float:
        """Its width without the spaces at its end."""
        if not self.runs:
            return 0.0
        last = self.runs[-1]
        text = last.text.rstrip(" ")
        if text == last.text or last.text == OBJECT:
            return self.width
        return self.width - last.width + text_width(text, font_of(last.kid))


def _run(kid: Node, text: str) -> TextRun:
    if text == OBJECT and not kid.is_a("Text"):
        height = snap_size(measure.pref_height(kid))
        ascent = measure.baseline(kid)
        if ascent == SAME_AS_HEIGHT:
            ascent = height
        return TextRun(kid, text, snap_size(measure.pref_width(kid)), Line(ascent, height - ascent))
    font = font_of(kid)
    return TextRun(kid, text, text_width(text, font), line(font, centred=False))


def _paragraphs(node: Node) -> list[list[tuple[Node, str]]]:
    """The pieces of text between the ends of lines that the texts themselves have."""
    paragraphs: list[list[tuple[Node, str]]] = [[]]
    for kid in managed(node):
        if not kid.is_a("Text"):
            paragraphs[-1].append((kid, OBJECT))
            continue
        first, *others = (kid.read_text("text") or "").split("\n")
        paragraphs[-1].append((kid, first))
        paragraphs.extend([(kid, part)] for part in others)
    return paragraphs


def _words(pieces: list[tuple[Node, str]]) -> list[list[tuple[Node, str]]]:
    """What must stay together: a word may run through several texts."""
    owners = [kid for kid, part in pieces for _ in part]
    place = 0
    result = []
    for word in words("".join(part for _, part in pieces)):
        parts: list[tuple[Node, str]] = []
        for letter in word:
            owner = owners[place]
            place += 1
            if parts and parts[-1][0] is owner:
                parts[-1] = (owner, parts[-1][1] + letter)
            else:
                parts.append((owner, letter))
        result.append(parts)
    return result


def rows_of(node: Node, room: float) -> list[Row]:
    """The lines in a column; one that is not wide enough for a letter has one in each line."""
    rows = []
    for pieces in _paragraphs(node):
        row = Row()
        rows.append(row)
        for word in _words(pieces):
            runs = [_run(kid, text) for kid, text in word]
            spaced = Row()
            for run in runs:
                spaced.add(run)
            if row.runs and row.width + spaced.ink_width > room:
                row = Row()
                rows.append(row)
            if spaced.ink_width > room:
                for run in runs:
                    row = _cut(run, row, rows, room)
                continue
            for run in runs:
                _append(row, run)
        if not row.runs and pieces:
            row.add(_run(pieces[-1][0], ""))
    return rows


def _append(row: Row, run: TextRun) -> None:
    """Add a run to a row, to the run before it if that is of the same text."""
    if row.runs and row.runs[-1].kid is run.kid and run.text != OBJECT:
        last = row.runs[-1]
        last.text += run.text
        last.width += run.width
        row.width += run.width
    else:
        row.add(run)


def _cut(run: TextRun, row: Row, rows: list[Row], room: float) -> Row:
    """A word that is wider than the column, cut wherever the column ends."""
    rest = run.text
    while rest:
        part = ""
        if run.text != OBJECT:
            part = fitting(rest, font_of(run.kid), room - row.width)
        elif run.width <= room - row.width:
            part = OBJECT
        if not part and row.runs:
            row = Row()
            rows.append(row)
            continue
        part = part or rest[0]
        _append(row, _run(run.kid, part))
        rest = rest[len(part) :]
    return row


class TextFlowSizer(Sizer):
    def bias(self, node: Node) -> str | None:
        return "HORIZONTAL"

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        insets = measure.snapped(node).along(axis)
        if axis == 0:
            return snap_size(insets + max(row.width for row in rows_of(node, float("inf"))))
        room = float("inf")
        if cross != -1:
            room = max(cross - measure.snapped(node).along(0), 0.0)
        rows = rows_of(node, room)
        height = sum(row.height for row in rows) + node.read_number("lineSpacing") * (len(rows) - 1)
        return snap_size(insets + height)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return self.pref_size(node, axis, cross)
        return super().min_size(node, axis, cross)

    def layout(self, node: Node) -> None:
        insets = measure.snapped(node)
        room = max(node.lw - insets.left - insets.right, 0.0)
        share = SHARES.get(node.read_text("textAlignment") or "LEFT", 0.0)
        spacing = node.read_number("lineSpacing")
        spans: dict[Node, TextSpan] = {}
        y = 0.0
        for row in rows_of(node, room):
            start = (room - row.ink_width) * share
            for run in row.runs:
                x = start + run.x
                if run.text == OBJECT and not run.kid.is_a("Text"):
                    run.kid.resize(run.width, run.line.height)
                    top = insets.top + y + row.ascent - run.line.ascent
                    run.kid.move(snap_position(insets.left + x), snap_position(top))
                    continue
                span = spans.setdefault(run.kid, TextSpan())
                span.box = union(span.box, (x, y, x + run.width, y + row.height + spacing))
                span.lines.append((run.text, x, y + row.ascent))
            y += row.height + spacing
        for kid in managed(node):
            if kid.is_a("Text"):
                # As in JavaFX, a text without letters has an empty box among the others.
                _place(kid, spans.get(kid, TextSpan()), insets.left, insets.top)


def _place(kid: Node, span: TextSpan, left: float, top: float) -> None:
    box = span.box
    if span.lines:
        left += box[0]
        top += box[1]
        span.lines = [(text, x - box[0], y - box[1]) for text, x, y in span.lines]
        span.box = (0.0, 0.0, box[2] - box[0], box[3] - box[1])
    if kid.values.get(SPAN) != span:
        kid.values[SPAN] = span
        kid.bounds_changed()
    kid.move(left, top)


register("TextFlow", sizer=TextFlowSizer())
