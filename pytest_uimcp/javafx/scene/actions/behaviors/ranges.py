"""Sliders and scroll bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.actions.picking import in_node
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.flow import VirtualFlow


def adjust(node: Node, value: float) -> None:
    """A value within the range; on a tick where the slider keeps to them."""
    minimum = node.read("min")
    maximum = node.read("max")
    value = min(max(value, minimum), maximum)
    if node.is_a("Slider") and node.read("snapToTicks"):
        # The minor ticks divide the space between two major ones.
        unit = node.read("majorTickUnit") / (max(node.read("minorTickCount"), 0) + 1)
        if unit > 0:
            value = min(minimum + round((value - minimum) / unit) * unit, maximum)
    node.write("value", value)


def _step(node: Node, blocks: float) -> None:
    adjust(node, node.read_number("value") + blocks * node.read("blockIncrement"))


# By orientation: what keys do, in blocks. Up is more on a slider, and less on a bar, which stands for a place.
ARROWS: Final[Mapping[str, Mapping[str, int]]] = {
    "HORIZONTAL": {"LEFT": -1, "RIGHT": 1},
    "VERTICAL": {"UP": 1, "DOWN": -1},
}
BAR_ARROWS: Final[Mapping[str, Mapping[str, int]]] = {
    "HORIZONTAL": {"LEFT": -1, "RIGHT": 1},
    "VERTICAL": {"UP": -1, "DOWN": 1},
}


def _key(node: Node, event: FxEvent, arrows: Mapping[str, int]) -> None:
    if event.modifiers:
        return
    if event.code in arrows:
        _step(node, arrows[event.code])
        event.consume()
    elif event.code in ("HOME", "END"):
        adjust(node, node.read("min" if event.code == "HOME" else "max"))
        event.consume()


@on("KEY_PRESSED", "Slider")
def _slider_key(slider: Node, event: FxEvent) -> None:
    _key(slider, event, ARROWS[slider.read("orientation")])


@on("KEY_PRESSED", "ScrollBar")
def _bar_key(bar: Node, event: FxEvent) -> None:
    _key(bar, event, BAR_ARROWS[bar.read("orientation")])


@on("MOUSE_PRESSED", "Slider")
def _pressed(slider: Node, event: FxEvent) -> None:
    """A press beside the thumb brings the thumb there."""
    take_focus(slider)
    if event.button != "PRIMARY" or inside(event, "thumb") is not None or slider.skin is None:
        return
    track = slider.skin.track
    minimum = slider.read("min")
    maximum = slider.read("max")
    x, y = in_node(track, event.scene_x, event.scene_y)
    if slider.read("orientation") == "HORIZONTAL":
        share = x / track.lw if track.lw else 0.0
    else:
        share = 1 - y / track.lh if track.lh else 0.0
    adjust(slider, minimum + share * (maximum - minimum))


def _place(bar: Node, value: float) -> None:
    """Set a bar's value where it counts: in the pane or flow that the bar belongs to."""
    owner = bar.parent
    value = min(max(value, bar.read("min")), bar.read("max"))
    if owner is not None and owner.is_a("ScrollPane"):
        # The bar of a scroll pane only shows what the pane has.
        if bar.read("orientation") == "VERTICAL":
            name = "vvalue"
        else:
            name = "hvalue"
        owner.write(name, value)
    elif owner is not None and isinstance(owner.sizer, VirtualFlow):
        _scroll_flow(owner.sizer, bar, value)
    else:
        bar.write("value", value)


def _scroll_flow(flow: VirtualFlow, bar: Node, value: float) -> None:
    if bar.read("orientation") == "VERTICAL":
        flow.scroll_to_pixel(value * max(0.0, flow.total() - flow.viewport))
    else:
        bar.write("value", value)
        flow.node.request_layout()


def _unit(bar: Node) -> float:
    """One step of a bar; of a pane's bar a tenth of what is in sight, of a flow's bar a row."""
    owner = bar.parent
    if owner is not None and owner.is_a("ScrollPane"):
        return float(bar.read("visibleAmount")) / 10
    flow = owner.sizer if owner is not None else None
    if isinstance(flow, VirtualFlow) and bar.read("orientation") == "VERTICAL":
        # The value of such a bar runs from 0 to 1 over what is out of sight.
        hidden = flow.total() - flow.viewport
        if hidden > 0 and flow.count:
            return float(flow.length(0) / hidden)
        return 0.0
    return float(bar.read("unitIncrement"))


@on("MOUSE_PRESSED", "ScrollBar")
def _bar_pressed(bar: Node, event: FxEvent) -> None:
    """The ends step, the track goes a page towards the mouse."""
    take_focus(bar)
    if event.button != "PRIMARY" or bar.skin is None:
        return
    value = bar.read_number("value")
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
def _wheel(bar: Node, event: FxEvent) -> None:
    delta = 0.0
    if bar.read("orientation") == "VERTICAL" or abs(event.delta_x) < abs(event.delta_y):
        delta = event.delta_y
    delta = delta or event.delta_x
    value, minimum, maximum = (bar.read_number(name) for name in ("value", "min", "max"))
    if (delta > 0 and value > minimum) or (delta < 0 and value < maximum):
        _place(bar, value + (-1 if delta > 0 else 1) * _unit(bar))
        event.consume()
