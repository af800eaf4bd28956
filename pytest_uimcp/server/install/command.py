"""`ui-mcp install`: installs the bundle without a server."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.base_dir import default_base_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines

from .install import install
from .shell import install_shell
from .undo import undo


def main(arguments: Sequence[str]) -> int:
    """Run the command. Returns 0 if installed or up to date, 1 on failure; argparse exits with 2 on wrong usage."""
    options = _parser().parse_args(arguments)
    base_dir = default_base_dir() if options.dir is None else options.dir
    try:
        if options.undo:
            sys.stdout.write(printable_lines(undo(base_dir).describe()) + "\n")
            return 0
        result = install(bundle_dir(), base_dir, force=options.force, claude_md=options.claude_md)
        if options.shell:
            result = result.with_more(install_shell(bundle_dir(), base_dir))
    except UimcpError as error:
        sys.stderr.write(f"ui-mcp install: {printable_lines(str(error))}\n")
        return 1
    # Names of files may hold characters that command a terminal.
    sys.stdout.write(printable_lines(result.describe()) + "\n")
    # Last, and no failure of the command: the files are installed, whatever the network says.
    sys.stdout.write(_controls())
    return 0


def _controls() -> str:
    """Fetch Shoelace where the installation has none; returns a message if it was fetched or could not be."""
    from pytest_uimcp.server.themes.shoelace import ShoelaceUnavailable, find_archive
    from pytest_uimcp.server.themes.shoelace_package import fetch_shoelace

    if find_archive() is not None:
        return ""
    try:
        return f"fetched   Shoelace into {fetch_shoelace()}\n"
    except ShoelaceUnavailable as error:
        return f"no copy of Shoelace: {error}\n"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp install",
        description="Install skills, agents, guides, standard viewdefs, scripts and the front end into a project. "
        "Nothing happens if this version or a newer one is installed. Files you edited, and those of somebody else, "
        "are kept.",
    )
    parser.add_argument(
        "--dir",
        type=Path,
        metavar="BASE_DIR",
        help="where the user interfaces live (default: .ui if that exists, else .claude/ui)",
    )
    parser.add_argument(
        "--shell",
        action="store_true",
        help="also put the shell in place, which frames every app: a menu of apps, a chat with the agent, a Lua "
        "console, notices and themes; another shell, and files you edited, stay as they are",
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="install again, and in place of edited files and those of somebody else too: each is kept as FILE.orig; "
        "links to files of apps, and themes, stay",
    )
    parser.add_argument(
        "--undo",
        action="store_true",
        help="take back every install into the directory: remove what was installed and not edited since, and bring "
        "back what was there before",
    )
    parser.add_argument(
        "--claude-md",
        action="store_true",
        help="also put instructions into the project's CLAUDE.md and install the agent ui-learning",
    )
    return parser
