"""Scroll panes and flows of rows under the wheel and the keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.flow import VirtualFlow

AXES: Final = (("hmin", "hmax", "hvalue"), ("vmin", "vmax", "vvalue"))


def _move(pane: Node, axis: int, change: float) -> bool:
    """Change one value within its range; whether it changed."""
    minimum, maximum, value = (pane.read_number(name) for name in AXES[axis])
    new_value = min(max(value + change, minimum), maximum)
    pane.write(AXES[axis][2], new_value)
    return new_value != value


def scroll_pane(pane: Node, delta_x: float, delta_y: float) -> bool:
    """Scroll a pane by pixels of its content, relative to the height of all of it, as JavaFX 11 does."""
    if pane.skin is None:
        return False
    moved = False
    for axis, delta in enumerate((delta_x, delta_y)):
        size = pane.skin.size[axis]
        view = pane.skin.view[axis]
        # What fits is not scrolled, and the wheel is left to whatever is around the pane.
        if delta and size > max(view, 0.0):
            minimum, maximum, _ = (pane.read_number(name) for name in AXES[axis])
            moved = _move(pane, axis, -delta * (maximum - minimum) / size) or moved
    return moved


@on("SCROLL", "ScrollPane")
def _wheel(pane: Node, event: FxEvent) -> None:
    if scroll_pane(pane, event.delta_x, event.delta_y):
        event.consume()


@on("MOUSE_PRESSED", "ScrollPane")
def _pressed(pane: Node, event: FxEvent) -> None:
    # Also one that TAB passes over; but what is in it and takes a press for itself keeps the focus.
    target = event.target
    if pane.scene is None or not isinstance(target, Node):
        return
    way = [target, *target.ancestors()]
    inner = way[: way.index(pane)]
    if not any(node.is_a("Control") and not node.is_a("Label") for node in inner):
        pane.scene.request_focus(pane)


def _step(pane: Node, axis: int, sign: int) -> None:
    bar = pane.skin.vertical if axis else pane.skin.horizontal
    if bar.shown:
        _move(pane, axis, sign * bar.read("visibleAmount") / 10)


KEYS: Final[Mapping[str, tuple[int, int]]] = {
    "UP": (1, -1), "DOWN": (1, 1), "LEFT": (0, -1), "RIGHT": (0, 1), "PAGE_UP": (1, -1), "PAGE_DOWN": (1, 1),
    "SPACE": (1, 1),
}  # fmt: skip


@on("KEY_PRESSED", "ScrollPane")
def _key(pane: Node, event: FxEvent) -> None:
    if event.target is not pane or event.modifiers or pane.skin is None:
        return
    if event.code in KEYS:
        _step(pane, *KEYS[event.code])
        event.consume()
    elif event.code in ("HOME", "END"):
        for minimum, maximum, value in AXES:
            pane.write(value, pane.read(minimum if event.code == "HOME" else maximum))
        event.consume()


@on("SCROLL", "VirtualFlow")
def _rows(node: Node, event: FxEvent) -> None:
    """Rows go by pixels."""
    flow = node.sizer
    if not isinstance(flow, VirtualFlow):
        return
    if event.delta_x and not event.delta_y and flow.horizontal.shown:
        bar = flow.horizontal
        bar.write("value", min(max(bar.read_number("value") - event.delta_x, bar.read("min")), bar.read("max")))
        node.request_layout()
        event.consume()
        return
    old_position = flow.position
    flow.scroll_by(-event.delta_y)
    if flow.position != old_position:
        event.consume()
