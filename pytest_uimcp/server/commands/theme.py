"""`ui-mcp theme`: what the tool `ui_theme` tells, without a server."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.base_dir import default_base_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns 0, or 1 if there is no such theme or app. Wrong usage is argparse's 2."""
    options = _parser().parse_args(list(arguments))
    from pytest_uimcp.server.themes.catalog import theme_answer
    from pytest_uimcp.server.themes.style_sheets import Themes

    base_dir = default_base_dir() if options.dir is None else options.dir
    app = options.app if options.action == "audit" else None
    theme = None if options.action == "list" else options.theme
    try:
        answer = theme_answer(Themes(base_dir, bundle_dir()), options.action, theme, app)
    except UimcpError as error:
        sys.stderr.write(f"ui-mcp theme: {printable_lines(str(error))}\n")
        return 1
    sys.stdout.write(json.dumps(answer, indent=2, ensure_ascii=False) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp theme", description="Themes of a UI directory, the classes they document, and those an app uses."
    )
    actions = parser.add_subparsers(dest="action", required=True)
    listing = actions.add_parser("list", help="the themes, and which one is chosen")
    classes = actions.add_parser("classes", help="the classes of a theme, or of all")
    audit = actions.add_parser("audit", help="the classes in an app's viewdefs that no theme documents")
    audit.add_argument("app", metavar="APP")
    for subparser in (classes, audit):
        subparser.add_argument("theme", metavar="THEME", nargs="?")
    for subparser in (listing, classes, audit):
        subparser.add_argument("--dir", type=Path, metavar="DIR", help="the UI directory (default: as for ui-mcp mcp)")
    return parser
