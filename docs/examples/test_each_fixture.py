"""One test for each fixture, with the sample app `counter`."""

import pytest

from pytest_uimcp import LuaSession, Page, Project, Server

pytestmark = pytest.mark.uimcp(dir="counter")


def test_a_project_is_a_copy_to_write_to(uimcp_project: Project) -> None:
    """`uimcp_project`: what a test writes is discarded afterwards."""
    uimcp_project.write("apps/second/app.lua", "second = {}")
    assert uimcp_project.apps == ["counter", "second"]


def test_an_agent_starts_the_server(uimcp_configured: Server) -> None:
    """`uimcp_configured`: a server that has not been started."""
    assert uimcp_configured.tool("ui_run", code="return 1").text == "Server not started"
    assert not uimcp_configured.tool("ui_start").is_error
    assert uimcp_configured.status()["state"] == "running"


def test_an_agent_counts(uimcp: Server) -> None:
    """`uimcp`: a running server that shows the app."""
    uimcp.tool("ui_run", code="counter:increment()")
    assert uimcp.state()["value"]["count"] == 1


def test_the_lua_alone(uimcp_lua: LuaSession) -> None:
    """`uimcp_lua`: only the app, without a server or a page."""
    uimcp_lua.eval("counter:decrement()")
    assert uimcp_lua.eval("return counter.count").data == -1


def test_a_human_counts(uimcp_page: Page) -> None:
    """`uimcp_page`: the page, as a human uses it."""
    uimcp_page.click("+")
    uimcp_page.see("1")
