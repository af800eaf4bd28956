"""Boxes: layout bounds, local bounds with effect and clip, bounds in the parent.

A parent's box is the union of what its visible children cover and, for a region, of what its background and border
cover, which may be more than its size: the ring around a focused button lies 1.4 outside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from pytest_uimcp.javafx.scene.css.edges import BORDER, OUTSETS
from pytest_uimcp.javafx.scene.layout.effects import affected
from pytest_uimcp.javafx.scene.model.by_class import ByClass
from pytest_uimcp.javafx.scene.values.geometry import (
    EMPTY,
    IDENTITY,
    Affine,
    Box,
    Insets,
    apply,
    compose,
    grow,
    intersect,
    is_empty,
    rotation,
    scaling,
    union,
)

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


# Layout boxes of what is not a region, by class; `shapes` fills it.
SHAPES: Final[ByClass[Callable[[Node], Box]]] = ByClass()
# What is drawn beyond the layout box, by class.
INK: Final[ByClass[Callable[[Node], Box]]] = ByClass()


def border_insets(node: Node) -> Insets | None:
    """What the strokes of the border take from the inside, or `None` without a border."""
    return cast("Insets | None", node.styled.get(BORDER))


def outsets(node: Node) -> Insets | None:
    """How far background and border reach beyond the size, or `None` if they do not."""
    return cast("Insets | None", node.styled.get(OUTSETS))


def layout_box(node: Node) -> Box:
    """What layouts take for the node's extent."""
    if node.resizable:
        return (0.0, 0.0, node.lw, node.lh)
    shape = SHAPES.find(node.fx)
    if shape is None:
        if node.is_parent:
            return _children(node)
        return EMPTY
    sizes = node.sizes
    if sizes is None:
        sizes = node.sizes = {}
    box: Box | None = sizes.get("box")
    if box is None:
        box = sizes["box"] = shape(node)
    return box


def _children(node: Node) -> Box:
    total = EMPTY
    for kid in node.kids:
        if kid.shown:
            # Read here without a call: a pane of a thousand rows asks a thousand times.
            box = kid.pbox
            total = union(total, in_parent(kid) if box is None else box)
    return total


def _region(node: Node) -> Box:
    width = node.lw
    height = node.lh
    # Before its first layout a region may be smaller than nothing, which covers nothing.
    if width < 0 or height < 0:
        return EMPTY
    # A shape that is not scaled lies around the middle of the region, and may be larger than it.
    centred = node.values.get("shapeBounds") or cast("tuple[float, float] | None", node.styled.get("shapeBounds"))
    if centred is not None:
        dx = (width - centred[0]) / 2
        dy = (height - centred[1]) / 2
        return (dx, dy, dx + centred[0], dy + centred[1])
    box = (0.0, 0.0, width, height)
    beyond = outsets(node)
    if beyond is None:
        return box
    return grow(box, beyond)


def _drawn(node: Node) -> Box:
    if node.resizable:
        region = _region(node)
        if node.kids:
            return union(region, _children(node))
        return region
    ink = INK.find(node.fx)
    if ink is None:
        return layout_box(node)
    return ink(node)


def local(node: Node) -> Box:
    """`boundsInLocal`."""
    box = node.gbox
    if box is None:
        box = _drawn(node)
        effect = node.author.get("effect") or node.values.get("effect") or node.styled.get("effect")
        if effect is not None:
            box = affected(box, effect)
        clip = cast("Node | Box | None", node.values.get("clip"))
        if clip is not None:
            # Skins clip with boxes, programs with nodes.
            box = intersect(box, clip if isinstance(clip, tuple) else in_parent(clip))
        # Forgotten by `bounds_changed`, here and in every ancestor that has built on it.
        node.gbox = box
    return box


# Properties that make more of a transform than a shift.
TURNING = frozenset(("scaleX", "scaleY", "rotate", "nodeOrientation"))


def to_parent(node: Node) -> tuple[float, float] | Affine:
    """The map into the parent: a shift, or an affine map where the node is scaled, turned or mirrored."""
    values = node.values
    x = node.lx + values.get("translateX", 0.0)
    y = node.ly + values.get("translateY", 0.0)
    # The usual case first: most nodes are only moved, and this is asked for every box of every snapshot.
    if values.keys().isdisjoint(TURNING) and "rotate" not in node.styled and not node.author:
        return (x, y)
    # A text is never mirrored: its letters would be.
    mirrored = _mirrored(node)
    if not mirrored and not node.read("rotate") and node.read("scaleX") == node.read("scaleY") == 1:
        return (x, y)
    return _affine(node, x, y, mirrored)


def _mirrored(node: Node) -> bool:
    """Whether it runs the other way than its parent."""
    orientation = node.values.get("nodeOrientation", "INHERIT")
    if orientation == "INHERIT" or node.is_a("Text"):
        return False
    parent = node.parent
    is_parent_mirrored = parent is not None and parent.rtl
    return (orientation == "RIGHT_TO_LEFT") != is_parent_mirrored


def _affine(node: Node, x: float, y: float, mirrored: bool) -> Affine:
    box = layout_box(node)
    # JavaFX turns and scales around the middle of the layout box, not of what can be seen.
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    affine: Affine = (1.0, 0.0, 0.0, 1.0, x, y)
    if mirrored:
        affine = compose(affine, (-1.0, 0.0, 0.0, 1.0, box[2] - box[0], 0.0))
    # Applied from the inside out: scaled first, then turned, then mirrored, then moved.
    turn = node.read("rotate")
    if turn:
        affine = compose(affine, rotation(turn, middle))
    sx = node.read("scaleX")
    sy = node.read("scaleY")
    if (sx, sy) == (1, 1):
        return affine
    return compose(affine, scaling(sx, sy, middle))


def in_parent(node: Node) -> Box:
    """`boundsInParent`."""
    box = node.pbox
    if box is None:
        local_box = local(node)
        shift = to_parent(node)
        if is_empty(local_box):
            box = EMPTY
        elif len(shift) == 2:
            box = (local_box[0] + shift[0], local_box[1] + shift[1], local_box[2] + shift[0], local_box[3] + shift[1])
        else:
            box = apply(shift, local_box)
        node.pbox = box
    return box


def to_scene(node: Node) -> Affine:
    total = IDENTITY
    ancestor: Node | None = node
    while ancestor is not None:
        step = to_parent(ancestor)
        total = compose((1.0, 0.0, 0.0, 1.0, *step) if len(step) == 2 else step, total)
        ancestor = ancestor.parent
    return total
