"""Take pictures of every theme, with native controls and Shoelace's, light and dark, to look at them.

`python -m tests.html.theme_pictures FOLDER [THEME…]` writes a picture for each theme.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import ARGUMENTS, chromium_path
from tests.html.devserver import DevServer
from tests.html.screen import Scheme, Screen
from tests.html.themed import KINDS, LUA, THEMES, viewdef

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
WIDTH, HEIGHT = 620, 1500
SETTLING = 500
"""Milliseconds for icons and transitions."""
STRIP = """<style>
  body { margin: 0; background: #888 }
  main { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px; align-items: start }
  img { width: 100% }
</style><main>"""


def picture(server: DevServer, browser: Browser, directory: Path, theme: str) -> bytes:
    shots = []
    for kind in KINDS:
        for scheme in SCHEMES:
            context = browser.new_context(color_scheme=scheme, viewport={"width": WIDTH, "height": HEIGHT})
            screen = Screen(server, context, directory / f"{theme}-{kind}-{scheme}")
            screen.write(LUA, {"App.DEFAULT": viewdef(theme, kind)})
            screen.open()
            screen.js("name => { document.documentElement.className = `theme-${name}` }", theme)
            screen.page.wait_for_function("!document.querySelector(':not(:defined)')")
            screen.page.wait_for_timeout(SETTLING)
            shots.append(screen.page.screenshot(animations="disabled"))
            screen.close()
            context.close()
    strip = browser.new_page(viewport={"width": 4 * WIDTH, "height": 800})
    images = "".join(f'<img src="data:image/png;base64,{b64encode(shot).decode()}">' for shot in shots)
    strip.set_content(f"{STRIP}{images}</main>")
    taken = strip.screenshot(full_page=True)
    strip.close()
    return taken


def main(folder: Path, themes: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    server = DevServer()
    server.start()
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        for theme in themes or THEMES:
            (folder / f"{theme}.png").write_bytes(picture(server, browser, Path(directory), theme))
            sys.stdout.write(f"{folder / theme}.png\n")
        browser.close()
    server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
