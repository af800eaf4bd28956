"""The entry point of `ui-mcp`: looks up the command and runs it with its arguments.

A command is a row in the table of its kind of server (see `servers.py`). Its module is imported when it is called, so
that no command pays for the imports of another.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pytest_uimcp.core.assets import DOCUMENTATION
from pytest_uimcp.core.commands import Command
from pytest_uimcp.core.printable import printable
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.servers import rows

OK = 0
FAILED = 1
USAGE = 2


COMMANDS: tuple[Command, ...] = (
    # Those of each kind of server in the order of its table, then those that belong to none.
    *rows("commands"),
    Command("record", "serve, and record the session as a scenario", "pytest_uimcp.testing.recording.command"),
    Command("scenario", "run scenario files", "pytest_uimcp.testing.scenario.command"),
    Command("stories", "show every view of a directory in a gallery", "pytest_uimcp.testing.gallery.command"),
    Command("version", "print the release of this copy", "pytest_uimcp.core.version"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name) and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words:
        sys.stderr.write(usage())
        return USAGE
    word, *options = words
    if word in ("-h", "--help"):
        sys.stdout.write(usage())
        return OK
    name = "version" if word == "--version" else word
    for command in COMMANDS:
        if command.name == name:
            # A command reads its own options, `--help` among them.
            return command.load()(options)
    sys.stderr.write(_unknown(word))
    return USAGE


def run() -> None:
    """Run the command line and exit with its code: the console script."""
    raise SystemExit(main())


def usage() -> str:
    width = max(len(command.name) for command in COMMANDS)
    rows = "".join(f"  {command.name:<{width}}  {command.summary}\n" for command in COMMANDS)
    return (
        "usage: ui-mcp COMMAND [ARGUMENTS]\n"
        "\n"
        "commands:\n"
        f"{rows}"
        "\n"
        "options:\n"
        "  -h, --help  print this\n"
        "  --version   the same as the command `version`\n"
        "\n"
        f"Documentation, with the meaning of every message: {DOCUMENTATION}/README.md\n"
    )


def _unknown(word: str) -> str:
    names = [command.name for command in COMMANDS]
    kind = "option" if word.startswith("-") else "command"
    advice = hint(word, names, f"; the commands are {', '.join(names)}")
    return f"ui-mcp: no such {kind} `{printable(word)}`{advice}. See `ui-mcp --help`.\n"
