from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pytest_uimcp.core.assets import bundle_dir
from tests.html.conftest import Show
from tests.html.devserver import DevServer
from tests.html.screen import Scheme

HTML = bundle_dir() / "html"
LUA = 't = session:prototype("App", { text = "hello" }):new()'
VIEWDEFS = {"App.DEFAULT": '<p ui-value="text"></p><button>x</button>'}
PAGES = sorted(HTML.glob("*.html"))
STRICT = ["already-open.html", "unknown-session.html", "variables.html"]


def test_the_front_end_has_the_files_that_an_installation_names() -> None:
    assert (HTML / "index.html").is_file()
    assert len(list(HTML.glob("main-*.js"))) == 1
    assert len(list(HTML.glob("worker-*.js"))) == 1


def test_the_apps_page_asks_for_all_of_its_modules_at_once() -> None:
    found: set[str] = set()

    def follow(module: str) -> None:
        for name in re.findall(r'from "(\./[^"]+)"', (HTML / module).read_text(encoding="utf-8")):
            path = (HTML / module).parent / name
            inside = path.resolve().relative_to(HTML.resolve()).as_posix()
            if inside not in found:
                found.add(inside)
                follow(inside)

    follow("main-v1.js")
    asked = re.findall(r'rel="modulepreload" href="/([^"]+)"', (HTML / "index.html").read_text(encoding="utf-8"))
    assert asked == sorted(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_has_a_script_or_handler_of_its_own(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text) == []
    assert re.findall(r"\son\w+=", text) == []
    assert re.findall(r"\sstyle=", text) == []


@pytest.mark.parametrize("name", STRICT)
def test_pages_without_apps_have_a_strict_policy(name: str) -> None:
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', (HTML / name).read_text(encoding="utf-8"))
    assert policy == "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"


def test_the_apps_page_allows_what_viewdefs_need(show: Show) -> None:
    screen = show(
        LUA + " t.text = 'window.evaluated = 1'",
        {
            "App.DEFAULT": '<p ui-code="text">x</p><script>window.inline = 1</script>'
            '<i style="color: red" onclick="window.handled = 1">x</i>'
        },
    )
    screen.at("i").click()
    screen.js_is("[window.evaluated, window.inline, window.handled]", [1, 1, 1])


@pytest.mark.parametrize("path", ["/already-open.html?session=x", "/" + "0" * 32])
def test_strict_pages_work_under_their_policy(ui_server: DevServer, chromium: Browser, path: str) -> None:
    page = chromium.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.goto(ui_server.url + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert [text for text in messages if "Content Security Policy" in text] == []
    page.close()


def test_an_unknown_session_is_a_page_that_says_so(ui_server: DevServer, chromium: Browser) -> None:
    page = chromium.new_page()
    response = page.goto(f"{ui_server.url}/{'0' * 32}")
    assert response is not None
    assert response.status == 404
    expect(page.get_by_role("heading")).to_have_text("There is no such session")
    expect(page.get_by_role("link")).to_have_attribute("href", "/")
    page.close()


def test_an_app_that_displays_nothing_says_so(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.run("mcp.value = nil")
    content = "e => getComputedStyle(e, '::before').content"
    screen.has("[ui-empty]", content, '"Nothing is displayed yet"')
    assert screen.js("document.body.innerText.trim()") == ""
    screen.run("mcp.value = t")
    assert screen.text("p") == "hello"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_follow_the_colours_people_prefer(show: Show, scheme: Scheme) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.page.emulate_media(color_scheme=scheme)
    brightness = "(e => { const [r, g, b] = e.match(/\\d+/g).map(Number); return (r + g + b) / 3 })"
    back, ink = (f"{brightness}(getComputedStyle(document.body).{name})" for name in ("backgroundColor", "color"))
    screen.js_is(f"{back} > {ink}", scheme == "light")
    # The components' class is set by an event of the media query, after the styles have changed.
    classes = re.compile(r"sl-theme-dark")
    shown = expect(screen.page.locator("html"))
    if scheme == "dark":
        shown.to_have_class(classes)
    else:
        shown.not_to_have_class(classes)


def test_an_app_for_light_pages_can_say_so(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<main data-theme="light"><p ui-value="text"></p></main>'})
    screen.page.emulate_media(color_scheme="dark")
    screen.js_is("matchMedia('(prefers-color-scheme: dark)').matches", True)
    screen.js_is("getComputedStyle(document.body).backgroundColor", "rgb(255, 255, 255)")


def test_the_styles_of_an_app_win(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": "<style>button { padding: 0 } body { margin: 7px }</style><button>x</button>"})
    looks = "[getComputedStyle(document.querySelector('button')).padding, getComputedStyle(document.body).margin]"
    screen.js_is(looks, ["0px", "7px"])


def test_focus_can_be_seen(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.page.keyboard.press("Tab")
    expect(screen.at("button")).to_be_focused()
    expect(screen.at("button")).to_have_css("outline-style", "solid")
