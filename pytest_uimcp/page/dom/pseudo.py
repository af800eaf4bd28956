"""Pseudo-classes of the tree: those that depend on the element and its neighbours. `states` has the others."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.dom.states import STATES

__all__ = ["PLAIN", "nth", "parse_nth"]

Test: TypeAlias = Callable[[Element], bool]
_NTH = re.compile(r"(?:([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))")


def _place(element: Element, *, of_type: bool, from_end: bool, counts: Test | None = None) -> int:
    parent = element.parent
    if parent is None:
        return 1
    peers = [other for other in parent.elements() if not of_type or other.tag == element.tag]
    if counts is not None:
        peers = [other for other in peers if counts(other)]
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


def nth(name: str, steps: tuple[int, int], counts: Test | None = None) -> Test:
    """`:nth-child(an+b)` and its three variants; `counts` is the test behind `of`."""
    step, start = steps
    of_type, from_end = name.endswith("of-type"), "last" in name

    def test(element: Element) -> bool:
        if counts is not None and not counts(element):
            return False
        beyond = _place(element, of_type=of_type, from_end=from_end, counts=counts) - start
        return beyond == 0 if step == 0 else beyond % step == 0 and beyond // step >= 0

    return test


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
    **STATES,
}
