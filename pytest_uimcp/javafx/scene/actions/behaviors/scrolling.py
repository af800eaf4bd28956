"""Scroll panes and flows of rows under the wheel and the keys."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, on

__all__ = ["scroll_pane"]

AXES = (("hmin", "hmax", "hvalue"), ("vmin", "vmax", "vvalue"))


def _move(pane: Any, axis: int, change: float) -> bool:
    """Change one value within its range; whether it changed."""
    low, high, value = (pane.read(name) for name in AXES[axis])
    wanted = min(max(value + change, low), high)
    pane.put(pane.fx.props[AXES[axis][2]], wanted)
    return bool(wanted != value)


def scroll_pane(pane: Any, delta_x: float, delta_y: float) -> bool:
    """Scroll a pane by pixels of its content, relative to the height of all of it, as JavaFX 11 does."""
    if pane.skin is None:
        return False
    moved = False
    for axis, delta in enumerate((delta_x, delta_y)):
        size = pane.skin.size[axis]
        view = pane.skin.view[axis]
        if delta and size > max(view, 0.0):
            low, high, _ = (pane.read(name) for name in AXES[axis])
            moved = _move(pane, axis, -delta * (high - low) / size) or moved
    return moved


@on("SCROLL", "ScrollPane")
def _wheel(pane: Any, event: FxEvent) -> None:
    if scroll_pane(pane, event.delta_x, event.delta_y):
        event.consume()


@on("MOUSE_PRESSED", "ScrollPane")
def _pressed(pane: Any, event: FxEvent) -> None:
    take_focus(pane)


def _step(pane: Any, axis: int, sign: int) -> None:
    bar = pane.skin.vertical if axis else pane.skin.horizontal
    if bar.shown:
        _move(pane, axis, sign * bar.read("visibleAmount") / 10)


KEYS = {
    "UP": (1, -1), "DOWN": (1, 1), "LEFT": (0, -1), "RIGHT": (0, 1), "PAGE_UP": (1, -1), "PAGE_DOWN": (1, 1),
    "SPACE": (1, 1),
}  # fmt: skip


@on("KEY_PRESSED", "ScrollPane")
def _key(pane: Any, event: FxEvent) -> None:
    if event.target is not pane or event.modifiers or pane.skin is None:
        return
    if event.code in KEYS:
        _step(pane, *KEYS[event.code])
        event.consume()
    elif event.code in ("HOME", "END"):
        for low, high, value in AXES:
            pane.put(pane.fx.props[value], pane.read(low if event.code == "HOME" else high))
        event.consume()


@on("SCROLL", "VirtualFlow")
def _rows(node: Any, event: FxEvent) -> None:
    """Rows go by pixels."""
    flow = node.sizer
    if event.delta_x and not event.delta_y and flow.horizontal.shown:
        bar = flow.horizontal
        bar.put(bar.fx.props["value"], min(max(bar.read("value") - event.delta_x, bar.read("min")), bar.read("max")))
        node.request_layout()
        event.consume()
        return
    before = flow.position
    flow.scroll_by(-event.delta_y)
    if flow.position != before:
        event.consume()
