"""The plugin that pytest loads by the entry point `uimcp`: options, marker and fixtures, each a few lines.

Every pytest run of an environment that has this package pays for what is imported here, so this module imports
nothing but pytest and a table: Lua, the MCP SDK, web servers and browsers come in with what uses them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_uimcp.testing.options import CHECK_MARKER, MARKER, add_options, flag, marked, value
from pytest_uimcp.testing.snapshots.ledger import LEDGER, Ledger

if TYPE_CHECKING:
    from pytest_uimcp.page import Page
    from pytest_uimcp.server.harness.lua_session import LuaSession
    from pytest_uimcp.server.harness.server import Server
    from pytest_uimcp.testing.faces.chromium import Browser
    from pytest_uimcp.testing.project import Project
    from pytest_uimcp.testing.snapshots.assertion import UimcpSnapshot

# What to call when the run is over; whoever makes something that tests share adds its end.
ENDINGS = pytest.StashKey[list[Callable[[], None]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options, each with an ini key of the same name."""
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Make the markers known."""
    config.addinivalue_line("markers", MARKER)
    config.addinivalue_line("markers", CHECK_MARKER)
    config.stash[ENDINGS] = []
    config.stash[LEDGER] = Ledger(config)
    config.pluginmanager.register(config.stash[LEDGER], "uimcp-snapshots")
    if flag(config, ""):
        from pytest_uimcp.testing.collect.collecting import Collecting

        config.pluginmanager.register(Collecting(config), "uimcp-collecting")
    # Workers of pytest-xdist leave the list to the one that started them.
    if value(config, "report") is not None and not hasattr(config, "workerinput"):
        from pytest_uimcp.testing.report.failure import Listing

        config.pluginmanager.register(Listing(config), "uimcp-report")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuse a marker that asks for what there is not; draw the line between this test and those before it."""
    marked(item)
    if _is_used():
        from pytest_uimcp.testing.around import begin

        begin(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test for errors of the app that nobody asked about."""
    if not _is_used():
        return (yield)
    from pytest_uimcp.testing.around import called, over

    called(item)
    try:
        result = yield
    except pytest.skip.Exception:
        over(item)
        raise
    over(item)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test for errors of the app that came while its fixtures were torn down."""
    result = yield
    if _is_used():
        from pytest_uimcp.testing.around import end

        end(item)
    return result


def _is_used() -> bool:
    """Whether anything of ours is there that belongs to tests."""
    return "pytest_uimcp.testing.report.witness" in sys.modules


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Explain a failure while everything that it is about is still there."""
    concerned = _is_used() or value(item.config, "report") is not None or "uimcp" in item.keywords
    if call.excinfo is None or not concerned:
        return (yield)
    from pytest_uimcp.testing.report.failure import advise, explain
    from pytest_uimcp.testing.report.frames import only_words, shorten

    advise(item, call.excinfo.value)
    nowhere_to_go = not item.config.getoption("fulltrace") and shorten(call)
    report = yield
    if nowhere_to_go:
        only_words(report.longrepr)
    if report.failed and call.when != "teardown":
        explain(item, report, call.excinfo.value)
        if "pytest_uimcp.testing.faces.chromium.fixtures" in sys.modules:
            from pytest_uimcp.testing.faces.chromium.evidence import leave

            leave(item, report)
    return report


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the page on every face that is asked for."""
    if "uimcp_page" in metafunc.fixturenames:
        from pytest_uimcp.testing.faces.selection import parametrize

        parametrize(metafunc)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what all tests shared."""
    for end in config.stash.get(ENDINGS, ()):
        end()


@pytest.fixture
def uimcp_project(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    """A throw-away copy of the app directory under test: `.base_dir`, `.apps`, `.write(path, text)`."""
    from pytest_uimcp.testing.fixtures import project_for

    return project_for(request, tmp_path)


@pytest.fixture
def uimcp_configured(request: pytest.FixtureRequest, uimcp_project: Project) -> Iterator[Server]:
    """A server in CONFIGURED, on the copy."""
    from pytest_uimcp.testing.fixtures import server_for

    with server_for(request, uimcp_project) as configured:
        yield configured


@pytest.fixture
def uimcp(request: pytest.FixtureRequest, uimcp_configured: Server, uimcp_project: Project) -> Server:
    """A running server that shows the app."""
    from pytest_uimcp.testing.fixtures import show_app

    uimcp_configured.start()
    show_app(request, uimcp_project, uimcp_configured)
    return uimcp_configured


@pytest.fixture
def uimcp_lua(request: pytest.FixtureRequest, uimcp_project: Project) -> Iterator[LuaSession]:
    """A bare session on the copy, without a server: `.eval()`, `.load()`, `.reload()`, `.events()`, `.session`."""
    from pytest_uimcp.testing.fixtures import session_for

    with session_for(request, uimcp_project) as opened:
        yield opened


@pytest.fixture
def uimcp_page(request: pytest.FixtureRequest, uimcp: Server) -> Iterator[Page | Browser]:
    """The app's page, `see`, `click`, `fill`, …: without a browser, or on the face that is asked for."""
    from pytest_uimcp.testing.faces.selection import page_for

    with page_for(request, uimcp) as shown:
        yield shown


@pytest.fixture
def uimcp_browser(request: pytest.FixtureRequest, uimcp: Server) -> Iterator[Browser]:
    """The app's page in Chromium: the same verbs, and `.notifications`, `.screenshot()`, `.playwright(fn)`."""
    from pytest_uimcp.testing.faces.chromium.fixtures import browser_for

    with browser_for(request, uimcp) as shown:
        yield shown


@pytest.fixture
def uimcp_snapshot(request: pytest.FixtureRequest) -> UimcpSnapshot:
    """What was so the last time: `uimcp_page == uimcp_snapshot`, and `.html`, `.state`, `.tools`, `.picture`, …"""
    from pytest_uimcp.testing.snapshots.assertion import snapshot_of

    return snapshot_of(request)
