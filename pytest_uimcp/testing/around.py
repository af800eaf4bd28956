"""Around a test: errors of the app belong to the test that caused them, also where tests share a server."""

from __future__ import annotations

import pytest

from pytest_uimcp.testing.options import asked
from pytest_uimcp.testing.report import witness
from pytest_uimcp.testing.report.witness import under_test

__all__ = ["begin", "called", "end", "over"]


def begin(item: pytest.Item) -> None:
    """A test begins."""
    witness.begin(item)
    for thing in under_test(item):
        thing.begin()


def called(item: pytest.Item) -> None:
    """The test function is about to be called; its fixtures are there."""
    for thing in under_test(item):
        thing.lua_errors = asked(item, item.config).lua_errors


def over(item: pytest.Item) -> None:
    """The test function has returned: raise what nobody asked about."""
    for thing in under_test(item):
        thing.over()


def end(item: pytest.Item) -> None:
    """The fixtures of the test are over too; what is there still is shared with other tests."""
    for thing in under_test(item):
        thing.end()
