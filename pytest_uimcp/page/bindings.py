"""What each `ui-*` attribute does.

A binding watches one variable for one element. `BINDINGS` is the table of kinds; `bind` makes one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.inlinestyle import set_property
from pytest_uimcp.page.plans import Asked
from pytest_uimcp.page.scripting import to_string, truthy
from pytest_uimcp.page.toggles import is_switched_by_method, together
from pytest_uimcp.page.variables import Variable, same
from pytest_uimcp.page.widgets import NOTHING, widget_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_uimcp.page.dom.events import Event
    from pytest_uimcp.page.render import Renderer

__all__ = ["BINDINGS", "Binding", "ValueBinding", "bind"]


class Binding:
    """One attribute of one element and the variable behind it."""

    __slots__ = ("_heard", "asked", "element", "renderer", "variable")

    grows = False
    """Whether a change can make the element larger, which `scrollOnOutput` waits for."""

    def __init__(self, renderer: Renderer, element: Element, asked: Asked, parent: Variable) -> None:
        self.renderer = renderer
        self.element = element
        self.asked = asked
        self._heard: tuple[tuple[str, Callable[[Event], None]], ...] = ()
        if asked.path.has("scrollOnOutput"):
            renderer.keep_scrolled(element)
        self.variable = renderer.variables.create(parent, self.properties(), self, watched=self.watched)
        self.attach()

    watched = True

    @property
    def event(self) -> str:
        """The event of the element that it sends, if it sends one."""
        return ""

    def properties(self) -> dict[str, str]:
        """The properties of the variable."""
        return self.asked.path.properties(access="r")

    def attach(self) -> None:
        """Listen to what the element is for."""

    def on(self, event: str, listener: Callable[[Event], None]) -> None:
        """Listen until the binding moves."""
        self.element.listen(event, listener)
        self._heard += ((event, listener),)

    def show(self, value: Any) -> None:
        """Bring the element up to date."""

    def changed(self, variable: Variable) -> None:
        """Something came from the server."""
        self.renderer.faults.set(self.element, self, variable.error)
        self.show(variable.value)
        if self.grows:
            self.renderer.grew(self.element)

    def move(self, element: Element) -> None:
        """Go on with the element that took the old one's place."""
        if element is self.element:
            return
        for event, listener in self._heard:
            self.element.ignore(event, listener)
        self._heard = ()
        self.renderer.faults.set(self.element, self, None)
        if isinstance(self.element.owner, list):
            self.element.owner.remove(self)
        self.element = element
        self.renderer.belong(element, [self])
        self.attach()
        if self.variable.told:
            self.changed(self.variable)

    def send(self, value: Any) -> None:
        """Tell the server."""
        self.renderer.variables.update(self.variable, value)


class ValueBinding(Binding):
    """`ui-value`: the text of what displays, the value of what is filled in."""

    __slots__ = ("dirty",)

    grows = True

    def __init__(self, renderer: Renderer, element: Element, asked: Asked, parent: Variable) -> None:
        self.dirty = False
        super().__init__(renderer, element, asked, parent)

    def properties(self) -> dict[str, str]:
        """What people edit can be written as well."""
        path = self.asked.path
        if path.calls_with_value:
            return path.properties(access="w")
        widget = widget_of(self.element)
        both = widget is not None and widget.edited and not path.calls
        return path.properties(access="rw" if both else "r")

    def attach(self) -> None:
        """Listen to edits."""
        widget = widget_of(self.element)
        if widget is None or not widget.edited:
            return
        # What is typed into a field that only shows may stay there; a toggle says something that is not so.
        # The properties say what the variable may do; there is no variable yet when an element is new.
        if self.properties().get("access") == "r" and not widget.is_toggle:
            return
        for name in widget.commit:
            self.on(name, self.committed)
        for name in widget.live:
            self.on(name, self.edited)

    def committed(self, event: Event) -> None:
        """People are done with it."""
        if not self.only_shows:
            self.commit()
        elif self.differs:
            self.renderer.variables.fence(self.show_again)

    def edited(self, event: Event) -> None:
        """People are at it."""
        if self.only_shows:
            return
        # Some controls say that they are being changed after they have said that they are.
        self.dirty = self.differs
        if self.asked.path.has("keypress"):
            self.commit()

    @property
    def only_shows(self) -> bool:
        """Whether what people change here is not sent."""
        if self.variable.properties.get("access") == "r":
            return True
        widget = widget_of(self.element)
        if widget is None or not widget.is_toggle:
            return False
        return is_switched_by_method(self.renderer.bindings_of(self.element))

    def show_again(self) -> None:
        """Show what the app has made of a human's change to a toggle, which may be nothing."""
        for element in together(self.element):
            for binding in self.renderer.bindings_of(element):
                if isinstance(binding, ValueBinding):
                    binding.show(binding.variable.value)

    @property
    def differs(self) -> bool:
        """Whether the element holds something else than the variable."""
        widget = widget_of(self.element)
        return widget is not None and not same(
            widget.read(self.element), widget.normal(self.variable.value, self.element)
        )

    def show(self, value: Any) -> None:
        """Show a value, unless that would take away what somebody types."""
        element = self.element
        widget = widget_of(element)
        if widget is None:
            set_text(element, to_string(value))
        elif not (self.dirty and self.renderer.is_focused(element)) and not same(
            widget.read(element), widget.normal(value, element)
        ):
            widget.write(element, value)

    def commit(self) -> None:
        """Send what people have entered, unless the server has it."""
        self.dirty = False
        widget = widget_of(self.element)
        value = widget.read(self.element) if widget is not None else NOTHING
        if value is NOTHING:
            return
        if not self.variable.is_state or self.variable.error is not None or self.differs:
            self.send(value)


