"""Texts and what stands in their lines."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.component_shapes import SHAPES, in_place_of
from pytest_uimcp.page.layout.fonts import TextFont, word_width
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, larger
from pytest_uimcp.page.layout.replaced import has_lines
from pytest_uimcp.page.layout.sheet import Generated, Piece
from pytest_uimcp.page.layout.spots import Arrangement, Spot

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

_NO_WRAP: Final = frozenset({"nowrap", "pre"})
_PRE: Final = frozenset({"pre", "pre-wrap", "break-spaces", "pre-line"})
# How high the letters of a font are, in its sizes: what a box around a text in a line covers.
_LETTERS: Final = (0.9, 1.75)
_MORE_ABOVE: Final = 0.5
# How far the middle of a line is above that on which its letters stand, in sizes of the font.
_MIDDLES: Final = (0.25, 0.45)
_RAISING: Final = frozenset({"margin-top", "margin-bottom", "vertical-align", "position"})
_MAX_LINES: Final = 400
# Where a line may end: after spaces and dashes, and around signs of the languages that have no spaces.
_BREAK: Final = re.compile(r"[\s\-\u2013\u2014/?\u00ad\u200b]+|[\u2e80-\U0010ffff]")
# What the width of a space is kept by, which no text is.
_SPACE: Final = " "
_QUOTES: Final = "\u201c\u201d"
_WRAPPING: Final = ("word-break", "overflow-wrap")


@dataclass(slots=True)
class _Atom:
    """What is not broken but at spaces within: a text, a box, or the edge of an inline element."""

    width: Pixels
    # The width of what cannot be broken in it.
    minimum: Pixels
    # The height of its line, or of its box.
    height: Pixels
    is_text: bool = False
    # Whether its box stands around the middle of the line, as a button with one line in it does.
    is_balanced: bool = True
    # The element that begins here, as a box or as an inline element.
    element: Element | None = None
    is_end: bool = False
    spot: Spot | None = None
    # Its margins, which are part of its width and its height.
    lead: Pixels = NOTHING
    over: Pixels = NOTHING
    # Into how many lines it can be broken.
    breaks: int = 0
    # Whether it is lower than the letters beside it, which say how high the line is.
    is_low: bool = False
    # How far its middle may be from that of the letters around it, if that is known.
    sway: float | None = None


@dataclass(slots=True)
class LineRun:
    """All that stands in the lines of one block between two others."""

    # What ends with a line break.
    parts: list[list[_Atom]] = field(default_factory=lambda: [[]])
    # What is out of the flow, and how many parts and pieces of the last one are before it.
    static: list[tuple[Element, int, int]] = field(default_factory=list)
    wraps: bool = True
    ends_with_space: bool = True

    @property
    def is_empty(self) -> bool:
        """Whether it makes no line: nothing in it is a text or a box, or has an edge."""
        return len(self.parts) == 1 and not any(atom.is_text or atom.spot or atom.width.high for atom in self.parts[0])

    def widest(self) -> Pixels:
        width = NOTHING
        for part in self.parts:
            width = larger(width, _sum(part))
        return width

    def narrowest(self) -> Pixels:
        if not self.wraps:
            return self.widest()
        width = NOTHING
        for part in self.parts:
            for atom in part:
                width = larger(width, atom.minimum)
        return width


def _sum(atoms: Sequence[_Atom]) -> Pixels:
    total = NOTHING
    for atom in atoms:
        total = total.plus(atom.width)
    return total


def run_of(layout: Layout, block: Element, pieces: Sequence[Piece], width: Pixels | None) -> LineRun:
    """Collect what stands in lines; without a width it is only measured."""
    run = LineRun(wraps=layout.sheet.inherited(block, "white-space") not in _NO_WRAP)
    for piece in pieces:
        _collect(layout, block, piece, run, width)
    _strip(run)
    return run


def _strip(run: LineRun) -> None:
    """No line ends with a space."""
    for part in run.parts:
        for atom in reversed(part):
            if atom.is_text and not atom.width.high:
                continue
            if atom.is_text and atom.over is not NOTHING:  # the width of the space that ends it
                atom.width = atom.width.minus(atom.over)
                atom.over = NOTHING
            if atom.is_text or atom.spot is not None:
                break


def _collect(layout: Layout, surrounding: Element, piece: Piece, run: LineRun, width: Pixels | None) -> None:
    sheet = layout.sheet
    if isinstance(piece, Text):
        _add_text(layout, surrounding, piece.data, sheet.text_font(surrounding), run, piece)
        return
    if sheet.is_out(piece):
        if isinstance(piece, Element):
            run.static.append((piece, len(run.parts), len(run.parts[-1])))
        return
    font = sheet.piece_font(piece, surrounding)
    if isinstance(piece, Generated):
        if piece.display == "inline" and not _has_edges(piece):
            _add_text(layout, surrounding, piece.text, font, run, piece)
        else:
            box = layout.generated_box(piece, font)
            run.parts[-1].append(_Atom(box.width, box.width, box.height, is_balanced=False, spot=box))
            run.ends_with_space = False
        return
    if piece.tag == "br":
        run.parts.append([])
        run.ends_with_space = True
        return
    if piece.tag == "wbr":
        return
    if layout.is_inline(piece):
        _add_inline(layout, piece, font, run, width)
    else:
        run.parts[-1].append(_box(layout, piece, font, width))
        run.ends_with_space = False


def _has_edges(piece: Generated) -> bool:
    return any(name.startswith(("padding", "margin", "border")) for name in piece.style)


def _add_text(layout: Layout, surrounding: Element, data: str, font: TextFont, run: LineRun, piece: Piece) -> None:
    spaces = layout.sheet.inherited(surrounding, "white-space")
    if spaces in _PRE:
        for number, line in enumerate(data.split("\n")):
            if number:
                run.parts.append([])
            line_width = layout.text_width((piece, str(number)), line, font)
            run.parts[-1].append(_Atom(line_width, line_width, font.line, is_text=True))
        run.ends_with_space = False
        return
    text = " ".join(data.split())
    starts = data[:1].isspace() and not run.ends_with_space
    if not text:
        if starts and data:
            _add_space(layout, piece, font, run)
        return
    if starts:
        _add_space(layout, piece, font, run)
    word = word_width(text, font)
    if run.wraps and spaces in _NO_WRAP:
        word = layout.text_width((piece, text), text, font)
    breaks = len(_BREAK.findall(text)) + 1
    if _breaks_anywhere(layout, surrounding):
        breaks = len(text)
        word = Pixels(0, word.high)
    atom = _Atom(layout.text_width((piece, text), text, font), word, font.line, is_text=True, breaks=breaks)
    run.parts[-1].append(atom)
    run.ends_with_space = data[-1:].isspace()
    if run.ends_with_space:
        _add_space(layout, piece, font, run)


def _breaks_anywhere(layout: Layout, surrounding: Element) -> bool:
    return any(layout.sheet.inherited(surrounding, name, "normal") not in ("normal", "keep-all") for name in _WRAPPING)


def _add_space(layout: Layout, piece: Piece, font: TextFont, run: LineRun) -> None:
    width = layout.text_width((piece, _SPACE), " ", font)
    run.parts[-1].append(_Atom(width, NOTHING, font.line, is_text=True, over=width))
    run.ends_with_space = True


def _add_inline(layout: Layout, element: Element, font: TextFont, run: LineRun, width: Pixels | None) -> None:
    base = width or NOTHING
    edges = layout.sheet.edges(element, base, font)
    margins = layout.sheet.margins(element, base, font)
    start = margins["left"] or NOTHING
    end = margins["right"] or NOTHING
    run.parts[-1].append(_Atom(edges.left.plus(start), NOTHING, NOTHING, element=element, lead=start))
    if element.tag == "q":  # the browser's own sheet puts it in quotation marks
        quotes = layout.text_width((element, _QUOTES), _QUOTES, font)
        run.parts[-1].append(_Atom(quotes, NOTHING, font.line, is_text=True))
    for piece in layout.sheet.pieces(element):
        _collect(layout, element, piece, run, width)
    run.parts[-1].append(_Atom(edges.right.plus(end), NOTHING, NOTHING, element=element, is_end=True, lead=end))


def _box(layout: Layout, element: Element, font: TextFont, width: Pixels | None) -> _Atom:
    sheet = layout.sheet
    margins = {side: value or NOTHING for side, value in sheet.margins(element, width or NOTHING, font).items()}
    if width is None:
        minimum, maximum = layout.outer_widths(element)
        return _Atom(maximum, minimum, NOTHING, element=element, spot=Spot(NOTHING, NOTHING, maximum, NOTHING))
    spot = layout.shrunk(element, width)
    across = margins["left"].plus(margins["right"])
    down = margins["top"].plus(margins["bottom"])
    parent = layout.look.parent(element)
    surrounding = font if parent is None else sheet.font(parent)
    is_same = font.size.is_same(surrounding.size) and font.line.is_same(surrounding.line)
    edges = sheet.edges(element, width, font)
    is_centered = (
        _has_even_line(layout, element, spot)
        and spot.height.minus(edges.down).is_same(NOTHING if spot.interior is None else spot.interior.height)
        and sheet.style(element).get("vertical-align", "baseline") == "baseline"
    )
    # By how much more is below it than above, or above than below.
    slant = edges.top.minus(edges.bottom).plus(margins["top"]).minus(margins["bottom"])
    sway = None
    if is_centered:
        sway = max(abs(slant.low), abs(slant.high)) / 2
        if not is_same:
            sway += _sway(font, surrounding)
    elif in_place_of(element).tag in SHAPES and sheet.style(element).keys().isdisjoint(_RAISING):
        sway = _component_sway(layout, in_place_of(element), surrounding)
    total = spot.width.plus(across)
    is_low = _is_low(layout, element, spot.height.plus(margins["top"]), surrounding)
    is_balanced = is_centered and is_same and slant.is_zero and not is_low
    return _Atom(
        total, total, spot.height.plus(down), is_balanced=is_balanced, element=element, spot=spot,
        lead=margins["left"], over=margins["top"], is_low=is_low, sway=sway,
    )  # fmt: skip


def _sway(font: TextFont, surrounding: TextFont) -> float:
    """How far the middles of two lines are apart whose letters stand on the same line."""
    far = (
        max(font.size.high, surrounding.size.high) * _MIDDLES[1]
        - min(font.size.low, surrounding.size.low) * _MIDDLES[0]
    )
    return max(0.0, far)


def _component_sway(layout: Layout, component: Element, surrounding: TextFont) -> float | None:
    middle = SHAPES[component.tag].middle
    if middle == "all":
        return surrounding.size.high * _MIDDLES[1]
    if middle == "texts":
        return _sway(layout.sheet.text_font(component), surrounding)
    return None


def _is_low(layout: Layout, element: Element, height: Pixels, surrounding: TextFont) -> bool:
    """Whether it is a check box or radio button that stands on the line and is no higher than its letters.

    Above the line, fonts take at least half of their size more than below it; the rest of the line is shared.
    """
    if element.tag != "input" or element.attributes.get("type", "").lower() not in ("checkbox", "radio"):
        return False
    if "vertical-align" in layout.sheet.style(element) or not surrounding.is_plain:
        return False
    return height.high <= (surrounding.line.low + surrounding.size.low * _MORE_ABOVE) / 2


def _has_even_line(layout: Layout, element: Element, spot: Spot) -> bool:
    """Whether it stands on the line by its middle: by one line in it."""
    if element.tag in ("input", "select"):
        return has_lines(element)
    return spot.interior is not None and spot.interior.is_even


def lay_lines(layout: Layout, block: Element, run: LineRun, width: Pixels, into: Arrangement, top: Pixels) -> Pixels:
    """Give all that stands in the lines its place; returns how high the lines are together."""
    strut = layout.sheet.text_font(block)
    align = layout.sheet.inherited(block, "text-align", "start")
    total = NOTHING
    for part in run.parts:
        part_width = _sum(part)
        if not run.wraps or part_width.minus(width).high < 0.01:
            into.is_even = len(run.parts) == 1 and _line_height(part, strut)[1]
            height = _one_line(layout, part, strut, width, part_width, align, into, top.plus(total))
        else:
            height = _many_lines(layout, part, strut, width, part_width, align, into, top.plus(total))
        total = total.plus(height)
    for element, parts, atoms in run.static:
        into.static[element] = _static(layout, run, (element, parts, atoms), width, align, top, total)
    return total


def _static(
    layout: Layout, run: LineRun, place: tuple[Element, int, int], width: Pixels, align: str, top: Pixels, total: Pixels
) -> tuple[Pixels, Pixels]:
    """Where something would be that is out of the flow: a block is below the line that it is written in."""
    element, parts, atoms = place
    is_block = layout.is_block_by_itself(element)
    if parts == 1 and _is_blank(run.parts[0][:atoms]):
        if is_block or align in ("start", "left", "justify"):
            return NOTHING, top
        return Pixels(0, max(0, width.high)), top
    if is_block and parts == len(run.parts) and _is_blank(run.parts[-1][atoms:]):
        return NOTHING, top.plus(total)
    return Pixels(0, max(0, width.high)), top.plus(Pixels(0, total.high))


def _is_blank(atoms: Sequence[_Atom]) -> bool:
    return not any(atom.spot or atom.width.high for atom in atoms)


def _line_height(part: Sequence[_Atom], strut: TextFont) -> tuple[Pixels, bool]:
    """The height of a line with all of this in it, and whether all of it stands around its middle."""
    height = strut.line
    is_even = True
    for atom in part:
        if atom.is_low or (not atom.is_text and atom.spot is None):
            continue
        if atom.is_text and atom.height.is_same(strut.line):
            is_even = is_even and strut.line.is_exact
            continue
        is_even = is_even and atom.is_balanced and not atom.is_text
        height = larger(height, atom.height)
    if is_even:
        return height, True
    boxes = [atom for atom in part if not atom.is_low and not atom.is_text and atom.spot is not None]
    if boxes and all(atom.sway is not None for atom in boxes) and _has_letters_of(part, strut):
        upper = max((strut.line.high + atom.height.high) / 2 + (atom.sway or 0) for atom in boxes)
        if len({atom.sway for atom in boxes}) > 1:  # otherwise they have one middle
            upper = max(upper, height.high + 2 * max(atom.sway or 0 for atom in boxes))
        if upper <= height.low:
            return height, False
        return Pixels(height.low, max(height.high, upper)), False
    if not any(atom.spot is not None for atom in part):
        # Letters of several sizes stand on one line.
        return Pixels(height.low, height.high + 0.4 * max(strut.line.high, height.high)), False
    return Pixels(height.low, height.high + strut.line.high), False


def _has_letters_of(part: Sequence[_Atom], strut: TextFont) -> bool:
    """Whether all letters in a line are of the font of what it is in."""
    return all(atom.height.is_same(strut.line) for atom in part if atom.is_text)


def _one_line(
    layout: Layout, part: Sequence[_Atom], strut: TextFont, width: Pixels, part_width: Pixels, align: str,
    into: Arrangement, top: Pixels,
) -> Pixels:  # fmt: skip
    height, is_even = _line_height(part, strut)
    free = width.minus(part_width)
    x = NOTHING
    if align in ("center", "-webkit-center"):
        x = free.times(0.5).within(NOTHING, None)
    elif align in ("right", "end"):
        x = free.within(NOTHING, None)
    open_inline: dict[Element, Pixels] = {}
    for atom in part:
        element = atom.element
        if element is not None and atom.spot is not None:
            spot = atom.spot
            spot.left = x.plus(atom.lead)
            room = height.minus(atom.height)
            down = room.times(0.5)
            if not (is_even and atom.is_balanced):
                down = Pixels(min(0, room.high), max(0, room.high))
            spot.top = top.plus(atom.over).plus(down)
            into.spots[element] = spot
        elif element is not None and not atom.is_end:
            open_inline[element] = x.plus(atom.lead)
        elif element is not None:
            end = x.plus(atom.width).minus(atom.lead)
            start = open_inline.pop(element, None)
            if start is None:  # it began in a line above
                into.spots[element] = _broken(strut, width, top.plus(height))
                x = x.plus(atom.width)
                continue
            into.spots[element] = _letters_spot(layout, element, start, end, top, height, is_even=is_even)
        x = x.plus(atom.width)
    return height


def _broken(strut: TextFont, width: Pixels, end: Pixels) -> Spot:
    """An inline element that begins in one line and ends in another."""
    return Spot(
        Pixels(-strut.size.high, max(0, width.high)), Pixels(-strut.size.high, max(0, end.high)),
        Pixels(0, max(0, width.high)), Pixels(0, max(0, end.high) + strut.size.high),
    )  # fmt: skip


def _letters_spot(
    layout: Layout, element: Element, start: Pixels, end: Pixels, top: Pixels, height: Pixels, *, is_even: bool
) -> Spot:
    font = layout.sheet.font(element)
    edges = layout.sheet.edges(element, NOTHING, font)
    letters = Pixels(font.size.low * _LETTERS[0], font.size.high * _LETTERS[1]).plus(edges.down)
    down = height.minus(letters).times(0.5).plus(edges.bottom.minus(edges.top).times(0.5))
    if not is_even:
        room = height.high - letters.low
        down = Pixels(min(-letters.high / 2, room), max(0, room))
    return Spot(start, top.plus(down), end.minus(start), letters)


def _many_lines(
    layout: Layout, part: Sequence[_Atom], strut: TextFont, width: Pixels, part_width: Pixels, align: str,
    into: Arrangement, top: Pixels,
) -> Pixels:  # fmt: skip
    amount, _ = _line_height(part, strut)
    longest = max((atom.minimum.high for atom in part), default=0.0)
    minimum = max(1, math.ceil(part_width.low * 0.9 / max(width.high, 1)))
    room = width.low - longest
    words = sum(atom.breaks + (atom.spot is not None) for atom in part)
    maximum = words
    if room > 0:
        maximum = min(words, math.ceil(part_width.high / room))
    maximum = max(1, min(maximum, _MAX_LINES))
    minimum = min(minimum, maximum)
    boxes = [atom.height.high for atom in part if atom.spot is not None]
    if boxes:
        tall = max(boxes)
        height = Pixels(
            max(amount.low, minimum * strut.line.low), max(amount.high, maximum * (max(tall, 0) + strut.line.high))
        )
    else:
        height = Pixels(max(amount.low, minimum * strut.line.low), amount.high * maximum)
    begins = align not in ("center", "-webkit-center", "right", "end")
    is_first = True
    for atom in part:
        element = atom.element
        if element is None or atom.is_end:
            is_first = is_first and not atom.width.high
            continue
        spot = atom.spot
        if spot is None:
            letters = Pixels(strut.size.low * 0.5, max(strut.size.high * _LETTERS[1], height.high + strut.size.high))
            spot = Spot(NOTHING, NOTHING, Pixels(0, width.high), letters)
        spot.left = Pixels(0, max(0, width.high - spot.width.low))
        if is_first and begins:
            spot.left = atom.lead
        spot.top = top.plus(Pixels(-strut.size.high, max(0, height.high - spot.height.low)))
        if atom.spot is not None:
            spot.top = top.plus(Pixels(min(0, height.high - spot.height.low), max(0, height.high - spot.height.low)))
        into.spots[element] = spot
        is_first = is_first and not atom.width.high
    return height
