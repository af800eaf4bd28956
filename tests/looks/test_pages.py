"""Every page of ours in light and dark: axe-core finds nothing, nothing comes from elsewhere, a phone shows all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from pytest_uimcp import fixtures_dir
from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.server.commands.check import session_extensions
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.testing.gallery.gallery import Gallery
from pytest_uimcp.testing.gallery.port import GalleryPort
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.report.document import document
from pytest_uimcp.transport.site import HttpSite
from tests.chat.web.desk import desk
from tests.chat.web.pictures import play
from tests.html.conftest import chromium, loop, playwright  # noqa: F401 -- fixtures
from tests.testing.report.test_document import RUN, story
from tools import npm

pytestmark = pytest.mark.slow

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
DESK: Final[ViewportSize] = {"width": 1280, "height": 860}
# What is in a frame is an app's own.
AUDIT: Final = """async () => {
  const { violations } = await axe.run(document, { iframes: false, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => `${node.html} ${node.failureSummary}`)]);
}"""
WORKBENCH: Final = Path(__file__).resolve().parents[2] / "examples" / "workbench" / ".ui"
SHOW: Final = """
mcp:createTodos({"Read the notes", "Improve the text"}, "drafts")
mcp:startTodoStep(2)
mcp:addAgentMessage("Done: **milk**")
mcp:notify("Saved", "success")
mcp.shell:toggleConsole()
"""
# What of a page is taller or wider than the space that it has, and would be cut off on paper; and what is not drawn.
CUT_OFF: Final = """() => [...document.querySelectorAll("body, body *")].filter((element) => {
  const { overflowX, overflowY, display } = getComputedStyle(element);
  if (display === "inline" || !element.checkVisibility()) return false;
  return (overflowY !== "visible" && element.scrollHeight > element.clientHeight + 2)
    || (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 2);
}).filter((element) => !element.matches("input, select, textarea, .unseen"))
  .map((element) => element.outerHTML.slice(0, 200))"""
# The colours of ink on paper: what is printed light on a page without its dark background cannot be read.
PALE: Final = """() => {
  const [red, green, blue] = getComputedStyle(document.body).color.match(/[\\d.]+/g).map(Number);
  return red + green + blue > 380;
}"""
# What the Tab key has to reach: all but radio buttons that are not chosen, and the inside of components.
USABLE: Final = "a[href], button, input, select, textarea, summary, [tabindex='0']"
WATCH: Final = """(usable) => {
  window.missed = new Set([...document.querySelectorAll(usable)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.disabled && element.tabIndex >= 0)
    .filter((element) => !(element.type === "radio" && !element.checked) && !element.localName.startsWith("sl-")));
  document.addEventListener("focusin", ({ target }) => window.missed.delete(target));
  document.activeElement?.blur();
  return window.missed.size;
}"""
# What has gone meanwhile is reached by nobody: the gallery puts two cards of one picture together.
MISSED: Final = """() => [...window.missed].filter((element) => element.isConnected)
  .map((element) => element.outerHTML.slice(0, 200))"""
# Components and parts of fields have stops of their own.
MORE_TABS: Final = 12
# Not looked at on paper: these scroll within the window. What a report prints has a test of its own.
SCROLLED: Final = frozenset({"report", "the gallery", "a view in the gallery"})
# Everything that HTML has, without a line of CSS.
PLAIN: Final = Path(__file__).parent / "plain"
FILL: Final = """
contacts:add {name = "Ada Lovelace", email = "ada@example.com", favourite = true}
contacts:edit(contacts.contacts[1])
contacts:say("You", "Please add Grace")
"""


@pytest.fixture(scope="module")
def axe() -> str:
    project = npm.ROOT / "tests" / "looks" / "node"
    return (npm.packages(project) / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:  # noqa: F811 -- a fixture takes the place of another's name
    page = chromium.new_page(bypass_csp=True)
    # Tabs do not know of each other then: a page that waits for another tab would load the session within a second.
    page.add_init_script("delete window.SharedWorker")
    yield page
    page.close()


@pytest.fixture
def addresses(
    tmp_path: Path,
    loop: LoopThread,  # noqa: F811 -- as above
) -> Iterator[dict[str, tuple[str, str]]]:
    """The pages by name: the address of each, and a selector of what is there when it is complete."""
    stories = [
        story("test_bad", "failed", "    x\nE   NotSeen: see('x')\nE     near it: 'y'"),
        story("test_good", "passed"),
    ]
    for told, change in zip(stories, ("broken", "fixed"), strict=True):
        told |= {"past": "PFP", "change": change, "flaky": True}
        told["steps"][0]["fixture"] = True
    past = {"began": RUN["began"], "seconds": 1.0, "counts": {"passed": 2}}
    report = tmp_path / "report.html"
    run = {**RUN, "seconds": 2.5, "runs": [past]}
    report.write_text(document("Stories", run, map(json.dumps, stories)), encoding="utf-8")
    shutil.copytree(fixtures_dir() / "apps", tmp_path / "contacts" / "apps")
    shutil.copytree(PLAIN, tmp_path / "contacts" / "apps" / "plain")
    options = ServerOptions(publisher_port=0)
    empty = HttpUiServer(tmp_path / "empty", options=options)
    contacts = HttpUiServer(tmp_path / "contacts", options=replace(options, app="contacts"))
    shutil.copytree(WORKBENCH, tmp_path / "shell", symlinks=True)
    workbench = HttpUiServer(tmp_path / "shell", options=replace(options, app="drafts"))
    gallery = Gallery(AppDirectory(tmp_path / "contacts"), session_extensions)
    site = HttpSite()

    async def start() -> tuple[str, str, str]:
        await empty.open()
        await workbench.open()
        await contacts.open()
        site.bind("gallery", GalleryPort(gallery).application(site.guard))
        await site.start()
        assert contacts.listener is not None
        return empty.server.status()["url"], contacts.server.status()["url"], contacts.listener.url

    nothing, app, mcp = loop.run(start())
    contacts.server.ui_session().session.eval(FILL)
    workbench.server.ui_session().session.eval(SHOW)
    with desk(loop, agent=True) as at:
        play(at)
        yield {
            "report": (report.as_uri(), ".timeline"),
            "the app": (app, "text=Ada Lovelace"),
            "the shell": (workbench.server.status()["url"], "text=milk"),
            "variables": (f"{app}/variables", "text=Ada Lovelace"),
            "a variable": (f"{app}/variables#search", "#details form"),
            "no app yet": (nothing, "h1"),
            "404 of the app": (f"{app}/variable", "text=Did you mean"),
            "404 of the agent's port": (f"{mcp}/nothing", "h1"),
            "an unknown session": (f"{app}/{'0' * 32}", "h1"),
            "already open": (f"{app}/already-open.html", "h1"),
            "the agent's port": (mcp, "h1"),
            "the chat": (at.address(), "button.approve"),
            "the gallery": (site.url("gallery"), ".preview iframe"),
            "an app without CSS": (f"{site.url('gallery')}/{gallery.open(gallery.entry('plain')).id}", "h1"),
            "a view in the gallery": (f"{site.url('gallery')}/#/contacts/ContactApp.DEFAULT", ".fields input"),
        }
    loop.run(site.close())
    gallery.close()
    loop.run(empty.close())
    loop.run(contacts.close())
    loop.run(workbench.close())


def _beyond_the_window(page: Page, name: str) -> Iterator[tuple[str, Any]]:
    """What is wrong with a page for those who have no mouse, and on paper."""
    for _ in range(page.evaluate(WATCH, USABLE) + MORE_TABS):
        page.keyboard.press("Tab")
    yield "by keyboard", page.evaluate(MISSED)
    if name in SCROLLED:
        return
    page.emulate_media(media="print")
    yield "cut off on paper", page.evaluate(CUT_OFF)
    yield "pale on paper", page.evaluate(PALE)
    page.emulate_media(media="screen")


def test_every_page_is_accessible_asks_nobody_else_and_fits_a_phone(
    page: Page, axe: str, addresses: dict[str, tuple[str, str]]
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    wrong: dict[str, Any] = {}
    for name, (address, complete) in addresses.items():
        page.set_viewport_size(DESK)
        page.goto(address)
        page.locator(complete).first.wait_for()
        page.evaluate(axe)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            if violations := page.evaluate(AUDIT):
                wrong[f"{name}, {scheme}"] = violations
        wrong |= {f"{name} {how}": faults for how, faults in _beyond_the_window(page, name) if faults}
        page.set_viewport_size(PHONE)
        width = page.evaluate("() => document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            wrong[f"{name} on a phone"] = f"is {width} wide"
    # All of them together: a request may be heard of when the next page is already there.
    own = {urlsplit(address).netloc for address, _ in addresses.values()}
    if strangers := [
        url for url in asked if urlsplit(url).scheme in ("http", "https") and urlsplit(url).netloc not in own
    ]:
        wrong["strangers"] = strangers
    assert not wrong, json.dumps(wrong, indent=1)
