"""What each `ui-*` attribute does (contract §10).

A binding watches one variable for one element. `BINDINGS` is the table of kinds; `bind` makes one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.inlinestyle import set_property
from pytest_uimcp.page.plans import Asked
from pytest_uimcp.page.scripting import to_string, truthy
from pytest_uimcp.page.variables import Variable
from pytest_uimcp.page.widgets import Widget, widget_of

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.events import Event
    from pytest_uimcp.page.render import Renderer

__all__ = ["BINDINGS", "Binding", "bind"]


class Binding:
    """One attribute of one element and the variable behind it."""

    __slots__ = ("asked", "element", "renderer", "variable")

    grows = True
    """Whether a change can make the element larger, which `scrollOnOutput` waits for."""

    def __init__(self, renderer: Renderer, element: Element, asked: Asked, parent: Variable) -> None:
        self.renderer = renderer
        self.element = element
        self.asked = asked
        if asked.path.has("scrollOnOutput"):
            renderer.keep_scrolled(element)
        self.variable = renderer.variables.create(parent, self.properties(), self)
        self.attach()

    def properties(self) -> dict[str, str]:
        """The properties of the variable."""
        return self.asked.path.properties(access="r")

    def attach(self) -> None:
        """Listen to what the element is for."""

    def show(self, value: Any) -> None:
        """Bring the element up to date."""

    def changed(self, variable: Variable) -> None:
        """A value came from the server."""
        self.show(variable.value)
        if self.grows:
            self.renderer.grew(self.element)

    def failed(self, variable: Variable) -> None:
        """The variable's error came or went."""
        self.mark(variable.error)

    def mark(self, error: tuple[str, str] | None) -> None:
        """Say at the element what is wrong."""
        element = self.element
        if error is None:
            element.remove_class("ui-error")
            element.unset("ui-error-code")
            element.unset("ui-error-description")
        else:
            element.add_class("ui-error")
            element.set("ui-error-code", error[0])
            element.set("ui-error-description", error[1])

    def move(self, element: Element) -> None:
        """Go on with the element that took the old one's place."""
        self.element = element
        self.attach()
        if self.variable.known:
            self.show(self.variable.value)
        if self.variable.error is not None:
            self.mark(self.variable.error)

    def send(self, value: Any) -> None:
        """Tell the server."""
        self.renderer.variables.update(self.variable, value)


class ValueBinding(Binding):
    """`ui-value`: the text of what displays, the value of what is filled in."""

    __slots__ = ("widget",)

    def __init__(self, renderer: Renderer, element: Element, asked: Asked, parent: Variable) -> None:
        self.widget: Widget = widget_of(element)
        super().__init__(renderer, element, asked, parent)

    def properties(self) -> dict[str, str]:
        path = self.asked.path
        if path.calls or not self.widget.two_way:
            return path.properties(access="r")
        return path.properties()

    def attach(self) -> None:
        self.widget = widget_of(self.element)
        if self.widget.two_way and self.variable.properties.get("access") != "r":
            event = self.widget.typed if self.asked.path.has("keypress") else self.widget.entered
            if event:
                self.element.listen(event, lambda _event: self.flush())
            self.element.listen("ui-value-change", lambda event: self.send((event.detail or {}).get("value")))

    def show(self, value: Any) -> None:
        self.widget.show(self.element, value)

    def changed(self, variable: Variable) -> None:
        self.show(variable.value)
        if not self.widget.fixed_size:
            self.renderer.grew(self.element)

    def flush(self) -> None:
        """Send what the human entered."""
        if self.variable.properties.get("access") != "r":
            self.send(self.widget.value(self.element))


class AttributeBinding(Binding):
    """`ui-attr-X`."""

    __slots__ = ()
    grows = False

    def show(self, value: Any) -> None:
        if value is None or value is False:
            self.element.unset(self.asked.argument)
        else:
            self.element.set(self.asked.argument, to_string(value))
        widget_of(self.element).attribute_changed(self.element, self.asked.argument)


class ClassBinding(Binding):
    """`ui-class-X`."""

    __slots__ = ()
    grows = False

    def show(self, value: Any) -> None:
        if truthy(value):
            self.element.add_class(self.asked.argument)
        else:
            self.element.remove_class(self.asked.argument)


class StyleBinding(Binding):
    """`ui-style-P`."""

    __slots__ = ()
    grows = False

    def show(self, value: Any) -> None:
        set_property(self.element, self.asked.argument, None if value is None else to_string(value))


class CodeBinding(Binding):
    """`ui-code`: nothing is run here; what a browser would run is recorded and may be answered."""

    __slots__ = ("ran",)
    grows = False

    def __init__(self, renderer: Renderer, element: Element, asked: Asked, parent: Variable) -> None:
        self.ran: str | None = None
        super().__init__(renderer, element, asked, parent)

    def show(self, value: Any) -> None:
        if isinstance(value, str) and value and value != self.ran:
            self.renderer.run_code(self, value)
        self.ran = value if isinstance(value, str) else None


class _Sender(Binding):
    """A binding that only sends: nothing it is told shows."""

    __slots__ = ()
    grows = False

    def properties(self) -> dict[str, str]:
        path = self.asked.path
        access = "action" if path.calls or path.calls_with_value else "w"
        return path.properties(access=access, priority="low")

    def changed(self, variable: Variable) -> None:
        pass

    def flush_value(self) -> None:
        """Send what the human entered into the same element first."""
        for other in self.renderer.bindings_of(self.element):
            if isinstance(other, ValueBinding):
                other.flush()

    def element_value(self) -> Any:
        """The element's own value, else true."""
        widget = widget_of(self.element)
        return widget.value(self.element) if widget.has_value else True


class ActionBinding(_Sender):
    """`ui-action`: a click calls."""

    __slots__ = ()

    def attach(self) -> None:
        self.element.listen("click", self.happened)

    def happened(self, event: Event) -> None:
        event.prevent_default()
        self.flush_value()
        self.send(None if self.asked.path.calls else self.element_value())


class EventBinding(_Sender):
    """`ui-event-E`: the event calls or sets."""

    __slots__ = ()

    def attach(self) -> None:
        self.element.listen(self.asked.argument, self.happened)

    def happened(self, event: Event) -> None:
        self.flush_value()
        if self.asked.path.calls:
            self.send(None)
        elif self.asked.value is not None:
            self.send(self.asked.value)
        else:
            self.send(self.element_value())


class KeypressBinding(_Sender):
    """`ui-event-keypress-[mods-]key`."""

    __slots__ = ()

    def attach(self) -> None:
        self.element.listen("keydown", self.happened)

    def happened(self, event: Event) -> None:
        key = self.asked.key
        assert key is not None
        if key.matches(event.key, event.modifiers):
            self.flush_value()
            self.send(None if self.asked.path.calls else key.name)


def bind(renderer: Renderer, element: Element, asked: Asked, parent: Variable) -> Binding:
    """Make the binding of one attribute."""
    return BINDINGS[asked.kind](renderer, element, asked, parent)


BINDINGS: Final[dict[str, type[Binding]]] = {
    "value": ValueBinding,
    "attr": AttributeBinding,
    "class": ClassBinding,
    "style": StyleBinding,
    "code": CodeBinding,
    "action": ActionBinding,
    "event": EventBinding,
    "keypress": KeypressBinding,
}
