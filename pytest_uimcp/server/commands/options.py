"""The options that `ui-mcp mcp` and `ui-mcp serve` share, made from the table of server options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_uimcp.core.base_dir import default_base_dir
from pytest_uimcp.server.options import OPTIONS, ServerOption, ServerOptions

EPILOG = """\
The same options, without the dashes, can be set in {base_dir}/config.toml:

    lua-io = "base-dir"
    time-limit = 10

The command line overrides the file.
"""


class CommandLine:
    def __init__(self, arguments: argparse.Namespace, defaults: ServerOptions) -> None:
        # None is what was not given: a default must not override the file.
        values = {key.name: value for key in OPTIONS if (value := getattr(arguments, key.field)) is not None}
        if arguments.dir:
            self.base_dir = Path(arguments.dir).expanduser()
        else:
            self.base_dir = default_base_dir()
        self.verbosity: int = arguments.verbose
        self.options = replace(
            defaults.with_keys(values), auto_configure=arguments.auto_configure, verbosity=self.verbosity
        )
        self.explicit = frozenset(values)


def parser(program: str, description: str, *, without: Sequence[str] = ()) -> argparse.ArgumentParser:
    options_parser = argparse.ArgumentParser(
        prog=program, description=description, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options_parser.add_argument(
        "--dir", metavar="DIR", help="the UI directory (default: .ui if that is there, else .claude/ui)"
    )
    for key in OPTIONS:
        if key.name in without:
            # CommandLine reads the field of every option.
            options_parser.set_defaults(**{key.field: None})
        else:
            options_parser.add_argument(f"--{key.name}", dest=key.field, default=None, help=key.help, **_takes(key))
    options_parser.add_argument(
        "--no-auto-configure",
        dest="auto_configure",
        action="store_false",
        help="start unconfigured: an agent has to call ui_configure, ui_install and ui_start itself",
    )
    options_parser.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="log more to standard error: -v calls of tools, -vv requests, -vvv frames, -vvvv libraries",
    )
    return options_parser


def _takes(key: ServerOption) -> dict[str, Any]:
    if isinstance(key.takes, tuple):
        return {"choices": key.takes}
    if key.takes is bool:
        return {"action": argparse.BooleanOptionalAction}
    return {"type": key.takes, "metavar": key.metavar or ("NAME" if key.takes is str else "N")}
