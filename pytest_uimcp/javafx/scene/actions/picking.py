"""What is under a point: the topmost node that can be hit.

Nodes that are invisible, disabled or transparent for the mouse are passed over with everything in them, except for
the disabled items of a menu.
"""

from __future__ import annotations

from pytest_uimcp.javafx.scene.layout.bounds import layout_box, local, to_parent
from pytest_uimcp.javafx.scene.layout.bounds import to_scene as scene_map
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.window import Window
from pytest_uimcp.javafx.scene.values.geometry import Affine, Box


def _inverse(affine: Affine, x: float, y: float) -> tuple[float, float] | None:
    a, b, c, d, dx, dy = affine
    span = a * d - b * c
    if abs(span) < 1e-12:  # scaled to nothing: it has no points
        return None
    x = x - dx
    y = y - dy
    return (d * x - c * y) / span, (a * y - b * x) / span


def _into(node: Node, x: float, y: float) -> tuple[float, float] | None:
    shift = to_parent(node)
    if len(shift) == 2:
        return (x - shift[0], y - shift[1])
    return _inverse(shift, x, y)


def _within(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _clipped(node: Node, x: float, y: float) -> bool:
    clip = node.values.get("clip")
    return isinstance(clip, tuple) and not _within(clip, x, y)


def _can_be_hit(node: Node) -> bool:
    return node.shown and (not node.off or node.fx.name == "MenuItemContainer") and not node.read("mouseTransparent")


def _top_first(node: Node) -> list[Node]:
    kids = list(node.kids)
    # Hardly any program sets it, and sorting every list of children would be felt.
    if any(kid.read("viewOrder") for kid in kids):
        kids.sort(key=lambda kid: -kid.read("viewOrder"))
    return kids[::-1]


def pick(node: Node | None, x: float, y: float) -> Node | None:
    """The node at a point in the coordinates of the parent of `node`."""
    if node is None or not _can_be_hit(node):
        return None
    point = _into(node, x, y)
    if point is None or not _within(local(node), *point) or _clipped(node, *point):
        return None
    for kid in _top_first(node) if node.kids else ():
        hit = pick(kid, *point)
        if hit is not None:
            return hit
    if _is_hit(node, *point):
        return node
    return None


def _is_hit(node: Node, x: float, y: float) -> bool:
    if node.read("pickOnBounds"):
        return True
    # A pane that does not pick on bounds is hit only through its children.
    if node.is_parent:
        return False
    # Room for a picture that is not there is looked through.
    if node.is_a("ImageView") and node.read("image") is None:
        return False
    if node.is_a("Circle") or node.is_a("Ellipse"):
        x0, y0, x1, y1 = layout_box(node)
        rx = (x1 - x0) / 2
        ry = (y1 - y0) / 2
        return rx > 0 and ry > 0 and ((x - x0 - rx) / rx) ** 2 + ((y - y0 - ry) / ry) ** 2 <= 1
    return True


def to_scene(node: Node, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, dx, dy = scene_map(node)
    return a * x + c * y + dx, b * x + d * y + dy


def in_node(node: Node, x: float, y: float) -> tuple[float, float]:
    return _inverse(scene_map(node), x, y) or (0.0, 0.0)


def center(node: Node) -> tuple[float, float]:
    x0, y0, x1, y1 = local(node)
    return to_scene(node, (x0 + x1) / 2, (y0 + y1) / 2)


def window_at(platform: Platform, x: float, y: float) -> Window | None:
    """The topmost window at a place on the screen."""
    for window in reversed(platform.stacked()):
        x0 = window.read("x")
        y0 = window.read("y")
        if x0 <= x < x0 + window.read("width") and y0 <= y < y0 + window.read("height"):
            return window
    return None
