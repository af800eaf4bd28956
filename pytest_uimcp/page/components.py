"""The base class of components (custom elements) and the table of them, which `shoelace` fills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.dom.nodes import Element, Node, Parent, ShadowRoot, Text
from pytest_uimcp.page.gaps import refuse

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.events import Event
    from pytest_uimcp.page.dom.nodes import Fragment
    from pytest_uimcp.page.input.focus import Focus
    from pytest_uimcp.page.keys import Stroke

__all__ = ["COMPONENTS", "Component", "component_of", "focus_in", "refuse_unknown"]


class Component:
    """One kind of custom element: its shadow tree, and its behaviour when the user interacts with it."""

    is_known = True
    """Whether what it shows and does is known."""

    focusable = False

    focusable_if_disabled = False

    selected_by_tab = False
    """Whether its whole text is selected when Tab leads to it."""

    relays_clicks = False
    """Whether a click on it counts as one on the label inside, which clicks the control inside in turn."""

    def relays(self, element: Element, target: Element) -> bool:
        """Whether a click on `target` within it is passed on to the control inside."""
        return self.relays_clicks

    def render(self, element: Element) -> Fragment | None:
        """The shadow tree for the element's current state."""
        return None

    def draw(self, element: Element) -> None:
        """Update the shadow tree to the current state; elements that remain there remain the same objects."""
        tree = self.render(element)
        if tree is None:
            return
        if element.shadow is None:
            element.shadow = ShadowRoot(element)
        put_in_place(element.shadow, tree)
        element.touch()

    def is_tab_stop(self, element: Element) -> bool:
        """Whether Tab leads to it, if it can have the focus at all."""
        return True

    def reported(self, element: Element, focus: Focus) -> None:
        """The user tried to send its form while it was invalid."""
        focus.move(element)

    def entered(self, element: Element) -> None:
        """It received the focus."""

    def left(self, element: Element) -> None:
        """It loses the focus."""

    def focuses_part(self, element: Element, target: Element, focus: Focus) -> bool:
        """Move the focus to `target` within it; returns false if the component takes the focus as a whole."""
        return False

    def focus_passes(self, element: Element, *, arrives: bool) -> None:
        """Something within it gets or loses the focus, and has not heard of it yet."""

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        """A script set or removed an attribute."""

    def hovered(self, element: Element) -> None:
        """The pointer came over it."""

    def unhovered(self, element: Element) -> None:
        """The pointer left it."""

    def before_click(self, target: Element) -> bool:
        """Whether a click on `target` is let through."""
        return True

    def heard(self, element: Element, event: Event) -> None:
        """An event of it, or of something within it, is here, on its way outwards; its own listeners hear it next."""
        if event.name == "click" and not element.has("disabled"):
            focus = focus_in(element)
            if focus is not None:
                self.clicked(element, event.target, focus)

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """It, or `target` within it, was clicked."""

    def activated(self, element: Element, target: Element, focus: Focus) -> None:
        """All listeners have heard of a click on it, or on `target` within it, and none has prevented what follows."""

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """A key was pressed while it had the focus; returns true if the key has been handled."""
        return False

    def escaped(self, element: Element, focus: Focus) -> None:
        """Escape was pressed while it was what Escape closes (see `Layers`)."""

    def tabbed(self, element: Element, focus: Focus) -> bool:
        """Tab was pressed while it was open; returns true if the key has been handled."""
        return False

    def clicked_elsewhere(self, element: Element, target: Element, focus: Focus) -> None:
        """The mouse was pressed outside of it while it was open (see `Layers`)."""

    def focused_elsewhere(self, element: Element, target: Element) -> None:
        """Something outside of it got the focus while it was open (see `Layers`)."""

    def is_invalid(self, element: Element) -> bool:
        """Whether its value keeps its form from being sent."""
        return False

    def reset(self, element: Element) -> None:
        """Its form is reset."""

    is_filled_by_script = False
    """Whether there is nothing to type into, so that a script sets the value instead of the user."""

    takes_text = False
    """Whether the user can enter a text."""

    counts = False
    """Whether that text must be a number."""

    def field(self, element: Element) -> Element | None:
        """The native field in it that takes what the user types."""
        return None

    def filled(self, element: Element, text: str) -> None:
        """The user entered a text."""

    def options(self, element: Element) -> list[tuple[str, str, Element]] | None:
        """Label, value and element of each option."""
        return None

    def chosen(self, element: Element, options: list[Element], focus: Focus) -> None:
        """The user chose these options."""

    def checked(self, element: Element) -> bool | None:
        """Whether it is checked; None if it cannot be."""
        return None

    def value(self, element: Element) -> Any:
        return element.get("value") or ""


COMPONENTS: dict[str, Component] = {}


def focus_in(element: Element) -> Focus | None:
    """The focus of the document that an element is in."""
    document = element.document()
    if document is not None:
        return document.focus
    return None


def put_in_place(old: Parent, new: Parent) -> None:
    """Make the children of `old` those of `new`; where both have the same element, it keeps its identity."""
    here = old.children[:]
    there = new.children[:]
    start = 0
    while start < min(len(here), len(there)) and _is_alike(here[start], there[start]):
        start += 1
    end = 0
    while end < min(len(here), len(there)) - start and _is_alike(here[-1 - end], there[-1 - end]):
        end += 1
    first = here[:start]
    last = here[len(here) - end :]
    for mine, other in zip([*first, *last], [*there[:start], *there[len(there) - end :]], strict=True):
        _take_over(mine, other)
    if start + end < max(len(here), len(there)):
        old.draw_children([*first, *there[start : len(there) - end], *last])


def _take_over(mine: Node, other: Node) -> None:
    if isinstance(mine, Element) and isinstance(other, Element):
        mine.attributes = other.attributes
        mine.control = None
        put_in_place(mine, other)
    elif isinstance(mine, Text) and isinstance(other, Text):
        mine.data = other.data


def _is_alike(one: Node, other: Node) -> bool:
    return type(one) is type(other) and getattr(one, "tag", None) == getattr(other, "tag", None)


def refuse_unknown(element: Element) -> None:
    """Refuse a step that needs a component of which only the name is known."""
    component = component_of(element)
    if component is not None and not component.is_known:
        refuse("component", element.tag)


def component_of(element: Element) -> Component | None:
    """The component of an element, if it is one."""
    if "-" in element.tag:
        return COMPONENTS.get(element.tag)
    return None
