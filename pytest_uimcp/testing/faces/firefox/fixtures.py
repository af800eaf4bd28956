"""The Firefox of a run, and the tab that a test gets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.testing.faces.chromium.evidence import keep_evidence
from pytest_uimcp.testing.faces.firefox.firefox import Firefox
from pytest_uimcp.testing.faces.firefox.tab import FirefoxTab
from pytest_uimcp.testing.hooks import register
from pytest_uimcp.testing.options import flag, value
from pytest_uimcp.testing.settings import settings_for

if TYPE_CHECKING:
    from pytest_uimcp.server.harness.server import Server

_FIREFOX = pytest.StashKey[Firefox]()


def firefox(config: pytest.Config) -> Firefox:
    if _FIREFOX not in config.stash:
        browser = config.stash[_FIREFOX] = Firefox(value(config, "firefox-path"), headed=flag(config, "headed"))
        config.add_cleanup(browser.close)
        keep_evidence(config)
    return config.stash[_FIREFOX]


@contextmanager
def firefox_for(request: pytest.FixtureRequest, server: Server) -> Iterator[FirefoxTab]:
    """A tab in a user context of its own that shows the server's app; always closed after the test."""
    if settings_for(request.node, request.config).virtual:
        raise UimcpError(
            "face=firefox has no virtual time: what Firefox shows runs on its own clock; run this test with "
            "face=chromium or face=page, or with time=real"
        )
    page = FirefoxTab(firefox(request.config), server)
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
