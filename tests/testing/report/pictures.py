"""Take the pictures of `docs/report.md`: `python -m tests.testing.report.pictures` (or `make pictures`).

One story fails in Chromium. The report shows it in light and dark, and Playwright's trace viewer shows its trace.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests.browser import ARGUMENTS, chromium_path

ROOT = Path(__file__).resolve().parents[3]
IMAGES = ROOT / "docs" / "images"
SECONDS = 120
STORIES = ROOT / "tests" / "looks" / "stories.py"
# What the last of these runs has newly broken is open in the report.
RUNS = {"1": 0, "3": 1}


def main() -> None:
    """Run stories of which one fails, and take its report in light and dark."""
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        shutil.copy(STORIES, Path(directory) / "test_contacts.py")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:randomly",
            "--uimcp-report=report",
            "--uimcp-face=chromium",
            f"--rootdir={directory}",
        ]
        for name, expected in RUNS.items():
            environment = os.environ | {"RUN": name}
            done = subprocess.run(
                command, cwd=directory, timeout=SECONDS, check=False, capture_output=True, text=True, env=environment
            )
            if done.returncode != expected:
                raise SystemExit(f"run {name} ended with exit code {done.returncode}:\n{done.stdout}{done.stderr}")
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        schemes: dict[str, Literal["light", "dark"]] = {"report": "light", "report-dark": "dark"}
        for name, scheme in schemes.items():
            page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme=scheme)
            page.goto((Path(directory) / "report" / "report.html").as_uri())
            page.locator("h1").evaluate("title => { title.textContent = 'contacts' }")
            page.locator("main h2").wait_for()
            page.locator(".timeline button", has_text="fill(").click()
            if scheme == "dark":
                page.get_by_role("button", name="Accessibility tree").click()
            page.locator("main").evaluate("main => main.scrollTo(0, 0)")
            page.screenshot(path=IMAGES / f"{name}.png", animations="disabled")
            sys.stdout.write(f"docs/images/{name}.png\n")
        (trace,) = Path(directory).glob("report/**/trace.zip")
        with showing(trace) as address:
            take_trace(browser, address)
        browser.close()


@contextmanager
def showing(trace: Path) -> Iterator[str]:
    """Playwright's own viewer of a trace, and where it is."""
    # The start command would open a window; its server is asked with a browser of our own.
    command = [sys.executable, "-m", "playwright", "show-trace", "--host", "127.0.0.1", "--port", "0", str(trace)]
    viewer = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        assert viewer.stdout is not None
        address = next((word for line in viewer.stdout for word in line.split() if word.startswith("http://")), None)
        if address is None:
            raise SystemExit("playwright show-trace has told no address")
        yield address
    finally:
        os.killpg(viewer.pid, signal.SIGTERM)  # the server is a child of the command
        viewer.wait(SECONDS)


def take_trace(browser: Browser, address: str) -> None:
    """The viewer at the last action, as it opens for a failure."""
    page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
    page.goto(address)
    page.locator(".action-title").first.wait_for(timeout=60_000)
    page.locator(".action-title").last.click()
    page.locator("iframe.snapshot-visible, iframe[name=snapshot]").first.wait_for()
    page.screenshot(path=IMAGES / "trace-viewer.png", animations="disabled")
    sys.stdout.write("docs/images/trace-viewer.png\n")


if __name__ == "__main__":
    main()
