"""Pseudo-classes that depend only on the element and its neighbours."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from pytest_uimcp.page.dom.controls import is_checked, is_disabled
from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.dom.words import words

__all__ = ["PLAIN", "nth", "parse_nth"]

Test: TypeAlias = Callable[[Element], bool]
_NTH = re.compile(r"(?:([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))")
_FORM = words("button textarea optgroup select input option fieldset")


def _place(element: Element, *, of_type: bool, from_end: bool) -> int:
    parent = element.parent
    if parent is None:
        return 1
    peers = [other for other in parent.elements() if not of_type or other.tag == element.tag]
    if from_end:
        peers.reverse()
    return next(place for place, other in enumerate(peers, 1) if other is element)


def parse_nth(text: str) -> tuple[int, int] | None:
    """`an+b` as (a, b)."""
    text = text.strip().lower()
    if text in ("odd", "even"):
        return 2, int(text == "odd")
    found = _NTH.fullmatch(text)
    if found is None:
        return None
    if found[4] is not None:
        return 0, int(found[4])
    step = int(f"{found[1]}1") if found[1] in ("", "+", "-") else int(found[1])
    return step, int(f"{found[2]}{found[3]}") if found[3] else 0


def nth(name: str, steps: tuple[int, int]) -> Test:
    """`:nth-child(an+b)` and its three variants."""
    step, start = steps
    of_type, from_end = name.endswith("of-type"), "last" in name

    def test(element: Element) -> bool:
        beyond = _place(element, of_type=of_type, from_end=from_end) - start
        return beyond == 0 if step == 0 else beyond % step == 0 and beyond // step >= 0

    return test


def _never(_element: Element) -> bool:
    return False


def _empty(element: Element) -> bool:
    return not any(isinstance(child, (Element, Text)) for child in element.children)


PLAIN: dict[str, Test] = {
    "first-child": nth("nth-child", (0, 1)),
    "last-child": nth("nth-last-child", (0, 1)),
    "only-child": lambda e: PLAIN["first-child"](e) and PLAIN["last-child"](e),
    "first-of-type": nth("nth-of-type", (0, 1)),
    "last-of-type": nth("nth-last-of-type", (0, 1)),
    "only-of-type": lambda e: PLAIN["first-of-type"](e) and PLAIN["last-of-type"](e),
    "empty": _empty,
    "root": lambda e: e.tag == "html",
    "checked": lambda e: is_checked(e) or (e.tag == "option" and e.has("selected")),
    "disabled": lambda e: e.tag in _FORM and is_disabled(e),
    "enabled": lambda e: e.tag in _FORM and not is_disabled(e),
    "required": lambda e: e.has("required"),
    "optional": lambda e: e.tag in _FORM and not e.has("required"),
    "link": lambda e: e.tag == "a" and e.has("href"),
    "any-link": lambda e: e.tag == "a" and e.has("href"),
    "defined": lambda e: True,
    # The tree does not know about the pointer.
    **dict.fromkeys(("active", "focus", "focus-visible", "focus-within", "host", "hover", "target", "visited"), _never),
}
