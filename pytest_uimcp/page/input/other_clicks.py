"""Clicks other than one of the left button: a double click, and a click of the right button.

A double click is two clicks a moment apart. What follows from the first is shown before the second comes, as with a
person, whose second click is slower than any answer of the server.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input import pointer
from pytest_uimcp.page.input.focus import Focus, field_of

__all__ = ["end_double_click", "ensure_can_be_double_clicked", "right_click"]


# Components that do nothing of their own when a mouse button is pressed on them.
_QUIET: Final = frozenset({"sl-avatar", "sl-badge", "sl-button", "sl-card", "sl-icon", "sl-icon-button", "sl-tag"})


def ensure_can_be_double_clicked(element: Element) -> None:
    """Refuse what a double click does beside its events, and the page does not know."""
    if _is_edited(element):
        refuse("other-click", "which word a double click selects in a field")
    if element.tag in ("select", "option"):
        refuse("other-click", "what a double click chooses in a list")


def end_double_click(element: Element, focus: Focus) -> None:
    """Click the second time, which makes it a double click."""
    pointer.click(element, focus)
    dispatch(Event("dblclick", element))
    document = element.document()
    if document is not None:
        # A browser has selected a word now, which only matters to those who copy.
        document.is_text_selected = True


def right_click(element: Element, focus: Focus) -> None:
    """Ask for a context menu; the browser's own, which a listener may prevent, changes nothing of the page."""
    if _is_edited(element):
        refuse("other-click", "what a right click selects in a field")
    component = host_of(element).component
    if component is not None and component.element.tag not in _QUIET:
        refuse("other-click", "what that component does with a right click")
    document = element.document()
    if document is not None and (document.popovers or document.picker is not None):
        refuse("other-click", "which popovers a right click closes")
    pointer.press_button(element, focus, is_main=False)
    dispatch(Event("contextmenu", element))
    dispatch(Event("pointerup", element))
    dispatch(Event("mouseup", element))
    if document is not None:
        document.pressed = None
    dispatch(Event("auxclick", element))


def _is_edited(element: Element) -> bool:
    field = field_of(element)
    if field.tag == "input":
        return controls.input_type(field) not in controls.CLICKABLE_INPUTS
    return field.tag == "textarea" or controls.is_editing_host(field)
