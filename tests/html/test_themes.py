"""Themes, icons and frames in a real browser, and what the page without one knows of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pytest_uimcp.page import Page as PlainPage
from pytest_uimcp.page.dom.selectors import select
from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.harness.loop import LoopThread

ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
APP = """
local Prefs = session:prototype("Prefs", { title = "Preferences", seen = EMPTY })
if not session.reloading then prefs = Prefs:new() end
"""
VIEWDEF = f"""<template><div class="prefs theme-panel">
<h1 ui-value="title"></h1>
<p class="hidden">never</p>
<p class="hidden" ui-class-showing="seen">shown later</p>
<script>document.getElementById('app-favicon').href = "{ICON}"</script>
</div></template>"""


@pytest.fixture
def base_dir(tmp_path: Path) -> Path:
    base_dir = tmp_path / "project" / ".ui"
    files = {
        "apps/prefs/app.lua": APP,
        "apps/prefs/viewdefs/Prefs.DEFAULT.html": VIEWDEF,
        "viewdefs/Prefs.DEFAULT.html": VIEWDEF,
        "storage/settings.json": json.dumps({"theme": "harbor"}),
        "storage/x/a.md": "# A note\n\nwith *emphasis*",
        "storage/x/evil.html": EVIL,
    }
    for name, text in files.items():
        path = base_dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return base_dir


EVIL = """<!doctype html><p>attachment</p><script>
document.querySelector('p').textContent = 'ran';
fetch('/api/ui_run', { method: 'POST', body: '{"code": "hacked = true"}' });
</script><form action="/api/ui_run" method="post"><button>Send</button></form>"""


@pytest.fixture
def server(loop: LoopThread, base_dir: Path) -> Iterator[Server]:
    server = Server(loop, base_dir)
    server.configure()
    server.start()
    (base_dir / "html" / "x-storage").symlink_to("../storage/x")
    server.display("prefs")
    yield server
    server.close()


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def said(tab: Page) -> list[str]:
    """What the browser says about policies."""
    found: list[str] = []
    tab.on("console", lambda message: found.append(message.text))
    return found


def shown(tab: Page, url: str) -> None:
    tab.goto(url)
    expect(tab.get_by_role("heading", name="Preferences")).to_be_visible()


def mcp_port(server: Server) -> int:
    return int((server.base_dir / "mcp-port").read_text())


def test_the_page_wears_the_theme_from_its_first_moment(server: Server, tab: Page) -> None:
    tab.add_init_script(
        "new MutationObserver(() => { window.first ??= document.body && document.documentElement.className })"
        ".observe(document, { childList: true, subtree: true })"
    )
    shown(tab, server.url)
    assert tab.evaluate("window.first.split(' ')[0]") == "theme-harbor"
    expect(tab.locator("body")).to_have_css("background-color", "rgb(15, 26, 38)")
    expect(tab.locator(".prefs")).to_have_css("background-color", "rgb(19, 33, 48)")


def test_the_choice_of_the_browser_wins(server: Server, tab: Page) -> None:
    shown(tab, server.url)
    tab.evaluate("localStorage.theme = 'paper'")
    tab.reload()
    expect(tab.locator("body")).to_have_css("background-color", "rgb(251, 248, 241)")


def test_a_theme_switch_redraws_no_view(server: Server, tab: Page) -> None:
    shown(tab, server.url)
    tab.evaluate(
        "window.changed = []; new MutationObserver(list => window.changed.push(...list.map(r => r.type)))"
        ".observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })"
    )
    code = "document.documentElement.className = 'theme-paper'; localStorage.theme = 'paper'"
    assert server.run(f"mcp.code = [[{code} // 1]] return mcp:reinjectThemes()") is True
    tab.evaluate(code)
    expect(tab.locator("body")).to_have_css("background-color", "rgb(251, 248, 241)")
    assert tab.evaluate("window.changed") == []
    expect(tab.locator("html")).not_to_have_class("sl-theme-dark")


def test_a_dark_theme_makes_the_components_dark(server: Server, tab: Page) -> None:
    tab.emulate_media(color_scheme="light")
    shown(tab, server.url)
    expect(tab.locator("html")).to_have_class("theme-harbor sl-theme-dark")
    tab.evaluate("document.documentElement.className = 'theme-paper'")
    expect(tab.locator("html")).to_have_class("theme-paper")


def test_the_icon_is_there_before_the_scripts_of_views_and_each_app_sets_it(server: Server, tab: Page) -> None:
    shown(tab, server.url)
    expect(tab.locator("#app-favicon")).to_have_attribute("href", ICON)


def test_both_faces_know_the_theme_the_icon_and_the_hidden_elements(server: Server, tab: Page) -> None:
    shown(tab, server.url)
    expect(tab.get_by_text("shown later")).to_be_hidden()
    with PlainPage(server) as page:
        root = page.document.html
        assert root.get("class") == "theme-harbor"
        (icon,) = select(page.document, "#app-favicon")
        assert icon.get("rel") == "icon"
        page.see("Preferences")
        page.not_see("never")
        page.not_see("shown later")
        server.run("prefs.seen = true")
        page.see("shown later")
        page.not_see("never")
    expect(tab.get_by_text("shown later")).to_be_visible()
    expect(tab.get_by_text("never")).to_be_hidden()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_frame_shows_a_document_of_the_other_port(server: Server, tab: Page, said: list[str], name: str) -> None:
    shown(tab, server.url.replace("127.0.0.1", name))
    tab.evaluate(
        "url => { const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame) }",
        f"http://localhost:{mcp_port(server)}/x-storage/a.md?1700000000",
    )
    expect(tab.frame_locator("iframe").get_by_role("heading", name="A note")).to_be_visible()
    assert [text for text in said if "Content Security Policy" in text or "Refused" in text] == []


def test_an_attachment_runs_no_script_and_reaches_no_tool(server: Server, tab: Page, said: list[str]) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    port = mcp_port(server)
    for base in (f"http://localhost:{port}", f"http://127.0.0.1:{port}", server.url):
        tab.goto(f"{base}/x-storage/evil.html")
        expect(tab.locator("p")).to_have_text("attachment")
        tab.get_by_role("button").click()
    assert not [url for url in asked if "/api/" in url]
    assert server.run("return hacked == nil") is True
