"""Keys in a list box of which several options can be selected: Shift selects all from one option to another."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.selecting import choosable, select_as_user

__all__ = ["extend", "led_to", "page_away"]

_STEPS: Final = {"ArrowDown": 1, "ArrowUp": -1, "PageDown": 1, "PageUp": -1}


def extend(select: Element, key: str, *, shift: bool) -> bool:
    """Select the option that a key leads to, with Shift also those on the way; returns whether it is such a key."""
    if key not in (*_STEPS, "Home", "End"):
        return False
    span = controls.span_of(select)
    end = led_to(select, key, span.end if span is not None else None)
    if end is None:
        return True
    before = controls.selected_options(select)
    if span is None or not shift:
        span = controls.Span(end, end, before if shift else [])
    span = controls.set_span(select, controls.Span(span.anchor, end, span.others))
    everything = controls.options(select)
    low, high = sorted((everything.index(span.anchor), everything.index(end)))
    inside = everything[low : high + 1]
    there = choosable(select)
    after = [one for one in everything if (one in there if one in inside else one in span.others)]
    if after != before:
        select_as_user(select, after)
    return True


def led_to(select: Element, key: str, here: Element | None) -> Element | None:
    """The option that a key leads to from this one, or from none; None if it leads nowhere."""
    there = choosable(select)
    everything = controls.options(select)
    if not there:
        return None
    if key in ("Home", "End"):
        return there[0 if key == "Home" else -1]
    if key.startswith("Page"):
        return page_away(select, here, _STEPS[key])
    if here is None:
        return there[0 if key == "ArrowDown" else -1]
    place = everything.index(here)
    if key == "ArrowDown":
        ahead = everything[place + 1 :]
    else:
        ahead = everything[:place][::-1]
    return next((one for one in ahead if one in there), None)


def page_away(select: Element, here: Element | None, direction: int) -> Element | None:
    """The option so many lines on as the list shows without one, or else the next, or else the last that there is."""
    size = select.get("size") or ""
    shown = int(size) if size.isdigit() and int(size) > 0 else 4
    lines = [one for one in select.descendants() if one.tag in ("option", "optgroup", "hr")][::direction]
    there = choosable(select)
    if here is not None:
        start = lines.index(here)
    elif direction > 0:
        start = -1
    else:
        start = len(lines)
    wanted = start + shown - 1
    found = None
    for place, line in enumerate(lines):
        if line in there:
            found = line
            if place >= wanted:
                break
    return found
