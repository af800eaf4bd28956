"""`ui-mcp stories`: every app, view and example state of a directory in a browser."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines

if TYPE_CHECKING:
    from pytest_uimcp.checks.app_directory import AppDirectory

PORT: Final = 8002


def main(arguments: Sequence[str]) -> int:
    """Serve until a signal; returns 0, or 2 if there is no app or the port is taken."""
    options = _parser().parse_args(list(arguments))
    # Not at the top: `--help` is answered without the server.
    from pytest_uimcp.server.commands.check import app_directory

    try:
        asyncio.run(_serve(app_directory(options.dir), options.port))
    except UimcpError as error:
        sys.stderr.write(f"ui-mcp stories: {printable_lines(str(error))}\n")
        return 2
    except KeyboardInterrupt:
        pass
    return 0


async def _serve(directory: AppDirectory, port: int) -> None:
    from pytest_uimcp.server.commands.check import session_extensions
    from pytest_uimcp.testing.gallery.gallery import Gallery
    from pytest_uimcp.testing.gallery.port import PORT as NAME
    from pytest_uimcp.testing.gallery.port import GalleryPort
    from pytest_uimcp.transport.signals import stop_signals
    from pytest_uimcp.transport.site import HttpSite

    gallery = Gallery(directory, session_extensions)
    site = HttpSite()
    stopped = asyncio.Event()
    with stop_signals(stopped.set):
        try:
            site.bind(NAME, GalleryPort(gallery).application(site.guard), port)
            await site.start()
            sys.stdout.write(f"The gallery of {directory.base} is at {site.url(NAME)}\n")
            sys.stdout.flush()
            await stopped.wait()
        finally:
            await site.close()
            await asyncio.to_thread(gallery.close)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp stories",
        description="Serve a gallery on 127.0.0.1: every app, view and example state of a directory, each drawn live, "
        "with its snapshot, its checks, its files and the stories about its app. It works on a copy: nothing that is "
        "clicked there changes the directory, and files that are saved are shown at once.",
    )
    parser.add_argument(
        "dir", nargs="?", type=Path, metavar="DIR",
        help="the UI directory, its project, or one app (default: as for ui-mcp mcp)",
    )  # fmt: skip
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"0 for any (default: {PORT})")
    return parser
