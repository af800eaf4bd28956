"""The browser of a run, and the tab that a test gets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from pytest_uimcp.testing.faces.chromium.browser import Browser
from pytest_uimcp.testing.faces.chromium.chromium import BrowserOptions, Chromium
from pytest_uimcp.testing.faces.chromium.evidence import keep_evidence
from pytest_uimcp.testing.hooks import register
from pytest_uimcp.testing.options import flag, value

if TYPE_CHECKING:
    from pytest_uimcp.server.harness.server import Server


_CHROMIUM = pytest.StashKey[Chromium]()


def chromium(config: pytest.Config) -> Chromium:
    if _CHROMIUM not in config.stash:
        options = BrowserOptions(
            value(config, "browser") or "chromium",
            value(config, "browser-path"),
            value(config, "browser-endpoint"),
            flag(config, "headed"),
        )
        browser = config.stash[_CHROMIUM] = Chromium(options)
        config.add_cleanup(browser.close)
        keep_evidence(config)
    return config.stash[_CHROMIUM]


@contextmanager
def browser_for(request: pytest.FixtureRequest, server: Server) -> Iterator[Browser]:
    """A tab in a context of its own that shows the server's app; always closed after the test."""
    page = Browser(chromium(request.config), server)
    try:
        try:
            page.open()
        finally:
            # A tab that fails to show the app can still be reported on; without a tab there is nothing to report.
            if page.is_open:
                register(request.node, page)
        yield page
    finally:
        page.close()
