"""`ui-action`, `ui-event-E` and `ui-event-keypress-…`: events that call a method or set a field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.bindings.value import value_binding
from pytest_uimcp.page.dom.submission import closes_dialog
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.keys import parse_key_pattern
from pytest_uimcp.page.motion import MOTION_EVENTS
from pytest_uimcp.page.rules import PREVENTED_KEYS
from pytest_uimcp.page.widgets import NOTHING, widget_of

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.events import Event
    from pytest_uimcp.page.dom.nodes import Element

__all__ = ["NEVER_SENT", "EventBinding", "KeypressBinding"]


# Events of a browser, with the elements that send them here too: in a browser parts of components load icons.
NEVER_SENT: Final[dict[str, frozenset[str]]] = {
    "sl-cancel": frozenset(), "sl-error": frozenset(), "sl-finish": frozenset(), "sl-load": frozenset({"sl-icon"}),
    "sl-mutation": frozenset(), "sl-resize": frozenset(), "sl-start": frozenset(),
}  # fmt: skip


class _SendingBinding(Binding):
    """A binding that only sends; its variable has no value to show, but reports errors."""

    __slots__ = ()
    watched = False

    def properties(self) -> dict[str, str]:
        # Change detection must not call it.
        return self.plan.path.properties(access=self.access, priority="low")

    def attach(self) -> None:
        self.on(self.event, self.happened)

    def happened(self, event: Event) -> None:
        raise NotImplementedError

    def flush(self) -> None:
        """Send what the user entered into the same element, before the event."""
        value = value_binding(self.renderer.bindings_of(self.element))
        if value is not None and not value.only_shows:
            value.commit()

    def element_value(self) -> Any:
        """Null for `m()`, else the element's value, else true."""
        if self.plan.path.calls:
            return None
        widget = widget_of(self.element)
        if widget is not None:
            value = widget.read(self.element)
        else:
            value = self.element.get("value")
        if value is None or value is NOTHING:
            return True
        return value


class EventBinding(_SendingBinding):
    """`ui-action` and `ui-event-E`: an event calls a method or sets a field."""

    __slots__ = ()

    def attach(self) -> None:
        if self.element.tag not in NEVER_SENT.get(self.event, (self.element.tag,)):
            refuse("event", self.event)
        if self.event in MOTION_EVENTS:
            self.renderer.document.motion_events.add(self.event)
        super().attach()

    def happened(self, event: Event) -> None:
        # The component clicks its control in turn, and that click counts.
        if event.relayed:
            return
        if _leaves_page(event, self.element, is_action=self.plan.attribute == "ui-action"):
            event.prevent_default()
        self.flush()
        value = self.element.get(f"ui-event-{self.event}-value")
        self.send(self.element_value() if value is None else value)


class KeypressBinding(_SendingBinding):
    """`ui-event-keypress-[mods-]key`."""

    __slots__ = ()

    def happened(self, event: Event) -> None:
        key = parse_key_pattern(self.plan.argument)
        if not key.matches(event.key, event.modifiers):
            return
        # What the browser would do with such a key, scroll or open a menu, is not meant here.
        if event.key in PREVENTED_KEYS or event.modifiers & {"ctrl", "meta", "alt"}:
            event.prevent_default()
        self.flush()
        self.send(None if self.plan.path.calls else key.name)


def _leaves_page(event: Event, element: Element, *, is_action: bool) -> bool:
    """Whether the browser's default action, submitting or following `#`, would leave the page.

    What has `ui-action` does that and nothing else.
    """
    if event.name == "submit":
        return not closes_dialog(event.target, event.detail)
    if event.name != "click":
        return False
    if element.tag == "a":
        href = element.get("href")
        return href is not None and (is_action or href in ("", "#"))
    if is_action and element.tag == "button":
        form = element.closest("form")
    else:
        form = None
    return form is not None and form.has("action")
