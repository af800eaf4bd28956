"""Take the pictures of the documentation: `python -m tests.html.pictures` (or `make pictures`)."""

from __future__ import annotations

import shutil
import sys
import tempfile
from base64 import b64encode
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
ANSWER = """
contacts:add { name = "Ada Lovelace" }
contacts:say("Agent", "Done.")
"""
STRIP = """<style>
  body { margin: 0; background: #fff; font: 600 15px/1.4 system-ui, sans-serif; color: #4b4e57 }
  main { display: flex; gap: 16px; padding: 16px }
  figure { margin: 0; flex: 1 }
  img { display: block; width: 100%; border: 1px solid #d5d7de; border-radius: 10px; box-shadow: 0 2px 8px #1b1d2320 }
  figcaption { margin: 0 4px 8px }
</style><main>"""


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


def take_demo(studio: Studio) -> None:
    """The demo in three pictures: the human asks, the agent does it, the human goes on."""
    page = studio.page(400, 500)
    page.goto(studio.screen.url)
    page.get_by_label("Message").fill("Please add Ada Lovelace")
    shots = [("1. The human asks.", page.screenshot(animations="disabled"))]
    page.get_by_role("button", name="Send").click()
    page.get_by_text("You: Please add").wait_for()
    studio.screen.session.eval(ANSWER)
    page.get_by_text("Agent: Done.").wait_for()
    page.mouse.move(0, 0)
    shots.append(("2. The agent does it, and says so.", page.screenshot(animations="disabled")))
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Email").fill("ada@example.com")
    page.mouse.move(0, 0)
    shots.append(("3. The human goes on from there.", page.screenshot(animations="disabled")))
    page.close()
    figures = "".join(
        f'<figure><figcaption>{said}</figcaption><img src="data:image/png;base64,{b64encode(shot).decode()}"></figure>'
        for said, shot in shots
    )
    strip = studio.page(1230, 550)
    strip.set_content(f"{STRIP}{figures}</main>")
    take(strip, "demo")


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
        for name, fill, taken in (("ui", FILL, take_variables), ("demo", "", take_demo)):
            studio = Studio(server, browser, Path(directory) / name, fill)
            taken(studio)
            studio.screen.close()
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
