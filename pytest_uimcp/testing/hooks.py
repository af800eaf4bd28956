"""Hooks around tests, so that errors of the app fail the test that caused them, even if tests share a server."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import nullcontext

import pytest

from pytest_uimcp.core.garbage import ImportedWorld
from pytest_uimcp.engine.lua.spares import SPARES
from pytest_uimcp.testing.options import TEST_HOOKS
from pytest_uimcp.testing.report import participants
from pytest_uimcp.testing.report.moments import recorder_of
from pytest_uimcp.testing.report.participants import under_test
from pytest_uimcp.testing.settings import settings_for

_PASSED = pytest.StashKey[bool]()


def register(node: pytest.Item | pytest.Collector, thing: object) -> None:
    """Add a participant to a test; the first one also registers the hooks below."""
    participants.remember(node, thing)
    if (recorder := recorder_of(node.config)) is not None:
        recorder.join(thing)
    if not node.config.pluginmanager.has_plugin(TEST_HOOKS):
        hooks = TestHooks()
        node.config.pluginmanager.register(hooks, TEST_HOOKS)
        node.config.add_cleanup(hooks.world.take_back)


def has_passed(item: pytest.Item) -> bool:
    """Whether the test has ended without failing; its teardown may still fail."""
    return item.stash.get(_PASSED, False)


class TestHooks:
    """Hooks around tests, registered when the first fixture of this plugin is used."""

    def __init__(self) -> None:
        self.world = ImportedWorld()

    def pytest_runtest_logstart(self) -> None:
        """Between two tests no test's own objects are alive."""
        self.world.set_aside()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Separate this test from those before it."""
        participants.begin(item)
        item.stash[_PASSED] = False
        if (recorder := recorder_of(item.config)) is not None:
            recorder.begin([participant.thing for participant in participants.participants_of(item)])
        for thing in under_test(item):
            thing.begin()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Fail a test for errors of the app that it did not expect."""
        for thing in under_test(item):
            thing.lua_errors = settings_for(item, item.config).lua_errors
        if (recorder := recorder_of(item.config)) is not None:
            recorder.call_begins()
        try:
            result = yield
        except pytest.skip.Exception:
            # A skipped test has failed nothing, so errors of the app until then are still told.
            _over(item)
            raise
        _over(item)
        item.stash[_PASSED] = True
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, object, object]:
        """Fail a test for errors of the app during teardown, and keep what took part until that is told."""
        # Of a test that had failed before, everything has been told.
        with participants.kept(item) if has_passed(item) else nullcontext():
            result = yield
            for thing in under_test(item):
                thing.end()
        # Made while pytest goes on to the next test.
        SPARES.fill()
        return result


def _over(item: pytest.Item) -> None:
    for thing in under_test(item):
        thing.over()
