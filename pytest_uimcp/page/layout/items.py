"""The items of a flexible box or a grid: which there are, how wide they are, and how much they grow and shrink."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels, length
from pytest_uimcp.page.layout.sheet import Piece

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout


def gap_of(layout: Layout, box: Element, axis: str, room: Pixels | None) -> Pixels:
    return (
        length(layout.sheet.style(box).get(f"{axis}-gap", "0"), room or NOTHING, layout.sheet.font(box).size) or NOTHING
    )


def items_of(layout: Layout, box: Element) -> list[list[Piece]]:
    """The items of a box: each element, and texts that stand together."""
    items: list[list[Piece]] = []
    texts: list[Piece] = []
    for piece in layout.sheet.pieces(box):
        if layout.sheet.is_out(piece):
            continue
        if isinstance(piece, Text):
            if piece.data.strip():
                texts.append(piece)
            continue
        if texts:
            items.append(texts)
            texts = []
        items.append([piece])
    if texts:
        items.append(texts)
    return sorted(items, key=lambda item: _order(layout, item[0]))  # the order of an item is not that of the document


def _order(layout: Layout, piece: Piece) -> float:
    if isinstance(piece, Text):
        return 0.0
    try:
        return float(layout.sheet.piece_style(piece).get("order", "0"))
    except ValueError:
        return 0.0


def item_widths(layout: Layout, box: Element, item: list[Piece]) -> tuple[Pixels, Pixels]:
    [initial, *_] = item
    if isinstance(initial, Text):
        return layout.run_widths(box, item)
    return layout.outer_widths(initial)


def flexibility(style: Mapping[str, str]) -> tuple[float, float, str]:
    """How much an item grows and shrinks, and its basis."""
    grow = 0.0
    shrink = 1.0
    basis = "auto"
    flex = style.get("flex", "").split()
    if flex == ["none"]:
        shrink = 0.0
    elif flex == ["auto"]:
        grow = 1.0
    elif flex and flex != ["initial"]:
        numbers = [part for part in flex if _is_number(part)]
        sizes = [part for part in flex if not _is_number(part)]
        grow = 1.0
        if numbers:
            grow = float(numbers[0])
        shrink = 1.0
        if len(numbers) > 1:
            shrink = float(numbers[1])
        basis = "0%"
        if sizes:
            basis = sizes[0]
        if len(numbers) > 2:
            basis = "0px"
    grow = _number(style.get("flex-grow"), grow)
    shrink = _number(style.get("flex-shrink"), shrink)
    return grow, shrink, style.get("flex-basis", basis)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _number(text: str | None, default: float) -> float:
    if text is not None and _is_number(text):
        return float(text)
    return default
