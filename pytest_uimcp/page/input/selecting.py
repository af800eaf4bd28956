"""Options of a `select` and its user: which can be chosen, and what happens when one is."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element

__all__ = ["EDGES", "choosable", "select_as_user"]

# By key, the place of the option that it leads to.
EDGES: Final = {"Home": 0, "End": -1}


def choosable(select: Element) -> list[Element]:
    return [
        option for option in controls.options(select) if not controls.is_disabled(option) and not option.has("hidden")
    ]


def select_as_user(select: Element, options: list[Element], *, fires_input: bool = True) -> None:
    """Select these options and no others, with the events of a key; a list searched by letters fires no `input`."""
    controls.set_selected(select, options)
    controls.control(select).is_checked_by_user = True
    if fires_input:
        dispatch(Event("input", select))
    dispatch(Event("change", select))
