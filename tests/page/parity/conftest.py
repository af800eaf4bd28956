"""The browser of the front end's tests, and pairs of a page and a browser."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.html.conftest import chromium, context, playwright, spare  # noqa: F401 -- fixtures
from tests.html.devserver import DevServer
from tests.page.parity.app import App
from tests.page.parity.pair import Pair
from tests.page.parity.record import is_recording, write

PAIRS = pytest.StashKey[list[Pair]]()
SEEN = "parity, played in Chromium"
KNOWN = "parity, as recorded"


@pytest.fixture
def pair(
    ui_server: DevServer,
    context: BrowserContext,  # noqa: F811 -- a fixture takes the place of another's name
    spare: list[Page],  # noqa: F811 -- a fixture takes the place of another's name
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[[App], Pair]]:
    """Show an app on the page and in Chromium."""
    made: list[Pair] = request.node.stash.setdefault(PAIRS, [])

    def make(app: App) -> Pair:
        pair = Pair(app, ui_server, context, spare, tmp_path / str(len(made)))
        made.append(pair)
        return pair

    yield make
    for pair in made:
        pair.close()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """What Chromium has not done by the end of a test, it does now."""
    outcome = yield
    for pair in pyfuncitem.stash.get(PAIRS, []):
        digest = pair.finish()
        pyfuncitem.user_properties.append((SEEN if digest else KNOWN, digest))
    return outcome


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write the record anew, if all was played; how much was, is told by tests/conftest.py."""
    digests = {
        str(value)
        for report in terminalreporter.stats.get("passed", [])
        for name, value in getattr(report, "user_properties", [])
        if name == SEEN
    }
    if digests and is_recording():
        write(digests)
