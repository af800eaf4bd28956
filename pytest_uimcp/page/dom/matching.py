"""Tests of elements, as selectors are compiled to them, and how they are combined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from pytest_uimcp.page.dom.nodes import Element

__all__ = ["Test", "all_of", "always", "any_of", "never", "none_of"]

Test: TypeAlias = Callable[[Element], bool]


def always(_element: Element) -> bool:
    return True


def never(_element: Element) -> bool:
    return False


def all_of(tests: Sequence[Test]) -> Test:
    def matches(element: Element) -> bool:
        return all(test(element) for test in tests)

    return matches


def any_of(tests: Sequence[Test]) -> Test:
    def matches(element: Element) -> bool:
        return any(test(element) for test in tests)

    return matches


def none_of(tests: Sequence[Test]) -> Test:
    def matches(element: Element) -> bool:
        return not any(test(element) for test in tests)

    return matches
