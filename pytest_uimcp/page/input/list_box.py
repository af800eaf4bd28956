"""Keys in a list box of which several options can be selected: Shift selects all from one option to another."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.selecting import EDGES, choosable, select_as_user

__all__ = ["extend", "option_for_key", "page_away"]

_STEPS: Final = {"ArrowDown": 1, "ArrowUp": -1, "PageDown": 1, "PageUp": -1}


def extend(select: Element, key: str, *, shift: bool) -> bool:
    """Select the option that a key leads to, with Shift also those on the way; returns whether it is such a key."""
    if key not in (*_STEPS, *EDGES):
        return False
    span = controls.span_of(select)
    end = option_for_key(select, key, span.end if span is not None else None)
    if end is None:
        return True
    former = controls.selected_options(select)
    if span is None or not shift:
        span = controls.Span(end, end, former if shift else [])
    span = controls.set_span(select, controls.Span(span.anchor, end, span.others))
    everything = controls.options(select)
    ends = sorted((everything.index(span.anchor), everything.index(end)))
    span_options = everything[ends[0] : ends[1] + 1]
    choices = choosable(select)
    # What was selected outside of the span remains; inside, what cannot be chosen does not count.
    selectable = [option for option in span_options if option in choices]
    remaining = [option for option in span.others if option not in span_options]
    selection = [option for option in everything if option in selectable or option in remaining]
    if selection != former:
        select_as_user(select, selection)
    return True


def option_for_key(select: Element, key: str, current: Element | None) -> Element | None:
    """The option that a key leads to from this one, or from none; None if it leads nowhere."""
    choices = choosable(select)
    if not choices:
        return None
    if key in EDGES:
        return choices[EDGES[key]]
    if key.startswith("Page"):
        return page_away(select, current, _STEPS[key])
    if current is None:
        return choices[:: _STEPS[key]][0]
    everything = controls.options(select)[:: _STEPS[key]]
    return next((option for option in everything[everything.index(current) + 1 :] if option in choices), None)


def page_away(select: Element, current: Element | None, direction: int) -> Element | None:
    """The option so many lines on as the list shows without one, or else the next, or else the last that there is."""
    size = select.get("size") or ""
    # Four lines is the size that HTML gives a list without one; headings and rulers count as lines.
    visible_lines = int(size) if size.isdigit() and int(size) > 0 else 4
    lines = [child for child in select.descendants() if child.tag in ("option", "optgroup", "hr")][::direction]
    choices = choosable(select)
    if current is not None:
        start = lines.index(current)
    elif direction > 0:
        start = -1
    else:
        start = len(lines)
    target_place = start + visible_lines - 1
    option = None
    for place, line in enumerate(lines):
        if line in choices:
            option = line
            if place >= target_place:
                break
    return option
