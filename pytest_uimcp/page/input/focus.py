"""The focus: which element has it, the events when it moves, and the order of Tab."""

from __future__ import annotations

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.roles import has_tabindex, is_focusable
from pytest_uimcp.page.components import component_of
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Document, Element

__all__ = ["Focus"]


class Focus:
    """The focused element of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._element: Element | None = None

    @property
    def element(self) -> Element | None:
        """The focused element; one that was removed from the page loses the focus without an event."""
        if self._element is not None and self._element.document() is not self._document:
            self._element = None
        return self._element

    def move(self, element: Element | None) -> None:
        """Focus an element; None: no element."""
        old = self.element
        if old is element:
            return
        self._element = None
        if old is not None:
            _leave(old)
        # A listener may have removed it from the page.
        if element is not None and element.document() is self._document:
            self._element = element
            _enter(element)

    def keep_only_if_usable(self, look: PageView) -> None:
        """Drop the focus of an element that is no longer drawn, or is disabled."""
        element = self.element
        if element is not None and not (look.styles.is_visible(element) and takes_focus(element)):
            self.move(None)

    def take(self, target: Element) -> None:
        """Move the focus as pressing a mouse button on `target` does."""
        for around in (target, *target.ancestors()):
            if takes_focus(around):
                self.move(focus_of(around))
                return
        self.move(None)

    def next(self, look: PageView, *, backwards: bool) -> Element | None:
        """The element that Tab moves to."""
        order = _order(look)
        if not order:
            return None
        here = self.element
        if here is None or here not in order:
            return order[-1 if backwards else 0]
        place = order.index(here) + (-1 if backwards else 1)
        # Past either end the focus leaves the page for the browser's own controls.
        return order[place] if 0 <= place < len(order) else None


def focus_of(element: Element) -> Element:
    """The component, for an element of its shadow tree: that tree is remade on every change."""
    host = host_of(element)
    return host if component_of(host) is not None else element


def takes_focus(element: Element) -> bool:
    """Whether an element is focusable now."""
    component = component_of(element)
    if component is not None:
        return component.focusable and not element.has("disabled")
    if element.tag == "details":
        return False
    if element.tag == "summary":
        return True
    if element.tag == "input" and element.get("type") == "hidden":
        return False
    if element.tag == "input":
        return not controls.is_disabled(element)
    return is_focusable(element) or (element.get("contenteditable") or "false") != "false"


def _order(look: PageView) -> list[Element]:
    found: list[tuple[int, int, Element]] = []
    for place, element in enumerate(look.document.descendants()):
        index = _tabindex(element)
        if index >= 0 and takes_focus(element) and look.styles.is_visible(element) and _stands_for_group(element):
            found.append((index or 1 << 20, place, element))
    return [element for _, _, element in sorted(found, key=lambda entry: entry[:2])]


def _stands_for_group(element: Element) -> bool:
    """Whether Tab stops here: in a radio group only at the button that is on, else at the first."""
    if element.tag != "input" or controls.input_type(element) != "radio":
        return True
    group = controls.radio_group(element)
    on = next((one for one in group if controls.is_checked(one)), group[0] if group else element)
    return on is element


def _tabindex(element: Element) -> int:
    if not has_tabindex(element):
        return 0
    try:
        return int(float(element.attributes["tabindex"]))
    except ValueError:
        return 0


def _leave(element: Element) -> None:
    component = component_of(element)
    if component is not None:
        component.left(element)
    elif element.tag in ("input", "textarea"):
        state = controls.control(element)
        if state.at_focus is not None and controls.value(element) != state.at_focus:
            state.at_focus = None
            dispatch(Event("change", element))
        state.at_focus = None
    dispatch(Event("blur", element, bubbles=False))
    dispatch(Event("focusout", element))


def _enter(element: Element) -> None:
    if element.tag in ("input", "textarea"):
        state = controls.control(element)
        if state.value is None:  # untouched: the caret is at its initial position
            state.caret = 0
        state.at_focus = controls.value(element)
    dispatch(Event("focus", element, bubbles=False))
    dispatch(Event("focusin", element))
    component = component_of(element)
    if component is not None:
        component.entered(element)
