"""The list of a `select` while it is open over the page: keys move a highlight, which is chosen when the list closes.

The list gets the keys, not the page: it sees no `keydown`, but a `click` when an option is chosen.
"""

from __future__ import annotations

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.choosing import begins_with
from pytest_uimcp.page.input.list_box import option_for_key
from pytest_uimcp.page.input.searching import type_ahead
from pytest_uimcp.page.input.selecting import select_as_user
from pytest_uimcp.page.keys import Stroke

__all__ = ["close_list", "open_list", "press_in_list"]


def open_list(select: Element) -> None:
    document = select.document()
    if document is not None:
        document.picker = select
    state = controls.control(select)
    state.highlight = state.first_highlight = next(iter(controls.selected_options(select)), None)
    type_ahead(select).forget()


def press_in_list(select: Element, stroke: Stroke, document: Document) -> None:
    key = stroke.key
    if stroke.modifiers and not (stroke.text and stroke.modifiers == {"shift"}):
        refuse("select-popup", repr(key))
    state = controls.control(select)
    if key in ("Escape", "Enter", "Tab"):
        close_list(document)
        if key != "Escape":
            dispatch(Event("click", select))
    elif key in ("ArrowDown", "ArrowUp", "Home", "End"):
        type_ahead(select).forget()
        state.highlight = option_for_key(select, key, state.highlight) or state.highlight
    elif stroke.text and key != " ":
        search = type_ahead(select)
        search.note(search.text + key.lower())
        state.highlight = begins_with(select, search.text, state.highlight) or state.highlight
    else:
        refuse("select-popup", repr(key))


def close_list(document: Document) -> None:
    """Close the list that is open: what is highlighted is chosen, also if it is left by Escape or the mouse."""
    select = document.picker
    document.picker = None
    # The app may have removed the list while it was open.
    if select is None or select.tag != "select" or select.document() is not document:
        return
    type_ahead(select).forget()
    state = controls.control(select)
    option = state.highlight
    # A highlight that has not moved chooses nothing, so there is no `change`.
    if option is not None and option is not state.first_highlight and controls.selected_options(select) != [option]:
        select_as_user(select, [option])
