"""Pseudo-classes of the tree: those that depend on the element and its neighbours. `states` has the others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from unicodedata import bidirectional

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.matching import Test, all_of
from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.dom.states import STATES
from pytest_uimcp.page.dom.words import words

__all__ = ["ELEMENTS", "PLAIN", "direction", "direction_matches", "language_matches", "nth", "parse_nth"]

_NTH = re.compile(r"(?:([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))")
_DIRECTIONS: Final = {"L": "ltr", "R": "rtl", "AL": "rtl"}
# Pseudo-elements; every name that begins with `-webkit-` is taken for one as well.
ELEMENTS = words(
    """after backdrop before checkmark column cue details-content file-selector-button first-letter first-line
    grammar-error highlight interest-hint marker part picker picker-icon placeholder scroll-button scroll-marker
    scroll-marker-group search-text selection slotted spelling-error target-text view-transition"""
)


def _place(element: Element, *, of_type: bool, from_end: bool, counts: Test | None = None) -> int:
    parent = element.parent
    if parent is None:
        return 1
    peers = [peer for peer in parent.elements() if not of_type or peer.tag == element.tag]
    if counts is not None:
        peers = [peer for peer in peers if counts(peer)]
    if from_end:
        peers.reverse()
    return next(place for place, peer in enumerate(peers, 1) if peer is element)


def parse_nth(text: str) -> tuple[int, int] | None:
    """`an+b` as (a, b)."""
    text = text.strip().lower()
    if text in ("odd", "even"):
        return 2, int(text == "odd")
    match = _NTH.fullmatch(text)
    if match is None:
        return None
    if match[4] is not None:
        return 0, int(match[4])
    step = int(f"{match[1]}1") if match[1] in ("", "+", "-") else int(match[1])
    return step, int(f"{match[2]}{match[3]}") if match[3] else 0


def nth(name: str, steps: tuple[int, int], counts: Test | None = None) -> Test:
    """`:nth-child(an+b)` and its three variants; `counts` is the test behind `of`."""
    step, start = steps
    of_type = name.endswith("of-type")
    from_end = "last" in name

    def test(element: Element) -> bool:
        if counts is not None and not counts(element):
            return False
        beyond = _place(element, of_type=of_type, from_end=from_end, counts=counts) - start
        if step == 0:
            return beyond == 0
        return beyond % step == 0 and beyond // step >= 0

    return test


def language_matches(argument: str) -> Test:
    ranges = [word.strip("\"' ").lower() for word in argument.split(",")]

    def test(element: Element) -> bool:
        language = next((e.attributes["lang"] for e in element.path() if "lang" in e.attributes), "")
        have = (language or "en").lower()  # of the page
        return any(have == word or have.startswith(f"{word}-") for word in ranges)

    return test


def direction_matches(argument: str) -> Test:
    def test(element: Element) -> bool:
        return direction(element) == argument.lower()

    return test


def direction(element: Element) -> str:
    """Whether its text runs from the left, `ltr`, or from the right, `rtl`."""
    for ancestor in element.path():
        value = ancestor.attributes.get("dir", "auto" if ancestor.tag == "bdi" else "").lower()
        if value == "auto":
            text = controls.value(ancestor) if controls.takes_text(ancestor) else ancestor.text_content()
            strong = (bidirectional(char) for char in text)
            return next((_DIRECTIONS[kind] for kind in strong if kind in _DIRECTIONS), "ltr")
        if value in ("ltr", "rtl"):
            return value
    return "ltr"


def _empty(element: Element) -> bool:
    return not any(isinstance(child, (Element, Text)) for child in element.children)


def _is_root(element: Element) -> bool:
    return element.tag == "html"


_FIRST_CHILD: Final = nth("nth-child", (0, 1))
_LAST_CHILD: Final = nth("nth-last-child", (0, 1))
_FIRST_OF_TYPE: Final = nth("nth-of-type", (0, 1))
_LAST_OF_TYPE: Final = nth("nth-last-of-type", (0, 1))
# Pseudo-classes without arguments.
PLAIN: Final[Mapping[str, Test]] = {
    "first-child": _FIRST_CHILD,
    "last-child": _LAST_CHILD,
    "only-child": all_of([_FIRST_CHILD, _LAST_CHILD]),
    "first-of-type": _FIRST_OF_TYPE,
    "last-of-type": _LAST_OF_TYPE,
    "only-of-type": all_of([_FIRST_OF_TYPE, _LAST_OF_TYPE]),
    "empty": _empty,
    "root": _is_root,
    "scope": _is_root,
    **STATES,
}
