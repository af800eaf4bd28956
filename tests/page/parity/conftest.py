"""The browser of the front end's tests, and pairs of a page and a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.html.conftest import chromium, context, playwright, spare  # noqa: F401 -- fixtures
from tests.html.devserver import DevServer
from tests.page.parity.app import App
from tests.page.parity.pair import Pair


@pytest.fixture
def pair(
    ui_server: DevServer,
    context: BrowserContext,  # noqa: F811 -- a fixture takes the place of another's name
    spare: list[Page],  # noqa: F811 -- a fixture takes the place of another's name
    tmp_path: Path,
) -> Iterator[Callable[[App], Pair]]:
    """Show an app on the page and in Chromium."""
    made: list[Pair] = []

    def make(app: App) -> Pair:
        pair = Pair(app, ui_server, context, spare, tmp_path / str(len(made)))
        made.append(pair)
        return pair

    yield make
    for pair in made:
        pair.close()
