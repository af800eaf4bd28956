"""`ui-mcp check`: what `pytest --uimcp` says about the apps of a directory, without pytest."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.base_dir import default_base_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import counted, printable_lines

if TYPE_CHECKING:
    from pytest_uimcp.checks.app_directory import AppDirectory
    from pytest_uimcp.checks.findings import Finding
    from pytest_uimcp.engine.startup import Extension

OK: Final = 0
# At least one finding is an error; warnings alone are no reason for it.
FINDINGS: Final = 1
UNUSABLE: Final = 2
SECONDS: Final = 20.0


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns 0, 1 if an app has an error, or 2 if there is no app there."""
    options = _parser().parse_args(list(arguments))
    from pytest_uimcp.core.garbage import lasting_objects

    with lasting_objects():
        from pytest_uimcp.checks.lint_report import as_row, document

    start = Path.cwd()
    try:
        directory = app_directory(options.dir)
        results = list(_findings(directory, options.app))
    except UimcpError as error:
        sys.stderr.write(f"ui-mcp check: {printable_lines(str(error))}\n")
        return UNUSABLE
    rows = [as_row(finding, app, check, start) for app, check, finding in results]
    errors = sum(row["severity"] == "error" for row in rows)
    if options.format == "text":
        for row, (_, _, finding) in zip(rows, results, strict=True):
            text = finding.text(start, long=False)
            if row["severity"] == "warning":
                text = f"warning: {text}"
            sys.stdout.write(f"{printable_lines(text)}\n")
        apps = len(options.app or directory.apps)
        sys.stdout.write(
            f"{counted(apps, 'app')}: {counted(errors, 'error')}, {counted(len(rows) - errors, 'warning')}\n"
        )
    else:
        sys.stdout.write(document(options.format, rows))
    if errors:
        return FINDINGS
    return OK


def app_directory(named: Path | None) -> AppDirectory:
    """The app directory at a place, which may also be an app, or the project of a directory."""
    from pytest_uimcp.checks.app_directory import ENTRY, AppDirectory, find_app_directory, is_app_directory

    place = default_base_dir() if named is None else named
    if (place / ENTRY).is_file():
        return AppDirectory(place.absolute(), single=True)
    base = place if is_app_directory(place) else find_app_directory(place)
    directory = None if base is None else AppDirectory(base.absolute())
    if directory is None or not directory.apps:
        raise UimcpError(f"there is no app in {place}: looked for {place}/apps/<app>/{ENTRY} and {place}/{ENTRY}")
    return directory


def _findings(directory: AppDirectory, names: Sequence[str]) -> Iterator[tuple[str, str, Finding]]:
    from pytest_uimcp.checks.app import App
    from pytest_uimcp.checks.sandbox import Sandbox
    from pytest_uimcp.checks.verdict import findings_of
    from pytest_uimcp.core.base_dir import project_of
    from pytest_uimcp.core.spelling import hint_or_names

    for name in names:
        if name not in directory.apps:
            raise UimcpError(f"there is no app {name}{hint_or_names(name, directory.apps)}")
    sandbox = Sandbox(directory, project_of(directory.base), session_extensions)
    try:
        for name in names or directory.apps:
            for check, finding in findings_of(App(name, directory, sandbox), SECONDS):
                yield name, check, finding
    finally:
        sandbox.close()


def session_extensions(base_dir: Path) -> list[Extension]:
    """What a server adds to each of its sessions."""
    from pytest_uimcp.core.assets import bundle_dir
    from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp
    from pytest_uimcp.server.lua.services import app_services
    from pytest_uimcp.server.publisher.topics import Topics

    return [StandaloneMcp(base_dir), *app_services(base_dir, bundle_dir(), Topics().add)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp check",
        description="Check the apps of a directory as pytest --uimcp does, without pytest: load and reload each in a "
        "copy, draw every view, call every action, and look at how it is written.",
        epilog="Exit code: 0, no errors; 1, errors; 2, there is no app.",
    )
    parser.add_argument(
        "dir", nargs="?", type=Path, metavar="DIR",
        help="the UI directory, its project, or one app (default: as for ui-mcp mcp)",
    )  # fmt: skip
    parser.add_argument("--app", action="append", default=[], metavar="NAME", help="only this app; may be repeated")
    parser.add_argument(
        "--format", choices=("text", "json", "sarif"), default="text", help="for people, editors or code review"
    )
    return parser
