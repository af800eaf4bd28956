"""Take the picture of `docs/gallery.md`: `python -m tests.testing.gallery.pictures` (or `make pictures`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.server.commands.check import session_extensions
from pytest_uimcp.testing.gallery.gallery import Gallery
from pytest_uimcp.testing.gallery.port import GalleryPort
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.site import HttpSite
from tests.browser import ARGUMENTS, chromium_path

ROOT: Final = Path(__file__).resolve().parents[3]
PICTURE: Final = ROOT / "docs" / "images" / "gallery.png"


def main() -> None:
    """Open the workbench at one of its examples."""
    gallery = Gallery(AppDirectory(ROOT / "examples" / "workbench" / ".ui"), session_extensions)
    site = HttpSite()
    loop = LoopThread()

    async def start() -> None:
        site.bind("gallery", GalleryPort(gallery).application(site.guard))
        await site.start()

    loop.run(start())
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
            page.goto(f"{site.url('gallery')}/#/jobs/Jobs.DEFAULT/three offers")
            page.frame_locator(".canvas iframe").get_by_text("Night watch").wait_for()
            page.get_by_role("button", name="Snapshot").click()
            page.locator(".panels pre").first.wait_for()
            page.screenshot(path=PICTURE, animations="disabled")
            browser.close()
    finally:
        loop.run(site.close())
        gallery.close()
        loop.close()
    sys.stdout.write(f"{PICTURE.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
