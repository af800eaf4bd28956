"""The entry point of `nlui`: serves tools over MCP, or runs one of its commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pytest_uimcp.core.commands import Command
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.transport.users import add_allow_users

OK = 0
FAILED = 1
USAGE = 2

COMMANDS: Final = (
    Command("check", "check a specification as tools for agents", "pytest_uimcp.openapi.commands.check"),
    Command("save", "write the tools of a target to a toolset file", "pytest_uimcp.openapi.commands.save"),
)

DESCRIPTION: Final = "Web APIs with an OpenAPI specification, and MCP servers, as the tools of one MCP server."
EPILOG: Final = """\
commands (`nlui COMMAND --help` tells more):
{commands}

The configuration is the argument, else the file that NLUI_CONFIG names, else ./nlui.yaml, else
~/.config/nlui/nlui.yaml.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name) and return its exit code."""
    command_line = list(sys.argv[1:] if arguments is None else arguments)
    # A file of this name can still be served: nlui --mcp ./check.
    for command in COMMANDS:
        if command_line[:1] == [command.name]:
            return command.load()(command_line[1:])
    options_parser = parser()
    if problem := _misspelt_command(command_line):
        options_parser.error(problem)
    if not command_line:
        sys.stderr.write(options_parser.format_help())
        return USAGE
    options = options_parser.parse_args(with_port(command_line))
    if options.version:
        sys.stdout.write(f"{_version()}\n")
        return OK
    if not (options.mcp or options.mcp_sse):
        options_parser.error("choose --mcp (standard input and output) or --mcp-sse (HTTP)")
    # Said rather than ignored: whoever gives a port expects it to be opened.
    if options.mcp_port is not None and not options.mcp_sse:
        options_parser.error("--mcp-port needs --mcp-sse")
    if options.allow_users and not options.mcp_sse:
        options_parser.error("--allow-users needs --mcp-sse")
    # Only now: what serving needs takes a moment to import, and help and wrong options should not wait for it.
    from pytest_uimcp.openapi.commands.serve import serve

    try:
        return serve(options)
    except UimcpError as error:
        sys.stderr.write(f"nlui: {printable_lines(str(error))}\n")
        return FAILED


def _misspelt_command(command_line: list[str]) -> str:
    """What to say of a first word that is no option and no file, but nearly a command."""
    word = command_line[0] if command_line else ""
    if not word or word.startswith("-") or "." in word or Path(word).exists():
        return ""
    similar = hint(word, [command.name for command in COMMANDS])
    return similar and f"there is no command {word!r}{similar}"


def run() -> None:
    """Run the command line and exit with its code: the console script."""
    raise SystemExit(main())


def parser() -> argparse.ArgumentParser:
    width = max(len(command.name) for command in COMMANDS)
    commands = "\n".join(f"  {command.name:<{width}}  {command.summary}" for command in COMMANDS)
    options_parser = argparse.ArgumentParser(
        prog="nlui",
        description=DESCRIPTION,
        epilog=EPILOG.format(commands=commands),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    ways = options_parser.add_mutually_exclusive_group()
    ways.add_argument("--mcp", action="store_true", help="serve one client over standard input and output")
    ways.add_argument(
        "--mcp-sse",
        action="store_true",
        help="serve over HTTP: SSE at /sse, Streamable HTTP at /mcp; a number after it is the port",
    )
    options_parser.add_argument(
        "--mcp-port", type=_port, metavar="N", help="the port, 0 for any free one (default: mcp.server.sse_port, 8080)"
    )
    add_allow_users(options_parser)
    options_parser.add_argument(
        "--surface", choices=("all", "search"), help="all tools, or three that search and call them"
    )
    options_parser.add_argument(
        "--confirm", choices=("never", "refuse", "elicit"), help="what to do with calls that change or delete"
    )
    options_parser.add_argument("--version", action="store_true", help="print the release of this copy")
    options_parser.add_argument("config", nargs="?", help="the configuration file")
    return options_parser


def with_port(arguments: list[str]) -> list[str]:
    """`--mcp-sse 8080` as `--mcp-sse --mcp-port 8080`."""
    # The original's form. Only digits are a port: what stands there may be the configuration file.
    if "--mcp-sse" in arguments:
        following = arguments.index("--mcp-sse") + 1
        if arguments[following : following + 1] and arguments[following].isascii() and arguments[following].isdigit():
            return [*arguments[:following], "--mcp-port", *arguments[following:]]
    return arguments


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


def _version() -> str:
    from pytest_uimcp.core.version import release

    return f"nlui {release()}"
