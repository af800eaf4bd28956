"""The fixtures of a ui-mcp server.

pytest imports this module when it starts, so it imports only pytest. Lua, the MCP SDK, web servers and browsers are
imported where they are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_uimcp.page import Page
    from pytest_uimcp.server.harness.lua_session import LuaSession
    from pytest_uimcp.server.harness.server import Server
    from pytest_uimcp.testing.faces.chromium import Browser
    from pytest_uimcp.testing.project import Project


@pytest.fixture
def uimcp_project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A throw-away copy of the app directory under test: `.base_dir`, `.apps`, `.write(path, text)`."""
    from pytest_uimcp.testing.fixtures import copy_for

    with copy_for(request, tmp_path_factory) as project:
        yield project


@pytest.fixture
def uimcp_configured(request: pytest.FixtureRequest, uimcp_project: Project) -> Iterator[Server]:
    """A server in the state CONFIGURED, on the copy."""
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

    with session_for(request, uimcp_project) as session:
        yield session


@pytest.fixture
def uimcp_page(request: pytest.FixtureRequest, uimcp: Server) -> Iterator[Page | Browser]:
    """The app's page, with `see`, `click`, `fill`, …: without a browser, or on the requested face."""
    from pytest_uimcp.testing.faces.selection import page_for

    with page_for(request, uimcp) as page:
        yield page


@pytest.fixture
def uimcp_browser(request: pytest.FixtureRequest, uimcp: Server) -> Iterator[Browser]:
    """The app's page in Chromium, with the same verbs and `.notifications`, `.screenshot()`, `.playwright(fn)`."""
    from pytest_uimcp.testing.faces.chromium.fixtures import browser_for

    with browser_for(request, uimcp) as page:
        yield page
