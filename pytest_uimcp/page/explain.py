"""Messages of failures on a page; `aria/explain.py` writes them for everything that shows."""

from __future__ import annotations

from pytest_uimcp.aria import explain
from pytest_uimcp.aria.errors import Ambiguous, NotFound, NotSeen, StillSeen
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.sight import PageSight, describe, hidden_reason
from pytest_uimcp.page.targets import Search, Target

__all__ = [
    "ambiguous",
    "describe",
    "hidden_reason",
    "not_found",
    "not_seen",
    "not_that_many",
    "still_seen",
    "with_tree",
]


def not_found(look: PageView, root: Element, verb: str, target: Target, search: Search) -> NotFound:
    """No element matches the target."""
    return explain.not_found(PageSight(look, root), verb, target, search)


def ambiguous(look: PageView, root: Element, verb: str, target: Target, found: list[Element]) -> Ambiguous:
    """Several elements match the target."""
    return explain.ambiguous(PageSight(look, root), verb, target, found)


def not_that_many(look: PageView, root: Element, verb: str, target: Target, found: list[Element]) -> NotFound:
    """Fewer elements match than `nth` needs."""
    return explain.not_that_many(PageSight(look, root), verb, target, found)


def not_seen(look: PageView, root: Element, text: str) -> NotSeen:
    """A text that should be on the page is not."""
    return explain.not_seen(PageSight(look, root), text)


def still_seen(look: PageView, root: Element, text: str) -> StillSeen:
    """A text that should not be on the page is."""
    return explain.still_seen(PageSight(look, root), text)


def with_tree(text: str, look: PageView, root: Element) -> str:
    """A message with the accessibility tree below it."""
    return explain.with_tree(text, PageSight(look, root))
