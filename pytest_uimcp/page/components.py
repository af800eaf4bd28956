"""The base class of components (custom elements) and the table of them, which `shoelace` fills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.dom.nodes import Element, ShadowRoot

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.nodes import Fragment
    from pytest_uimcp.page.input.focus import Focus
    from pytest_uimcp.page.keys import Stroke

__all__ = ["COMPONENTS", "Component", "component_of"]


class Component:
    """One kind of custom element: its shadow tree, and its behaviour when the user interacts with it."""

    focusable = False

    selected_by_tab = False
    """Whether its whole text is selected when Tab leads to it."""

    relays_clicks = False
    """Whether a click on it counts as one on the label inside, which clicks the control inside in turn."""

    def render(self, element: Element) -> Fragment | None:
        """The shadow tree for the element's current state."""
        return None

    def draw(self, element: Element) -> None:
        """Update the shadow tree to the current state."""
        tree = self.render(element)
        if tree is not None:
            root = ShadowRoot(element)
            root.replace_children(tree.children[:])
            element.shadow = root

    def entered(self, element: Element) -> None:
        """It received the focus."""

    def left(self, element: Element) -> None:
        """It loses the focus."""

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        """A script set or removed an attribute."""

    def hovered(self, element: Element) -> None:
        """The pointer came over it."""

    def unhovered(self, element: Element) -> None:
        """The pointer left it."""

    def before_click(self, target: Element) -> bool:
        """Whether a click on `target` is let through."""
        return True

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """It, or `target` within it, was clicked."""

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """A key was pressed while it had the focus; returns true if the key has been handled."""
        return False

    def filled(self, element: Element, text: str) -> bool:
        """The user entered a text; returns false if it cannot be filled."""
        return False

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


def component_of(element: Element) -> Component | None:
    """The component of an element, if it is one."""
    return COMPONENTS.get(element.tag) if "-" in element.tag else None
