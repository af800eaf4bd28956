"""Dragging an element to another: the events of both, and whether it may be dropped there."""

from __future__ import annotations

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus, field_of
from pytest_uimcp.page.input.pointer import press_button


def begin(element: Element, destination: Element, focus: Focus) -> Element:
    """Press the button on an element and move it over the destination; returns what is dragged."""
    dragged = _draggable(element)
    if dragged is None:
        refuse("drag", f"what dragging a <{element.tag}> does, which is not draggable")
    may_go_on = press_button(element, focus)
    document = element.document()
    if document is not None:
        document.pressed = None  # the button is never released over it
    if not may_go_on or not dispatch(Event("dragstart", dragged)):
        refuse("drag", "what the mouse does after the app has ended a drag")
    dispatch(Event("pointercancel", element))
    dispatch(Event("drag", dragged))
    dispatch(Event("dragenter", destination))
    dispatch(Event("dragover", destination))
    return dragged


def end(dragged: Element, destination: Element) -> None:
    """Move on over the destination, and release the button there."""
    if dragged.document() is None or destination.document() is None:
        refuse("drag", "how a drag goes on when what is dragged, or its destination, is removed meanwhile")
    dispatch(Event("drag", dragged))
    # Only who prevents the default, which is to refuse it, lets it be dropped.
    if not dispatch(Event("dragover", destination)):
        dispatch(Event("drop", destination))
    elif controls.takes_text(field_of(destination)) or any(map(controls.is_editing_host, destination.path())):
        refuse("drag", "what is dropped into a field")
    else:
        dispatch(Event("drag", dragged))
        dispatch(Event("dragleave", destination))
    dispatch(Event("dragend", dragged))


def _draggable(element: Element) -> Element | None:
    """The innermost element around that can be dragged: by its attribute, or because links and pictures can."""
    if controls.takes_text(field_of(element)) or element.tag in ("input", "select"):
        return None
    for around in element.path():
        stated = (around.get("draggable") or "").lower()
        is_dragged_by_itself = around.tag == "img" or (around.tag == "a" and around.has("href"))
        if stated == "true" or (is_dragged_by_itself and stated != "false"):
            return around
    return None
