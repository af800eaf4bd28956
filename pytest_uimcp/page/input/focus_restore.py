"""Restores focus, selection and unsent input after a redraw, in the new element with the same tag and bindings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from pytest_uimcp.page.bindings.value import value_binding
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import DomNode, Element, Parent, ShadowRoot
from pytest_uimcp.page.input.focus import Focus, field_of
from pytest_uimcp.page.widgets import NOTHING, widget_of

if TYPE_CHECKING:
    from pytest_uimcp.page.render import Renderer

__all__ = ["KeptFocus", "keep_focus"]


class _Selection(NamedTuple):
    caret: int | None
    anchor: int | None
    all_selected: bool


class KeptFocus:
    """What the focused element had that the app does not know, to be restored in the one that replaces it."""

    def __init__(self, renderer: Renderer, focus: Focus, element: Element, parent: Parent) -> None:
        self._renderer = renderer
        self._focus = focus
        self._parent = parent
        self._pattern = element
        # A redraw makes new elements: the one in the same place among its like is taken for the old one.
        self._place = _alike(parent, element).index(element)
        binding = value_binding(renderer.bindings_of(element))
        widget = widget_of(element)
        is_unsent = binding is not None and binding.dirty and widget is not None
        if is_unsent and widget is not None:
            self._unsent = widget.read(element)
        else:
            self._unsent = NOTHING
        self._selection = _selection(element)

    def restore(self, can: Callable[[Element], bool] | None = None) -> bool:
        """Restore all of it; returns whether the element is there.

        One that `can` not have the focus, an option of a list that is closed now, leaves it to what is around it.
        """
        candidates = _alike(self._parent, self._pattern)
        if self._place >= len(candidates):
            return False
        element = candidates[self._place]
        if can is not None:
            focused = next(filter(can, element.path()), element)
        else:
            focused = element
        self._focus.move(focused)
        binding = value_binding(self._renderer.bindings_of(element))
        widget = widget_of(element)
        if self._unsent is not NOTHING and binding is not None and widget is not None:
            widget.write(element, self._unsent)
            # It was not sent: a value from the server must not overwrite it.
            binding.dirty = True
        self.select()
        return True

    def select(self) -> None:
        element = self._focus.element
        if self._selection is not None and element is not None and (field := _text_field(element)) is not None:
            state = controls.control(field)
            state.caret, state.anchor, state.all_selected = self._selection


def keep_focus(renderer: Renderer, focus: Focus, nodes: list[DomNode]) -> KeptFocus | None:
    """Remove the focus from nodes about to be replaced."""
    active = focus.element
    parent = nodes[0].parent
    if active is None or parent is None or not any(_holds(node, active) for node in nodes):
        return None
    # A part of a component, such as the window of a dialog, is restored as a document tells it: as the component.
    while isinstance(root := active.root(), ShadowRoot):
        active = root.host
    snapshot = KeptFocus(renderer, focus, active, parent)
    focus.move(None)
    return snapshot


def _text_field(element: Element) -> Element | None:
    """The field whose selection a browser tells: that of a component is inside it."""
    field = field_of(element)
    if controls.takes_text(field) and controls.input_type(field) not in controls.CLEANED:
        return field
    return None


def _selection(element: Element) -> _Selection | None:
    field = _text_field(element)
    if field is None:
        return None
    state = controls.control(field)
    return _Selection(state.caret, state.anchor, state.all_selected)


def _holds(node: DomNode, element: Element) -> bool:
    return isinstance(node, Element) and node.contains(element)


def _alike(parent: Parent, element: Element) -> list[Element]:
    signature = _signature(element)
    return [
        candidate
        for candidate in parent.descendants()
        if candidate.tag == element.tag and signature <= _signature(candidate)
    ]


def _signature(element: Element) -> set[tuple[str, str]]:
    return {
        pair for pair in element.attributes.items() if pair[0].startswith("ui-") and not pair[0].startswith("ui-error")
    }
