"""No page of ours asks another origin: all of them, in a browser that would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.report.document import document
from tests.chat.web.desk import desk

RUN = {"title": "run", "began": "2026-01-02T03:04:05+00:00", "counts": {"failed": 1}}
STORY = {
    "id": "test_a.py::test_a", "outcome": "failed", "phase": "call", "seconds": 1.5, "message": "E  no", "again": "",
    "steps": [], "moments": [], "sections": [], "files": [],
}  # fmt: skip
VIEW = """<template><div><sl-button>Go</sl-button><sl-icon name="alarm"></sl-icon>
<sl-select><sl-option value="a">A</sl-option></sl-select></div></template>"""


@pytest.fixture
def served(loop: LoopThread, tmp_path: Path) -> Iterator[HttpUiServer]:
    app = tmp_path / "ui" / "apps" / "t"
    (app / "viewdefs").mkdir(parents=True)
    (app / "app.lua").write_text('App = session:prototype("App", {})\nt = App:new({})\n', encoding="utf-8")
    (app / "viewdefs" / "App.DEFAULT.html").write_text(VIEW, encoding="utf-8")
    (app / "README.md").write_text("# An app\n", encoding="utf-8")
    served = HttpUiServer(tmp_path / "ui", options=ServerOptions())
    loop.run(served.open())
    loop.run(served.server.display("t"))
    yield served
    loop.run(served.close())


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


def origins(tab: Page) -> set[str]:
    """The machines that the tab asks from now on, filled while it does."""
    asked: set[str] = set()
    tab.on("request", lambda request: asked.add(urlsplit(request.url).hostname or urlsplit(request.url).scheme))
    return asked


def test_pages_of_the_server_ask_this_machine_only(served: HttpUiServer, tab: Page) -> None:
    asked = origins(tab)
    assert served.listener is not None
    ui, mcp = served.server.url, f"http://127.0.0.1:{served.listener.port}"
    tab.goto(ui)
    tab.wait_for_function("['sl-button', 'sl-icon', 'sl-select'].every(tag => customElements.get(tag))")
    expect(tab.locator("sl-button")).to_be_visible()
    tab.wait_for_function("document.querySelector('sl-icon').shadowRoot.querySelector('svg path')")
    session = served.server.ui_session().session.id
    for path in ("/variables", f"/{session}/variables", "/nothing.html", f"/{'0' * 32}", "/already-open.html"):
        tab.goto(ui + path, wait_until="load")
    for path in ("/variables", "/app/t/readme", "/api/resource/", "/nothing"):
        tab.goto(mcp + path, wait_until="load")
    assert asked == {"127.0.0.1"} or asked == {"127.0.0.1", "localhost"}


def test_the_chat_with_its_approvals_and_the_report_ask_this_machine_only(
    loop: LoopThread, tab: Page, tmp_path: Path
) -> None:
    asked = origins(tab)
    with desk(loop, agent=True) as chat:
        decision = chat.asks("files_delete", {"path": "a"})
        tab.goto(chat.url)
        tab.goto(chat.address())
        expect(tab.get_by_text("files_delete").first).to_be_visible()
        decision.cancel()
    report = tmp_path / "report.html"
    report.write_text(document("run", RUN, [json.dumps(STORY)]), encoding="utf-8")
    tab.goto(report.as_uri())
    expect(tab.get_by_text("test_a").first).to_be_visible()
    assert asked == {"127.0.0.1", "file"}
