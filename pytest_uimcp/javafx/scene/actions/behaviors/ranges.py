"""Sliders and scroll bars."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.actions.picking import in_node

__all__ = ["adjust"]


def adjust(node: Any, value: float) -> None:
    """A value within the range; on a tick where the slider keeps to them."""
    low = node.read("min")
    high = node.read("max")
    value = min(max(value, low), high)
    if node.is_a("Slider") and node.read("snapToTicks"):
        unit = node.read("majorTickUnit") / (max(node.read("minorTickCount"), 0) + 1)
        if unit > 0:
            value = min(low + round((value - low) / unit) * unit, high)
        else:
            value = value
    node.put(node.fx.props["value"], value)


def _step(node: Any, blocks: float) -> None:
    adjust(node, node.read("value") + blocks * node.read("blockIncrement"))


# By orientation: what keys do, in blocks; `None` goes to an end.
ARROWS = {"HORIZONTAL": {"LEFT": -1, "RIGHT": 1}, "VERTICAL": {"UP": 1, "DOWN": -1}}
BAR_ARROWS = {"HORIZONTAL": {"LEFT": -1, "RIGHT": 1}, "VERTICAL": {"UP": -1, "DOWN": 1}}


def _key(node: Any, event: FxEvent, arrows: dict[str, int]) -> None:
    if event.modifiers:
        return
    if event.code in arrows:
        _step(node, arrows[event.code])
        event.consume()
    elif event.code in ("HOME", "END"):
        adjust(node, node.read("min" if event.code == "HOME" else "max"))
        event.consume()


@on("KEY_PRESSED", "Slider")
def _slider_key(slider: Any, event: FxEvent) -> None:
    _key(slider, event, ARROWS[slider.read("orientation")])


@on("KEY_PRESSED", "ScrollBar")
def _bar_key(bar: Any, event: FxEvent) -> None:
    _key(bar, event, BAR_ARROWS[bar.read("orientation")])


@on("MOUSE_PRESSED", "Slider")
def _pressed(slider: Any, event: FxEvent) -> None:
    """A press beside the thumb brings the thumb there."""
    take_focus(slider)
    if event.button != "PRIMARY" or inside(event, "thumb") is not None or slider.skin is None:
        return
    track = slider.skin.track
    low = slider.read("min")
    high = slider.read("max")
    x, y = in_node(track, event.scene_x, event.scene_y)
    if slider.read("orientation") == "HORIZONTAL":
        share = x / track.lw if track.lw else 0.0
    else:
        share = 1 - y / track.lh if track.lh else 0.0
    adjust(slider, low + share * (high - low))


def _place(bar: Any, value: float) -> None:
    """Set a bar's value where it counts: in the pane or flow that the bar belongs to."""
    owner = bar.parent
    value = min(max(value, bar.read("min")), bar.read("max"))
    if owner is not None and owner.is_a("ScrollPane"):
        name = "vvalue" if bar.read("orientation") == "VERTICAL" else "hvalue"
        owner.put(owner.fx.props[name], value)
    elif owner is not None and owner.fx.name == "VirtualFlow":
        _scroll_flow(owner.sizer, bar, value)
    else:
        bar.put(bar.fx.props["value"], value)


def _scroll_flow(flow: Any, bar: Any, value: float) -> None:
    if bar.read("orientation") == "VERTICAL":
        flow.scroll_to_pixel(value * max(0.0, flow.total() - flow.viewport))
    else:
        bar.put(bar.fx.props["value"], value)
        flow.node.request_layout()


def _unit(bar: Any) -> float:
    """One step of a bar; of a pane's bar a tenth of what is in sight, of a flow's bar a row."""
    owner = bar.parent
    if owner is not None and owner.is_a("ScrollPane"):
        return float(bar.read("visibleAmount")) / 10
    if owner is not None and owner.fx.name == "VirtualFlow" and bar.read("orientation") == "VERTICAL":
        flow = owner.sizer
        hidden = flow.total() - flow.viewport
        if hidden > 0 and flow.count:
            return float(flow.length(0) / hidden)
        return 0.0
    return float(bar.read("unitIncrement"))


@on("MOUSE_PRESSED", "ScrollBar")
def _bar_pressed(bar: Any, event: FxEvent) -> None:
    """The ends step, the track goes a page towards the mouse."""
    take_focus(bar)
    if event.button != "PRIMARY" or bar.skin is None:
        return
    value = bar.read("value")
    unit = _unit(bar)
    if inside(event, "increment-button") is not None:
        _place(bar, value + unit)
    elif inside(event, "decrement-button") is not None:
        _place(bar, value - unit)
    elif inside(event, "track") is not None:
        thumb = bar.skin.thumb
        x, y = in_node(thumb, event.scene_x, event.scene_y)
        if bar.parent is None or not bar.inner:
            block = bar.read("blockIncrement")
        else:
            block = bar.read("visibleAmount") * 0.9
        _place(bar, value + (block if max(x - thumb.lw, y - thumb.lh) > 0 else -block))
    event.consume()


@on("SCROLL", "ScrollBar")
def _wheel(bar: Any, event: FxEvent) -> None:
    if bar.read("orientation") == "VERTICAL" or abs(event.delta_x) < abs(event.delta_y):
        delta = event.delta_y
    else:
        delta = 0.0
    delta = delta or event.delta_x
    value, low, high = (bar.read(name) for name in ("value", "min", "max"))
    if (delta > 0 and value > low) or (delta < 0 and value < high):
        _place(bar, value + (-1 if delta > 0 else 1) * _unit(bar))
        event.consume()
