"""The gallery of 200 views in Chromium: its first screen, and what is drawn beyond it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Page, sync_playwright

from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.server.commands.check import session_extensions
from pytest_uimcp.testing.gallery.gallery import Gallery
from pytest_uimcp.testing.gallery.port import GalleryPort
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.site import HttpSite
from tests.benchmarks.fixtures import directory
from tests.benchmarks.measure import Result
from tests.browser import ARGUMENTS, chromium_path

APPS: Final = 4
VIEWS: Final = 50
"""Of each app."""
ROUNDS: Final = 5
SECONDS: Final = 30
# When every card on the screen has its picture, by the page's own clock, from the navigation on.
DRAWN: Final = """() => new Promise((resolve) => {
  const look = () => {
    const seen = [...document.querySelectorAll(".preview")].filter(
      (element) => element.getBoundingClientRect().top < innerHeight,
    );
    if (seen.length && seen.every((element) => element.querySelector("iframe"))) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""
VIEW: Final = """<template><article>
  <h2 ui-value="title"></h2>
  <p>Part <b ui-value="number"></b> of many</p>
  <ul ui-viewlist="lines"><li></li></ul>
  <input ui-value="title" aria-label="Title"><button ui-action="again()">Again</button>
</article></template>"""
LINE: Final = '<template><li><span ui-value="text"></span></li></template>'


def app_source(name: str) -> str:
    """An app with a type for each view, and an object of each."""
    title = name.capitalize()
    lines = [
        f'{title} = session:prototype("{title}", {{title = "{name}", parts = EMPTY}})',
        f'local Line = session:prototype("{title}Line", {{text = ""}})',
        "local parts = {}",
    ]
    for number in range(VIEWS):
        kind = f"{title}Part{number}"
        lines += [
            f'local {kind} = session:prototype("{kind}", {{title = "{kind}", number = {number}, lines = EMPTY}})',
            f'function {kind}:again() self.title = self.title .. "!" end',
            f"parts[#parts + 1] = {kind}:new({{lines = {{Line:new({{text = 'a'}}), Line:new({{text = 'b'}})}}}})",
        ]
    return "\n".join([*lines, f"if not session.reloading then {name} = {title}:new({{parts = parts}}) end", ""])


def write_apps(base: Path) -> None:
    """200 views in four apps."""
    for number in range(APPS):
        name = f"app{number}"
        views = base / "apps" / name / "viewdefs"
        views.mkdir(parents=True)
        (views.parent / "app.lua").write_text(app_source(name), encoding="utf-8")
        (views / f"{name.capitalize()}Line.list-item.html").write_text(LINE, encoding="utf-8")
        for part in range(VIEWS):
            (views / f"{name.capitalize()}Part{part}.DEFAULT.html").write_text(VIEW, encoding="utf-8")


@contextmanager
def served(base: Path) -> Iterator[str]:
    """A gallery that has drawn nothing yet."""
    gallery = Gallery(AppDirectory(base), session_extensions)
    site = HttpSite()
    loop = LoopThread()

    async def start() -> None:
        site.bind("gallery", GalleryPort(gallery).application(site.guard))
        await site.start()

    loop.run(start())
    try:
        yield site.url("gallery")
    finally:
        loop.run(site.close())
        gallery.close()
        loop.close()


def first_screen(page: Page, address: str) -> float:
    page.goto(address)
    return float(page.evaluate(DRAWN))


def last_screen(page: Page) -> float:
    """Milliseconds until what stands at the end is drawn, after a jump to it."""
    start = time.perf_counter()
    page.locator(".preview").last.scroll_into_view_if_needed()
    page.locator(".preview").last.locator("iframe").wait_for(timeout=SECONDS * 1000)
    return (time.perf_counter() - start) * 1000


def results() -> Iterator[Result]:
    with directory() as folder, sync_playwright() as playwright:
        write_apps(folder)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        first, last = [], []
        for _ in range(ROUNDS):
            with served(folder) as address:
                page = browser.new_page(viewport={"width": 1280, "height": 860})
                first.append(first_screen(page, address))
                last.append(last_screen(page))
                page.close()
        browser.close()
    count = APPS * VIEWS
    yield Result(f"the gallery of {count} views, new: first screen in Chromium, beside 1 s", median(first), 1000, 1)
    yield Result("a jump to its last view, until that is drawn, beside 1 s", median(last), 1000, 1)
