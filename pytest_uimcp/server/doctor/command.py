"""`ui-mcp doctor`: what an app directory uses that is missing here or otherwise."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

from pytest_uimcp.core.base_dir import default_base_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import counted, printable, printable_lines
from pytest_uimcp.server.doctor.places import DoctorRule, Level, Note, Place
from pytest_uimcp.server.doctor.rules import examine

OK: Final = 0
# At least one place has to be changed; notes alone are no reason for it.
CHANGES: Final = 1
UNUSABLE: Final = 2
HEADINGS: Final = {Level.CHANGE: "To change", Level.NOTE: "Good to know"}
# Places of one rule that are printed; `--json` has them all.
MAX_PLACES: Final = 20


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns 0, 1 if something has to be changed, or 2 if there is no such directory."""
    options = _parser().parse_args(list(arguments))
    base_dir = default_base_dir() if options.dir is None else options.dir
    if not (base_dir / "apps").is_dir() and options.dir is not None:
        # A project may be given as well.
        nested = default_base_dir(base_dir)
        base_dir = nested if nested.is_dir() else base_dir
    try:
        notes = examine(base_dir)
    except UimcpError as error:
        sys.stderr.write(f"ui-mcp doctor: {printable_lines(str(error))}\n")
        return UNUSABLE
    if options.json:
        sys.stdout.write(json.dumps([note.as_json() for note in notes], indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(_text(base_dir, notes))
    if any(note.rule.level is Level.CHANGE for note in notes):
        return CHANGES
    return OK


def _text(base_dir: Path, notes: list[Note]) -> str:
    if not notes:
        return f"{printable(str(base_dir))}: nothing found; every app works unchanged, as far as its files show\n"
    lines: list[str] = []
    for level in Level:
        of_level = [note for note in notes if note.rule.level is level]
        lines += [HEADINGS[level], ""] if of_level else []
        for rule, places in groupby(of_level, key=attrgetter("rule")):
            lines += _paragraph(rule, [note.place for note in places])
    changes = sum(note.rule.level is Level.CHANGE for note in notes)
    lines.append(f"{base_dir}: {counted(changes, 'place')} to change, {counted(len(notes) - changes, 'note')}")
    return "\n".join(map(printable, lines)) + "\n"


def _paragraph(rule: DoctorRule, places: list[Place]) -> list[str]:
    lines = [f"{rule.name}: {rule.uses}", f"  here: {rule.behaviour}", f"  do:   {rule.do}"]
    lines += [f"    {place}: {place.text}" for place in places[:MAX_PLACES]]
    if len(places) > MAX_PLACES:
        lines.append(f"    and {len(places) - MAX_PLACES} more; --json lists them all")
    return [*lines, ""]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ui-mcp doctor",
        description="Read an app directory that was written for the original, and print what it uses that is missing "
        "here or does something else, with file and line. Nothing of it is run; pytest --uimcp runs the apps.",
        epilog="Exit code: 0, nothing has to be changed; 1, something has; 2, there is no such directory.",
    )
    parser.add_argument(
        "dir", nargs="?", type=Path, metavar="DIR", help="the UI directory, or its project (default: as for ui-mcp mcp)"
    )
    parser.add_argument("--json", action="store_true", help="print a list of objects instead of text")
    return parser