class AttributeBinding(Binding):
    """`ui-attr-X`."""

    __slots__ = ()

    def show(self, value: Any) -> None:
        """Set the attribute; null and false take it away."""
        name, was = self.asked.argument, self.element.get(self.asked.argument)
        if value is None or value is False:
            self.element.unset(name)
        else:
            self.element.set(name, to_string(value))
        widget = widget_of(self.element)
        if widget is not None:
            widget.attribute_changed(self.element, name)
            if name == "value" and widget.is_toggle:
                self._show_value()
        if self.element.get(name) != was:
            self.renderer.attribute_changed(self.element, name, was)

    def _show_value(self) -> None:
        """A radio is on when its own value is the one that is chosen."""
        for other in self.renderer.bindings_of(self.element):
            if isinstance(other, ValueBinding) and other.variable.told:
                other.show(other.variable.value)


class ClassBinding(Binding):
    """`ui-class-X`."""

    __slots__ = ()

    def show(self, value: Any) -> None:
        """Set the class or take it away."""
        if truthy(value):
            self.element.add_class(self.asked.argument)
        else:
            self.element.remove_class(self.asked.argument)


class StyleBinding(Binding):
    """`ui-style-P`."""

    __slots__ = ()

    def show(self, value: Any) -> None:
        """Set the property; null and false take it away."""
        gone = value is None or value is False
        set_property(self.element, self.asked.argument, None if gone else to_string(value))


class CodeBinding(Binding):
    """`ui-code`: nothing is run here; what a browser would run is recorded and may be answered."""

    __slots__ = ()

    def show(self, value: Any) -> None:
        """Record a run."""
        if isinstance(value, str) and value:
            self.renderer.run_code(self, value)


class _Sender(Binding):
    """A binding that only sends; nobody watches its variable, which tells of errors all the same."""

    __slots__ = ()
    watched = False

    def properties(self) -> dict[str, str]:
        path = self.asked.path
        access = "action" if path.calls or path.calls_with_value else "w"
        return path.properties(access=access, priority="low")

    def flush(self) -> None:
        """Send first what the human entered into the same element."""
        for other in self.renderer.bindings_of(self.element):
            if isinstance(other, ValueBinding) and not other.only_shows:
                other.commit()

    def element_value(self) -> Any:
        """Nothing to a method without a parameter, else what the element has, else that it happened."""
        if self.asked.path.calls:
            return None
        widget = widget_of(self.element)
        value = widget.read(self.element) if widget is not None else self.element.get("value")
        return True if value is None or value is NOTHING else value


class EventBinding(_Sender):
    """`ui-event-E`: the event calls or sets."""

    __slots__ = ()

    @property
    def event(self) -> str:
        """What it waits for."""
        return self.asked.argument

    def attach(self) -> None:
        """Listen."""
        self.on(self.event, self.happened)

    def happened(self, event: Event) -> None:
        """Tell the server."""
        if event.relayed:
            return
        if _leaves_page(event, self.element):
            event.prevent_default()
        self.flush()
        given = self.element.get(f"ui-event-{self.event}-value")
        self.send(self.element_value() if given is None else given)


class ActionBinding(EventBinding):
    """`ui-action`: a click calls."""

    __slots__ = ()

    @property
    def event(self) -> str:
        """A click."""
        return "click"


class KeypressBinding(_Sender):
    """`ui-event-keypress-[mods-]key`."""

    __slots__ = ()

    def attach(self) -> None:
        """Listen."""
        self.on("keydown", self.happened)

    def happened(self, event: Event) -> None:
        """Tell the server, if the key is the right one."""
        key = self.asked.key
        assert key is not None
        if not key.matches(event.key, event.modifiers):
            return
        if event.key.lower() in _TAKEN or event.modifiers & {"ctrl", "meta", "alt"}:
            event.prevent_default()
        self.flush()
        self.send(None if self.asked.path.calls else key.name)


# Keys whose own effect would get in the way of what the app does with them.
_TAKEN = frozenset({"enter", "arrowup", "arrowdown", "pageup", "pagedown"})


def set_text(element: Element, text: str) -> None:
    """Make a text all there is in an element."""
    children = element.children
    if text and len(children) == 1 and isinstance(children[0], Text):
        children[0].data = text
    elif text or children:
        element.replace_children([Text(text)] if text else [])


def _leaves_page(event: Event, element: Element) -> bool:
    """Forms would be sent and `#` visited: the page stays where it is."""
    if event.name == "submit":
        return True
    return event.name == "click" and element.tag == "a" and element.get("href") in ("", "#")


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
