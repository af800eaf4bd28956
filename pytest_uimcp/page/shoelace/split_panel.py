"""sl-split-panel: two parts, and a divider that keys move."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import ShoelaceComponent, js_number

__all__ = ["SplitPanel"]


class SplitPanel(ShoelaceComponent):
    """Two parts with a divider, whose position is a percentage."""

    _position: float | None = None

    def shadow_html(self) -> str:
        stop = "tabindex=0" * (not self.element.has("disabled"))
        return (
            f"<div><slot name=start></slot></div><div role=separator {stop} aria-label=Resize>"
            "<slot name=divider></slot></div><div><slot name=end></slot></div>"
        )

    def update_host(self) -> None:
        if self._position is None:
            self._move_divider(self._percentage())

    def on_attribute(self, name: str, old_value: str | None, focus: Focus) -> None:
        super().on_attribute(name, old_value, focus)
        if name == "position" and self._position is not None:
            self._move_divider(self._percentage())

    def _move_divider(self, position: float) -> None:
        if self._position != position:
            self._position = position
            self.tasks.soon(partial(self.emit, "sl-reposition"))

    def on_event(self, event: Event) -> None:
        if event.name != "keydown" or self.element.has("disabled") or self.focus is None or self._position is None:
            return
        # Keys in the two parts are not for the divider.
        if event.target.get("role") != "separator" or event.target.root() is not self.element.shadow:
            return
        step = 1
        if "shift" in event.modifiers:
            step = 10
        edges = {"Home": 0, "End": 100}
        # The position is that of the primary part, so keys count from the other side.
        if self.element.get("primary") == "end":
            step = -step
            edges = {"Home": 100, "End": 0}
        axis = ("ArrowUp", "ArrowDown") if self.element.has("vertical") else ("ArrowLeft", "ArrowRight")
        position = {**edges, axis[0]: self._position - step, axis[1]: self._position + step}.get(event.key)
        if position is not None:
            event.prevent_default()
            self._move_divider(min(max(position, 0), 100))

    def _percentage(self) -> float:
        text = self.element.get("position")
        number = js_number(text) if text is not None else Decimal(50)
        if number is None:
            refuse("component-use", f"where <sl-split-panel> stands with position={text!r}")
        return float(number)
