"""Where the focus goes: the next stop with TAB, the nearest one with an arrow key."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.layout.bounds import layout_box, local, to_scene
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage import focus
from pytest_uimcp.javafx.scene.stage.focus import stops
from pytest_uimcp.javafx.scene.values.geometry import Box, apply

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.stage.scene import Scene


DIRECTIONS: Final = ("UP", "DOWN", "LEFT", "RIGHT")
KEYS: Final = ("TAB", *DIRECTIONS)
# What a node beside the axis is worse than any node on it.
OFF_AXIS_PX: Final = 100_000.0


def traverse(node: Node | None, scene: Scene, direction: str) -> bool:
    """Move the focus from a node; whether there was somewhere to go."""
    root = scene.root
    if root is None:
        return False
    if direction in DIRECTIONS:
        target = None
        if node is not None:
            target = _nearest(node, root, direction)
    else:
        target = _in_line(node, root, is_forward=direction == "NEXT")
    if target is None or target is node:
        return False
    # Not `request_focus`: a stop can have the focus, or it would be none.
    focus.focus(scene, target)
    show(target)
    return True


def _in_line(node: Node | None, root: Node, is_forward: bool) -> Node | None:
    """The next stop in the order of the tree, or the one before; round at the ends."""
    if is_forward:
        candidates = list(stops(root))
    else:
        candidates = list(stops(root))[::-1]
    if not candidates:
        return None
    if node is not None:
        order = {id(other): index for index, other in enumerate(root.walk())}
        start = order.get(id(node), -1)
        for candidate in candidates:
            if order[id(candidate)] > start if is_forward else order[id(candidate)] < start:
                return candidate
    return candidates[0]


def _nearest(node: Node, root: Node, direction: str) -> Node | None:
    """The stop that is nearest in a direction; what is on the axis comes first."""
    origin = _box(node)
    best = None
    best_distance = 0.0
    for candidate in stops(root, inside_controls=True):
        if candidate is node or candidate.parent is node:
            continue
        distance = _distance(direction, origin, _box(candidate))
        if distance is not None and (best is None or distance < best_distance):
            best = candidate
            best_distance = distance
    # The field in a control is the control's.
    if best is not None and best.fx.name == "FakeFocusTextField":
        return best.parent
    return best


def _box(node: Node) -> Box:
    return apply(to_scene(node), layout_box(node))


def _distance(direction: str, start: Box, target: Box) -> float | None:
    """How far a box is in a direction, `None` if it is not there; one that is off the axis comes after all on it."""
    ahead = {
        "UP": start[1] - target[3], "DOWN": target[1] - start[3],
        "LEFT": start[0] - target[2], "RIGHT": target[0] - start[2],
    }[direction]  # fmt: skip
    if ahead < 0:
        return None
    across = 0 if direction in ("UP", "DOWN") else 1
    aside = max(target[across] - start[across + 2], start[across] - target[across + 2])
    if aside > 0:
        return OFF_AXIS_PX + ahead * ahead + 9 * aside * aside
    centres = abs((target[across] + target[across + 2] - start[across] - start[across + 2]) / 2)
    return ahead + centres / 100


def show(node: Node) -> None:
    """Scroll every scroll pane around a node so that the node is in sight."""
    for pane in node.ancestors():
        if pane.fx.name == "ScrollPane" and not pane.inner and pane.skin is not None:
            for axis in (0, 1):
                _show_in(pane, node, axis)


def _show_in(pane: Node, node: Node, axis: int) -> None:
    skin = pane.skin
    origin = to_scene(pane)[4 + axis]
    box = apply(to_scene(node), local(node))
    low = box[axis] - origin
    high = box[axis + 2] - origin
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
        minimum, maximum, value = (pane.read_number(name) for name in names)
        bar = skin.horizontal if axis == 0 else skin.vertical
        step = shift * (maximum - minimum) / hidden
        # A little less than to the edge, so that the border of the node is not at the border of the view.
        step -= math.copysign(bar.read("visibleAmount") / 50, step)
        pane.set(names[2], min(max(value + step, minimum), maximum))
