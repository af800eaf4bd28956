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


# Loops, and nothing around a test that stands alone: each verb tries every rule at every element that it may concern.
def all_of(tests: Sequence[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]

    def matches(element: Element) -> bool:
        for test in tests:  # noqa: SIM110 -- a generator takes twice as long
            if not test(element):
                return False
        return True

    return matches


def any_of(tests: Sequence[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]

    def matches(element: Element) -> bool:
        for test in tests:  # noqa: SIM110 -- as above
            if test(element):
                return True
        return False

    return matches


def none_of(tests: Sequence[Test]) -> Test:
    def matches(element: Element) -> bool:
        return not any(test(element) for test in tests)

    return matches
