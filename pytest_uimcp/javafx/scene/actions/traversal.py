"""Where the focus goes: the next stop with TAB, the nearest one with an arrow key."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.layout.bounds import layout_box, local, to_scene
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage import focus
from pytest_uimcp.javafx.scene.stage.focus import stops
from pytest_uimcp.javafx.scene.values.geometry import Box, apply

__all__ = ["DIRECTIONS", "KEYS", "traverse"]

DIRECTIONS = ("UP", "DOWN", "LEFT", "RIGHT")
KEYS = ("TAB", *DIRECTIONS)
FAR = 100_000.0
"""What a node beside the axis is worse than any node on it."""


def traverse(node: Node | None, scene: Any, direction: str) -> bool:
    """Move the focus from a node; whether there was somewhere to go."""
    root = scene.root
    if root is None:
        return False
    if direction in DIRECTIONS:
        found = _nearest(node, root, direction) if node is not None else None
    else:
        found = _in_line(node, list(stops(root)), root, forward=direction == "NEXT")
    if found is None or found is node:
        return False
    focus.focus(scene, found)
    show(found)
    return True


def _in_line(node: Node | None, found: list[Node], root: Node, forward: bool) -> Node | None:
    if not found:
        return None
    if node is None:
        return found[0 if forward else -1]
    order = {id(other): place for place, other in enumerate(root.walk())}
    here = order.get(id(node), -1)
    if forward:
        return next((one for one in found if order[id(one)] > here), found[0])
    return next((one for one in reversed(found) if order[id(one)] < here), found[-1])


def _nearest(node: Node, root: Node, direction: str) -> Node | None:
    """The stop that is nearest in a direction; what is on the axis comes first."""
    origin = _box(node)
    best = None
    least = 0.0
    for one in stops(root, inner=True):
        if one is node or one.parent is node:
            continue
        box = _box(one)
        out = _out(direction, origin, box)
        if out < 0:
            continue
        side = _beside(direction, origin, box)
        if side <= 0:
            far = out + _centres(direction, origin, box) / 100
        else:
            far = FAR + out * out + 9 * side * side
        if best is None or far < least:
            best = one
            least = far
    # The field in a control is the control's.
    if best is not None and best.fx.name == "FakeFocusTextField":
        return best.parent
    return best


def _box(node: Node) -> Box:
    return apply(to_scene(node), layout_box(node))


def _out(direction: str, here: Box, there: Box) -> float:
    return {
        "UP": here[1] - there[3], "DOWN": there[1] - here[3], "LEFT": here[0] - there[2], "RIGHT": there[0] - here[2],
    }[direction]  # fmt: skip


def _axis(direction: str) -> int:
    if direction in ("UP", "DOWN"):
        return 0
    return 1


def _beside(direction: str, here: Box, there: Box) -> float:
    axis = _axis(direction)
    return max(there[axis] - here[axis + 2], here[axis] - there[axis + 2])


def _centres(direction: str, here: Box, there: Box) -> float:
    axis = _axis(direction)
    return abs((there[axis] + there[axis + 2] - here[axis] - here[axis + 2]) / 2)


# --- bringing into sight


def show(node: Node) -> None:
    """Scroll every scroll pane around a node so that the node is in sight."""
    for pane in node.ancestors():
        if pane.fx.name == "ScrollPane" and not pane.inner and pane.skin is not None:
            for axis in (0, 1):
                _show_in(pane, node, axis)


def _show_in(pane: Any, node: Node, axis: int) -> None:
    skin = pane.skin
    here = to_scene(pane)
    there = apply(to_scene(node), local(node))
    low = there[axis] - here[4 + axis]
    high = there[axis + 2] - here[4 + axis]
    start = skin.insets[3] if axis == 0 else skin.insets[0]
    room = skin.view[axis]
    size = skin.size[axis]
    shift = 0.0
    if high > start + room:
        shift = low - start
    if low < start:
        shift = high - room - start
    hidden = size - room
    if shift and hidden > 0:
        names = (("hmin", "hmax", "hvalue"), ("vmin", "vmax", "vvalue"))[axis]
        least, most, value = (pane.read(name) for name in names)
        bar = skin.horizontal if axis == 0 else skin.vertical
        step = shift * (most - least) / hidden
        # A little less than to the edge, so that the border of the node is not at the border of the view.
        step -= (1 if step > 0 else -1) * bar.read("visibleAmount") / 50
        pane.set(names[2], min(max(value + step, least), most))
