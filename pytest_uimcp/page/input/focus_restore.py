"""Restores focus and unsent text after a redraw, in the new element with the same tag and bindings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytest_uimcp.page.bindings.value import value_binding
from pytest_uimcp.page.dom.nodes import Element, Node, Parent
from pytest_uimcp.page.widgets import widget_of

if TYPE_CHECKING:
    from pytest_uimcp.page.input.focus import Focus
    from pytest_uimcp.page.render import Renderer

__all__ = ["keep_focus"]


def keep_focus(renderer: Renderer, focus: Focus, nodes: list[Node]) -> Callable[[], bool] | None:
    """Remove the focus from nodes about to be replaced; the returned function restores it in the new ones if it can."""
    active, parent = focus.element, nodes[0].parent
    if active is None or parent is None or not any(_holds(node, active) for node in nodes):
        return None
    place = _alike(parent, active).index(active)
    binding, widget = value_binding(renderer.bindings_of(active)), widget_of(active)
    typed = widget.read(active) if binding is not None and binding.dirty and widget is not None else None
    pattern = active
    focus.move(None)

    def restore() -> bool:
        candidates = _alike(parent, pattern)
        if place >= len(candidates):
            return False
        element = candidates[place]
        focus.move(element)
        again, field = value_binding(renderer.bindings_of(element)), widget_of(element)
        if typed is not None and again is not None and field is not None:
            field.write(element, typed)
            again.dirty = True
        return True

    return restore


def _holds(node: Node, element: Element) -> bool:
    return isinstance(node, Element) and node.contains(element)


def _alike(parent: Parent, element: Element) -> list[Element]:
    """The elements with the same tag and the same bindings."""
    wanted = _signature(element)
    return [other for other in parent.descendants() if other.tag == element.tag and wanted <= _signature(other)]


def _signature(element: Element) -> set[tuple[str, str]]:
    return {
        pair for pair in element.attributes.items() if pair[0].startswith("ui-") and not pair[0].startswith("ui-error")
    }
