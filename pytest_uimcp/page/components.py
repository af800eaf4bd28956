"""Components: custom elements with a life of their own. `shoelace` fills the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.dom.nodes import Element, ShadowRoot

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.nodes import Fragment
    from pytest_uimcp.page.input.focus import Focus
    from pytest_uimcp.page.keys import Stroke

__all__ = ["COMPONENTS", "Component", "component_of"]


class Component:
    """One kind of custom element: how it looks inside, and what it does when a human uses it."""

    focusable = False

    selected_by_tab = False
    """Whether its whole text is selected when Tab leads to it."""

    relays_clicks = False
    """Whether a click on it is one on a label inside, which clicks the control inside in turn."""

    def render(self, element: Element) -> Fragment | None:
        """The shadow tree for the element's present state."""
        return None

    def draw(self, element: Element) -> None:
        """Put the shadow tree for the present state in place."""
        tree = self.render(element)
        if tree is not None:
            root = ShadowRoot(element)
            root.replace_children(tree.children[:])
            element.shadow = root

    def entered(self, element: Element) -> None:
        """It got the focus."""

    def left(self, element: Element) -> None:
        """It loses the focus."""

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        """A script set or removed an attribute."""

    def hovered(self, element: Element) -> None:
        """The pointer came over it."""

    def unhovered(self, element: Element) -> None:
        """The pointer left it."""

    def before_click(self, target: Element) -> bool:
        """Whether a click on `target` gets through."""
        return True

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """It, or `target` within it, was clicked."""

    def pressed(self, element: Element, stroke: Stroke, focus: Focus) -> bool:
        """A key went down while it had the focus; true if that was all."""
        return False

    def filled(self, element: Element, text: str) -> bool:
        """A human entered a text; false if there is nothing to fill in."""
        return False

    def options(self, element: Element) -> list[tuple[str, str, Element]] | None:
        """Label, value and element of what can be chosen."""
        return None

    def chosen(self, element: Element, options: list[Element], focus: Focus) -> None:
        """A human chose these of the options."""

    def checked(self, element: Element) -> bool | None:
        """Whether it is on; None if it is nothing to be checked."""
        return None

    def value(self, element: Element) -> Any:
        """Its property `value`."""
        return element.get("value") or ""


COMPONENTS: dict[str, Component] = {}


def component_of(element: Element) -> Component | None:
    """The component that an element is."""
    return COMPONENTS.get(element.tag) if "-" in element.tag else None
