"""Take the pictures of the documentation: `python -m tests.html.pictures` (or `make pictures`)."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import ARGUMENTS, chromium_path
from tests.html.devserver import DevServer
from tests.html.screen import Screen

ROOT = Path(__file__).resolve().parent.parent.parent
IMAGES = ROOT / "docs" / "images"
APP = ROOT / "examples" / "contacts" / ".claude" / "ui"
FILL = """
for _, one in ipairs {
  { name = "Ada Lovelace", email = "ada@analytical.example", favourite = true },
  { name = "Alan Turing", email = "alan@bombe.example" },
  { name = "Grace Hopper", email = "grace@flow-matic.example", favourite = true },
  { name = "Katherine Johnson", email = "katherine@orbit.example" },
} do contacts:add(one) end
contacts:edit(contacts.contacts[2])
contacts:say("You", "Please add Barbara Liskov")
contacts:say("Agent", "What is her address?")
"""


class Studio:
    """A server with the demo app, and tabs of any size."""

    def __init__(self, server: DevServer, browser: Browser, directory: Path, fill: str = FILL) -> None:
        self.browser = browser
        shutil.copytree(APP, directory)
        self.context = browser.new_context()
        self.screen = Screen(server, self.context, directory)
        self.screen.session.open()
        self.screen.session.display("contacts")
        self.screen.session.eval(fill)

    def page(self, width: int, height: int) -> Page:
        page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        return page


def take(page: Page, name: str) -> None:
    page.screenshot(path=IMAGES / f"{name}.png", animations="disabled")
    sys.stdout.write(f"docs/images/{name}.png\n")
    page.close()


def take_variables(studio: Studio) -> None:
    page, open_app = studio.page(1180, 640), studio.page(600, 400)
    open_app.goto(studio.screen.url)
    open_app.wait_for_selector(".row >> nth=3")
    page.goto(f"{studio.screen.url}/variables")
    page.wait_for_selector("#rows .row >> nth=20")
    take(page, "variables")
    open_app.close()


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    server = DevServer()
    server.start()
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        studio = Studio(server, browser, Path(directory) / "ui", FILL)
        take_variables(studio)
        studio.screen.close()
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
