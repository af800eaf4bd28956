"""Around a test: errors of the app belong to the test that caused them, also where tests share a server."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from pytest_uimcp.testing.options import AROUND, asked
from pytest_uimcp.testing.report import participants
from pytest_uimcp.testing.report.participants import under_test

__all__ = ["Around", "register"]


def register(node: pytest.Item | pytest.Collector, thing: object) -> None:
    """Remember what a fixture made; from the first one on, the hooks below are called."""
    participants.remember(node, thing)
    if not node.config.pluginmanager.has_plugin(AROUND):
        node.config.pluginmanager.register(Around(), AROUND)


class Around:
    """The hooks of runs that use something of ours: others do not pay for them."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Draw the line between this test and those before it."""
        participants.begin(item)
        for thing in under_test(item):
            thing.begin()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Fail a test for errors of the app that nobody asked about."""
        for thing in under_test(item):
            thing.lua_errors = asked(item, item.config).lua_errors
        try:
            result = yield
        except pytest.skip.Exception:
            _over(item)
            raise
        _over(item)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, object, object]:
        """Fail a test for errors of the app that came while its fixtures were torn down."""
        result = yield
        for thing in under_test(item):
            thing.end()
        return result


def _over(item: pytest.Item) -> None:
    for thing in under_test(item):
        thing.over()
