"""The base class of components: the behaviour of one custom element, whose state is in typed fields.

An element gets its component (`Element.component`) when it is made, from the class that `custom_elements` has for its
tag. State is in fields, whose initial values stand in the class, so that a component without state is one small object:
elements are made by the thousand. The page asks a component what it shows, and tells it what the user does: methods
named `on_…` are told, and return what the page has to know. Who changes a field that is drawn from calls
`element.touch()`: nothing else tells the page to draw it again (see `drawing`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pytest_uimcp.page.dom.nodes import DomNode, Element, Parent, ShadowRoot, Text
from pytest_uimcp.page.dom.tasks import Tasks
from pytest_uimcp.page.gaps import refuse

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.events import Event
    from pytest_uimcp.page.dom.nodes import Fragment
    from pytest_uimcp.page.input.focus import Focus
    from pytest_uimcp.page.keys import Stroke

__all__ = ["Component", "refuse_unknown"]


class Component:
    """One custom element: its shadow tree, its state, and its behaviour when the user interacts with it."""

    # Whether what it shows and does is known.
    is_known: ClassVar[bool] = True

    focusable: ClassVar[bool] = False

    focusable_if_disabled: ClassVar[bool] = False

    # Whether its whole text is selected when Tab leads to it.
    selected_by_tab: ClassVar[bool] = False

    # Whether a click on it counts as one on the label inside, which clicks the control inside in turn.
    relays_clicks: ClassVar[bool] = False

    # Whether there is nothing to type into, so that a script sets the value instead of the user.
    is_filled_by_script: ClassVar[bool] = False

    # Whether the user can enter a text.
    takes_text: ClassVar[bool] = False

    # Whether that text must be a number.
    counts: ClassVar[bool] = False

    # The value without an attribute.
    initial_value: ClassVar[str] = ""

    _value: Any = None

    def __init__(self, element: Element) -> None:
        self.element = element

    @property
    def value(self) -> Any:
        """The property `value`: what the user, a script or the attribute has set last."""
        if self._value is not None:
            return self._value
        return self.element.attributes.get("value", self.initial_value)

    @value.setter
    def value(self, value: Any) -> None:
        self._value = value
        self.element.touch()

    def mirror(self, value: Any, checked: bool) -> None:
        """Take over the properties of the same component in a browser."""
        self._value = value

    @property
    def focus(self) -> Focus | None:
        document = self.element.document()
        if document is not None:
            return document.focus
        return None

    @property
    def tasks(self) -> Tasks:
        """What its document has put off; without a document, nothing will happen."""
        document = self.element.document()
        if document is not None:
            return document.tasks
        return Tasks()

    def relays_click(self, target: Element) -> bool:
        return self.relays_clicks

    def on_label_click(self) -> None:
        """Its label was clicked, which clicks it in turn."""

    def render(self) -> Fragment | None:
        return None

    def draw(self) -> None:
        """Update the shadow tree to the current state; elements that remain there remain the same objects."""
        tree = self.render()
        if tree is None:
            return
        if self.element.shadow is None:
            self.element.shadow = ShadowRoot(self.element)
        put_in_place(self.element.shadow, tree)
        self.element.touch()

    def is_tab_stop(self) -> bool:
        return True

    def on_invalid(self, focus: Focus) -> None:
        """The user tried to send its form while it was invalid."""
        focus.move(self.element)

    def on_focus(self) -> None:
        """It received the focus."""

    def on_blur(self) -> None:
        """It loses the focus."""

    def focuses_part(self, target: Element, focus: Focus) -> bool:
        """Move the focus to `target` within it; returns false if the component takes the focus as a whole."""
        return False

    def on_focus_within(self, *, arrives: bool) -> None:
        """Something within it gets or loses the focus, and has not heard of it yet."""

    def on_attribute(self, name: str, old_value: str | None, focus: Focus) -> None:
        """A script set or removed an attribute."""

    def on_pointer_enter(self) -> None:
        """The pointer came over it."""

    def on_pointer_leave(self) -> None:
        """The pointer left it."""

    def allows_click(self, target: Element) -> bool:
        return True

    def on_event(self, event: Event) -> None:
        """An event of it, or of something within it, is here, on its way outwards; its own listeners hear it next."""
        if event.name == "click" and not self.element.has("disabled"):
            focus = self.focus
            if focus is not None:
                self.on_click(event.target, focus)

    def on_click(self, target: Element, focus: Focus) -> None:
        """It, or `target` within it, was clicked."""

    def activate(self, target: Element, focus: Focus) -> None:
        """All listeners have heard of a click on it, or on `target` within it, and none has prevented what follows."""

    def on_key(self, stroke: Stroke, focus: Focus) -> bool:
        """A key was pressed while it had the focus; returns true if the key has been handled."""
        return False

    def on_escape(self, focus: Focus) -> None:
        """Escape was pressed while it was what Escape closes (see `Layers`)."""

    def on_tab(self, focus: Focus) -> bool:
        """Tab was pressed while it was open; returns true if the key has been handled."""
        return False

    def on_click_elsewhere(self, target: Element, focus: Focus) -> None:
        """The mouse was pressed outside of it while it was open (see `Layers`)."""

    def on_focus_elsewhere(self, target: Element) -> None:
        """Something outside of it got the focus while it was open (see `Layers`)."""

    def is_invalid(self) -> bool:
        return False

    def reset(self) -> None:
        """Its form is reset."""

    def find_field(self) -> Element | None:
        """The native field in it that takes what the user types."""
        return None

    def fill(self, text: str) -> None:
        """The user entered a text."""

    def options(self) -> list[tuple[str, str, Element]] | None:
        """Label, value and element of each option."""
        return None

    def choose(self, options: list[Element], focus: Focus) -> None:
        """The user chose these options."""

    def is_checked(self) -> bool | None:
        return None


def put_in_place(old: Parent, new: Parent) -> None:
    """Make the children of `old` those of `new`; where both have the same element, it keeps its identity."""
    # What both have at the start and at the end remains; what is between is replaced.
    old_nodes = old.children[:]
    new_nodes = new.children[:]
    shorter = min(len(old_nodes), len(new_nodes))
    start = 0
    while start < shorter and _is_alike(old_nodes[start], new_nodes[start]):
        start += 1
    end = 0
    while end < shorter - start and _is_alike(old_nodes[-1 - end], new_nodes[-1 - end]):
        end += 1
    head = old_nodes[:start]
    tail = old_nodes[len(old_nodes) - end :]
    for node, source in zip([*head, *tail], [*new_nodes[:start], *new_nodes[len(new_nodes) - end :]], strict=True):
        _take_over(node, source)
    if start + end < max(len(old_nodes), len(new_nodes)):
        old.draw_children([*head, *new_nodes[start : len(new_nodes) - end], *tail])


def _take_over(node: DomNode, source: DomNode) -> None:
    if isinstance(node, Element) and isinstance(source, Element):
        node.attributes = source.attributes
        node.control = None
        put_in_place(node, source)
    elif isinstance(node, Text) and isinstance(source, Text):
        node.data = source.data


def _is_alike(a: DomNode, b: DomNode) -> bool:
    return type(a) is type(b) and getattr(a, "tag", None) == getattr(b, "tag", None)


def refuse_unknown(element: Element) -> None:
    """Refuse a step that needs a component of which only the name is known."""
    component = element.component
    if component is not None and not component.is_known:
        refuse("component", element.tag)
