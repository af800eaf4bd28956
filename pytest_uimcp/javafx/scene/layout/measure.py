"""Asking nodes for sizes: overrides first, then the sizer, remembered until something changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from pytest_uimcp.javafx.scene.layout.bounds import border_insets, layout_box
from pytest_uimcp.javafx.scene.values.geometry import FARTHEST, NO_INSETS, Insets, snap_size

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.layout.sizer import Sizer
    from pytest_uimcp.javafx.scene.model.node import Node

__all__ = [
    "autosize", "baseline", "bias", "bounded", "extent", "insets", "layout_box", "max_height", "max_width",
    "min_height", "min_width", "pref_height", "pref_width", "sized", "sizer", "snapped",
]  # fmt: skip

COMPUTED = -1.0
PREF = float("-inf")
# What each axis calls its sizes.
NAMES: Final = {
    "min": ("minWidth", "minHeight"),
    "pref": ("prefWidth", "prefHeight"),
    "max": ("maxWidth", "maxHeight"),
}

# The methods of a `Sizer` that answer for them.
METHODS: Final = {"min": "min_size", "pref": "pref_size", "max": "max_size"}


def sizer(node: Node) -> Sizer:
    """Who answers for the node: its skin, or the sizer of its class."""
    answering = node.sizer
    if answering is None:
        # Imported here: sizers ask this module for the sizes of children.
        from pytest_uimcp.javafx.scene.layout.sizer import SIZERS

        answering = node.sizer = SIZERS.find(node.fx)
        assert answering is not None  # only regions are asked, and every region has the sizer of Region
    return answering


def insets(node: Node) -> Insets:
    padding = node.read("padding") or NO_INSETS
    border = border_insets(node)
    if border is None:
        return padding
    return Insets(*(a + b for a, b in zip(padding, border, strict=True)))


def snapped(node: Node) -> Insets:
    """Insets on whole pixels, as controls use them."""
    sizes = node.sizes
    if sizes is None:
        sizes = node.sizes = {}
    snapped_insets: Insets | None = sizes.get("snapped")
    if snapped_insets is None:
        snapped_insets = insets(node)
        if snapped_insets is not NO_INSETS and node.read("snapToPixel"):
            snapped_insets = Insets(*(snap_size(part) for part in snapped_insets))
        sizes["snapped"] = snapped_insets
    return snapped_insets


def _size(node: Node, kind: str, axis: int, cross: float) -> float:
    # The size across is part of the question: text that wraps is higher where it is narrow.
    key = (kind, axis, cross)
    sizes = node.sizes
    if sizes is None:
        sizes = node.sizes = {}
    size: float | None = sizes.get(key)
    if size is None:
        size = _find(node, kind, axis, cross)
        # Answering may have made the skin change its nodes, and so forgotten all sizes.
        (node.sizes if node.sizes is not None else sizes)[key] = size
    return size


def _find(node: Node, kind: str, axis: int, cross: float) -> float:
    if not node.resizable:
        return _own(node, axis)
    # What a program or a stylesheet sets is stronger than what the sizer would find.
    override = cast(float, node.read(NAMES[kind][axis]))
    # USE_PREF_SIZE: the least or greatest size is the preferred one.
    if override == PREF and kind != "pref":
        return _size(node, "pref", axis, cross)
    size = override
    if override == COMPUTED:
        size = getattr(sizer(node), METHODS[kind])(node, axis, cross)
    if size != size or size < 0:
        return 0.0
    if kind != "max":
        return min(size, FARTHEST)
    return size


def _own(node: Node, axis: int) -> float:
    if node.fx.name == "Group" and node.dirty:
        from pytest_uimcp.javafx.scene.layout.run import layout_node

        # The size of a group is that of its children, which have to have theirs first.
        layout_node(node)
    box = layout_box(node)
    return box[2 + axis] - box[axis]


def min_width(node: Node, height: float = -1.0) -> float:
    return _size(node, "min", 0, height)


def pref_width(node: Node, height: float = -1.0) -> float:
    return _size(node, "pref", 0, height)


def max_width(node: Node, height: float = -1.0) -> float:
    return _size(node, "max", 0, height)


def min_height(node: Node, width: float = -1.0) -> float:
    return _size(node, "min", 1, width)


def pref_height(node: Node, width: float = -1.0) -> float:
    return _size(node, "pref", 1, width)


def max_height(node: Node, width: float = -1.0) -> float:
    return _size(node, "max", 1, width)


def sized(node: Node, kind: str, axis: int, cross: float = -1.0) -> float:
    """Any of the six by name: `min`, `pref`, `max`, on axis 0 (width) or 1 (height)."""
    return _size(node, kind, axis, cross)


def bounded(minimum: float, pref: float, maximum: float) -> float:
    """The preferred size within its bounds; the minimum is the stronger of two that disagree."""
    return min(max(pref, minimum), max(minimum, maximum))


def bias(node: Node) -> str | None:
    if node.resizable:
        return sizer(node).bias(node)
    return None


def baseline(node: Node) -> float:
    """Distance of the baseline from the top."""
    from pytest_uimcp.javafx.scene.layout.sizer import SAME_AS_HEIGHT

    if node.resizable:
        return sizer(node).baseline(node)
    if node.is_a("Text"):
        from pytest_uimcp.javafx.scene.layout.shapes import text_baseline

        return text_baseline(node)
    return SAME_AS_HEIGHT


def extent(node: Node, axis: int, cross: float) -> float:
    """How far the managed children reach when each has its preferred size."""
    # Children to the left of the origin count as well, so a region is never smaller than what is in it.
    far = 0.0
    start_edge = 0.0
    for kid in node.kids:
        if kid.placed:
            box = layout_box(kid)
            start = box[axis] + (kid.lx, kid.ly)[axis]
            start_edge = min(start_edge, start)
            size = bounded(*(_size(kid, kind, axis, cross) for kind in ("min", "pref", "max")))
            far = max(far, start + size)
    if far > start_edge:
        return far - start_edge
    return 0.0


def autosize(node: Node) -> None:
    """The preferred size, within bounds."""
    # The side that the other depends on is settled first.
    if bias(node) == "VERTICAL":
        height = bounded(min_height(node), pref_height(node), max_height(node))
        width = bounded(min_width(node, height), pref_width(node, height), max_width(node, height))
    else:
        width = bounded(min_width(node), pref_width(node), max_width(node))
        height = bounded(min_height(node, width), pref_height(node, width), max_height(node, width))
    node.resize(width, height)
