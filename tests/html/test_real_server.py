"""The whole server with a real browser: what an agent does through MCP, and saved files, appear on the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.project import copy_project

VIEWDEF = "apps/counter/viewdefs/Counter.DEFAULT.html"


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def server(loop: LoopThread, tmp_path: Path) -> Iterator[Server]:
    server = Server(loop, copy_project("counter", tmp_path / "ui").base_dir)
    server.configure()
    server.start()
    server.display("counter")
    yield server
    server.close()


def tab(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    return page


def shows(page: Page, count: int) -> None:
    expect(page.get_by_label("Count")).to_have_text(str(count))


def session_url(server: Server) -> str:
    return f"{server.url}/{server.session.id}"


def save(server: Server, file: str, old: str, new: str) -> None:
    path = server.base_dir / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def drop_connections(loop: LoopThread, server: Server) -> None:
    """Cut every connection to the UI port, as a network does."""

    async def drop() -> None:
        running: Any = server._server._running  # noqa: SLF001 -- a network that fails
        for connection in running.site._listeners["ui-port"]._runner.server.connections:  # noqa: SLF001 -- a network that fails
            if connection.transport is not None:
                connection.transport.abort()

    loop.run(drop())


def test_the_app_is_at_the_top_and_at_the_address_of_its_session(server: Server, context: BrowserContext) -> None:
    first, second = tab(context, server.url), tab(context, session_url(server))
    shows(first, 0)
    shows(second, 0)
    first.get_by_role("button", name="+").click()
    shows(first, 1)
    shows(second, 1)
    assert server.run("return counter.count") == 1
    assert server.status()["sessions"] == 2
    server.tool("ui_run", code="counter.count = 7")
    shows(first, 7)
    shows(second, 7)


def test_the_variables_are_on_a_page_of_their_own(server: Server, context: BrowserContext) -> None:
    shows(tab(context, server.url), 0)
    page = tab(context, f"{session_url(server)}/variables")
    row = page.locator("tr, [role=row], .row").filter(has_text="count").first
    expect(row).to_be_visible()
    server.run("counter.count = 4711")
    expect(page.get_by_text("4711").first).to_be_visible()


def test_a_tab_that_the_agent_opens_gives_way_to_the_one_that_is_open(
    server: Server, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("pytest_uimcp.server.server.open_in_browser", opened.append)
    for _ in range(2):
        assert not server.tool("ui_open_browser").is_error
    first = tab(context, opened[0])
    shows(first, 0)
    second = tab(context, opened[1])
    expect(second.get_by_role("heading", name="Session is already open")).to_be_visible()
    expect(second.locator("body")).to_contain_text(f"Session {server.session.vended_id} ")
    assert server.status()["sessions"] == 1
    first.close()
    shows(second, 0)


def test_the_page_of_an_unknown_session_links_to_the_current_one(server: Server, context: BrowserContext) -> None:
    page = tab(context, f"{server.url}/{'0' * 32}")
    expect(page.get_by_role("heading")).to_have_text("There is no such session")
    page.get_by_role("link").click()
    shows(page, 0)


def test_a_viewdef_that_the_agent_uploads_is_drawn_at_once(server: Server, context: BrowserContext) -> None:
    page = tab(context, server.url)
    page.get_by_role("button", name="+").click()
    shows(page, 1)
    content = '<template><p>Uploaded: <b aria-label="Count" ui-value="count"></b></p></template>'
    result = server.tool("ui_upload_viewdef", type="Counter", namespace="DEFAULT", content=content)
    assert not result.is_error
    expect(page.locator("[ui-app] p")).to_have_text("Uploaded: 1")
    expect(page.get_by_role("button")).to_have_count(0)


def test_saved_files_appear_and_the_state_stays(server: Server, context: BrowserContext) -> None:
    page = tab(context, server.url)
    page.get_by_role("button", name="+").click()
    shows(page, 1)
    save(server, VIEWDEF, ">+<", ">More<")
    expect(page.get_by_role("button", name="More")).to_be_visible()
    shows(page, 1)
    save(server, "apps/counter/app.lua", "self.count + 1", "self.count + 10")
    save(server, VIEWDEF, ">More<", ">Ten more<")
    page.get_by_role("button", name="Ten more").click()
    shows(page, 11)


def test_a_page_whose_connection_was_cut_comes_back_by_itself(
    server: Server, context: BrowserContext, loop: LoopThread
) -> None:
    page = tab(context, server.url)
    page.get_by_role("button", name="+").click()
    shows(page, 1)
    page.evaluate("window.same = true")
    with page.expect_event("websocket"):
        drop_connections(loop, server)
    server.run("counter.count = 41")
    shows(page, 41)
    page.get_by_role("button", name="+").click()
    shows(page, 42)
    assert page.evaluate("window.same")
