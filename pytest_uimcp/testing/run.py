"""Servers and browsers for programs other than tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uimcp.core.base_dir import copy_below
from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.project import copy_project

if TYPE_CHECKING:
    from pytest_uimcp.testing.faces.chromium import Browser


@contextmanager
def open_server(source: str | Path, app: str | None = None, *, lua_errors: LuaErrors = "raise") -> Iterator[Server]:
    """Run a server on a throw-away copy of an app directory, an app or a sample, and show the app."""
    with tempfile.TemporaryDirectory(prefix="uimcp-") as scratch:
        project = copy_project(source, copy_below(Path(scratch), Path(source)))
        loop = LoopThread()
        try:
            server = Server(loop, project.backdrop.directory, lua_errors=lua_errors, backdrop=project.backdrop)
            try:
                server.configure()
                server.start()
                app_name = app or project.only_app
                if app_name is not None:
                    server.display(app_name)
                yield server
                server.over()
            finally:
                server.close()
        finally:
            # After the server, whose last tasks run on it.
            loop.close()


@contextmanager
def open_browser(server: Server, *, headed: bool = False) -> Iterator[Browser]:
    """Open Chromium on a server's app."""
    from pytest_uimcp.testing.faces.chromium import Browser
    from pytest_uimcp.testing.faces.chromium.chromium import BrowserOptions, Chromium

    chromium = Chromium(BrowserOptions(headed=headed))
    try:
        with Browser(chromium, server) as browser:
            yield browser
    finally:
        chromium.close()
