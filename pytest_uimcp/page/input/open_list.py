"""The list of a `select` while it is open over the page: keys move a highlight, which is chosen when the list closes.

The list gets the keys, not the page: it sees no `keydown`, but a `click` when an option is chosen.
"""

from __future__ import annotations

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.choosing import begins_with
from pytest_uimcp.page.input.list_box import led_to
from pytest_uimcp.page.input.searching import forget, note_typed, typed_before
from pytest_uimcp.page.input.selecting import select_as_user
from pytest_uimcp.page.keys import Stroke

__all__ = ["close_list", "open_list", "press_in_list"]

_HIGHLIGHTED = "highlighted"
_OPENED = "highlighted at first"


def open_list(select: Element) -> None:
    """Open the list with what is selected highlighted."""
    document = select.document()
    if document is not None:
        document.picker = select
    facts = controls.control(select).facts
    facts[_HIGHLIGHTED] = facts[_OPENED] = next(iter(controls.selected_options(select)), None)
    forget(select)


def press_in_list(select: Element, stroke: Stroke, document: Document) -> None:
    """Do what a key does in the open list."""
    key = stroke.key
    if stroke.modifiers - ({"shift"} if stroke.text else set()):
        refuse("select-popup", repr(key))
    facts = controls.control(select).facts
    here: Element | None = facts.get(_HIGHLIGHTED)
    if key in ("Escape", "Enter", "Tab"):
        close_list(document)
        if key != "Escape":
            dispatch(Event("click", select))
    elif key in ("ArrowDown", "ArrowUp", "Home", "End"):
        forget(select)
        facts[_HIGHLIGHTED] = led_to(select, key, here) or here
    elif stroke.text and key != " ":
        typed = typed_before(select) + key.lower()
        note_typed(select, typed)
        facts[_HIGHLIGHTED] = begins_with(select, typed, here) or here
    else:
        refuse("select-popup", repr(key))


def close_list(document: Document) -> None:
    """Close the list that is open: what is highlighted is chosen, also if it is left by Escape or the mouse."""
    select = document.picker
    document.picker = None
    if select is None or select.tag != "select" or select.document() is not document:
        return
    forget(select)
    facts = controls.control(select).facts
    option: Element | None = facts.get(_HIGHLIGHTED)
    if option is not None and option is not facts[_OPENED] and controls.selected_options(select) != [option]:
        select_as_user(select, [option])
