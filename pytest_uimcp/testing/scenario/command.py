"""`ui-mcp scenario FILE…`: runs scenario files, as `pytest --uimcp` does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pytest_uimcp.core.printable import printable
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.testing.faces import ALL, AUTO, EVERY_NAME, NAMES
from pytest_uimcp.testing.scenario.names import ENDING, is_scenario, scenarios_in

FAILED = 1
USAGE = 2


def main(arguments: Sequence[str]) -> int:
    """Run the command. Returns 0 if all passed, 1 if one failed, 2 on wrong usage."""
    import pytest

    options = _parser().parse_args(arguments)
    files = [file for path in options.files for file in _files(path)]
    for path in options.files:
        if not list(_files(path)):
            if path.is_dir():
                problem = f"there is no *{ENDING} in {path}"
            elif not path.exists():
                problem = f"there is no file {path}{hint(path.name, (file.name for file in path.parent.glob('*')))}"
            else:
                problem = f"expected a file *{ENDING}, got {path}"
            sys.stderr.write(f"ui-mcp scenario: {printable(problem)}\n")
            return USAGE
    # pytest's code 5 (no tests) cannot come: every file has a test.
    code = pytest.main([*map(str, files), "--uimcp", *_pytest_options(options)])
    if code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return int(code)
    return USAGE


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from scenarios_in(path)
    elif path.is_file() and is_scenario(path):
        yield path


def _pytest_options(options: argparse.Namespace) -> Iterator[str]:
    # This command has imported the package before pytest could.
    yield "-Wignore:Module already imported:pytest.PytestAssertRewriteWarning"
    yield f"--uimcp-face={options.face}"
    if options.dir is not None:
        yield f"--uimcp-dir={options.dir.resolve()}"
    if options.report is not None:
        yield f"--uimcp-report={options.report.resolve()}"
    if options.update:
        yield "--snapshot-update"
    if options.verbose:
        yield "-v"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp scenario",
        description=f"Run scenario files (*{ENDING}), or all of a folder. The exit code is 0 if all passed.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a scenario file, or a folder of them")
    parser.add_argument(
        "--face", choices=[*EVERY_NAME, AUTO, ALL], default=NAMES[0], help="where they run (default: page)"
    )
    parser.add_argument("--dir", type=Path, metavar="DIR", help="the app directory (default: that of the repository)")
    parser.add_argument("--report", type=Path, metavar="DIR", help="write a page about each failure")
    parser.add_argument("--update", action="store_true", help="store the snapshots as they are now")
    parser.add_argument("-v", "--verbose", action="store_true", help="name each scenario")
    return parser
