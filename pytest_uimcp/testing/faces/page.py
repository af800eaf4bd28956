"""The face without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pytest_uimcp.page import Page
from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.faces.auto import wants_auto
from pytest_uimcp.testing.hooks import register


@contextmanager
def page_for(request: pytest.FixtureRequest, server: Server) -> Iterator[Page]:
    page = Page(server, exact=wants_auto(request.node))
    register(request.node, page)
    with page:
        yield page
