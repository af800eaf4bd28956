"""Finds Chromium: the one that is configured, the system's, or Playwright's own."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from pytest_uimcp.core.errors import UimcpError, public

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@public
class NoBrowser(UimcpError):
    """No Chromium was found."""


def bundled_path(browser: str, configured: str | None, bundled: str) -> str:
    """The path of a browser of Playwright's own, which no system has: `firefox` or `webkit`."""
    path = configured or bundled
    if Path(path).is_file():
        return path
    raise NoBrowser(
        f"--uimcp-browser={browser}: expected Playwright's own at {path}, there is none; install it (python -m "
        f"playwright install {browser}), or use the system's Firefox with --uimcp-face=firefox"
    )


def chromium_path(configured: str | None, bundled: str) -> str:
    """The path of the executable; `bundled` is where Playwright installs its own."""
    if configured is not None:
        executable = shutil.which(configured)
        if executable is None:
            raise NoBrowser(f"--uimcp-browser-path: expected a Chromium that can be run, found none at {configured}")
        return executable
    for name in NAMES:
        if executable := shutil.which(name):
            return executable
    if Path(bundled).is_file():
        return bundled
    raise NoBrowser(
        f"no Chromium found: looked for {', '.join(NAMES)} on the PATH and for Playwright's own at {bundled}; install "
        "one (apt-get install -y chromium, or python -m playwright install chromium) or say where it is with "
        "--uimcp-browser-path or the ini key uimcp_browser_path"
    )
