"""The settings of a run: command-line options and their ini keys, in one table.

This module imports only pytest and uses named tuples, because dataclasses take milliseconds to create: it is loaded at
the start of every pytest run of the environment.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_uimcp.servers import rows
from pytest_uimcp.testing.faces import ALL, AUTO, EVERY_NAME, FACES, IN_ALL, NAMES

if TYPE_CHECKING:
    import pytest


class Option(NamedTuple):
    """An option `--uimcp-{name}` and its ini key `uimcp_{name}`."""

    name: str
    help: str
    takes: str = ""
    choices: tuple[str, ...] = ()
    default: str | None = None
    # What it is when it is given without a value; empty if it needs one.
    alone: str = ""

    @property
    def is_flag(self) -> bool:
        return not self.takes and not self.choices

    @property
    def option(self) -> str:
        return "-".join(filter(None, ("--uimcp", self.name)))

    @property
    def key(self) -> str:
        return self.option[2:].replace("-", "_")


OPTIONS: Final = (
    Option("", "check every app of the app directory"),
    Option(
        "dir",
        "the app directory (default: the first of .ui, .claude/ui, ui and the root directory that is one)",
        takes="DIR",
    ),
    Option("app", "the app to show (default: the directory's only one)", takes="NAME"),
    Option(
        "face",
        f"where tests of uimcp_page run: {', '.join(face.place for face in FACES)}, on {' and '.join(IN_ALL)} "
        "(all), or without a browser and again in Chromium if a step is refused (auto); tests of uimcp_stage: a scene "
        "in memory (stage), the program of --uimcp-stage-program (program), or both (all)",
        choices=(*EVERY_NAME, AUTO, ALL),
        default=NAMES[0],
    ),
    Option("headed", "show the browser's windows"),
    Option(
        "browser",
        "the browser of the face chromium: the system's Chromium, or the firefox or webkit that Playwright installs",
        choices=("chromium", "firefox", "webkit"),
        default="chromium",
    ),
    Option("browser-path", "the Chromium to use (default: the system's)", takes="FILE"),
    Option("firefox-path", "the Firefox of the face firefox (default: the system's)", takes="FILE"),
    Option("browser-endpoint", "the ws:// address of a Playwright browser server to use instead", takes="URL"),
    Option(
        "report",
        "write an HTML report of the run, report.html, to this directory (default: no report; pictures and traces of "
        "browsers go to pytest's temporary directory)",
        takes="DIR",
    ),
    Option(
        "report-url",
        "where the directory of the report is published, for the pictures of its comment.md (default: relative links)",
        takes="URL",
    ),
    Option("check-seconds", "the limit of the processor time of a check of --uimcp", takes="SECONDS", default="20"),
    Option(
        "lint",
        "write the findings of --uimcp to uimcp-lint.json or uimcp-lint.sarif in the root directory, for editors and "
        "code review",
        choices=("json", "sarif"),
    ),
    Option("time", "the clock of servers and sessions", choices=("real", "virtual"), default="real"),
    Option(
        "lua-errors",
        "errors of the app that reach no caller: fail the test, or collect them in uimcp.errors",
        choices=("raise", "collect"),
        default="raise",
    ),
)
MARKER: Final = (
    "uimcp(app=NAME, dir=PATH, face=FACE, time=TIME, lua_errors=ERRORS, program=COMMAND, repeat=N, at_least=M): the "
    f"app to show before the test, the app directory (or sample) to use, the face ({', '.join(EVERY_NAME)} or {AUTO}), "
    "the time (real or virtual), whether errors of the app fail the test (raise) or are kept in uimcp.errors "
    "(collect), the JavaFX program that uimcp_stage starts, and how many times the test runs and has to pass"
)
CHECK_MARKER: Final = "uimcp_check: the items that pytest --uimcp collects for every app"
# The plugin that is registered when a test first uses something of ours.
TEST_HOOKS: Final = "uimcp-test-hooks"
# The key under which a worker of pytest-xdist hands over the scenarios that it has passed by.
PASSED_BY: Final = "uimcp_passed_by"


def all_options() -> tuple[Option, ...]:
    """The options that all kinds of servers share, then those of each kind."""
    return (*OPTIONS, *rows("options"))


# Kept: every fixture asks for several options, and the rows of kinds do not change during a run.
@cache
def _by_name() -> dict[str, Option]:
    return {option.name: option for option in all_options()}


def add_options(parser: pytest.Parser) -> None:
    """Add every option, and the ini key of the same name."""
    group = parser.getgroup("uimcp", "ui-mcp apps")
    for option in all_options():
        if option.is_flag:
            group.addoption(option.option, action="store_true", default=None, help=option.help)
            # The default None tells "not said" from "off", so that the ini file counts.
            parser.addini(option.key, option.help, type="bool", default=None)
            continue
        if option.choices:
            values: dict[str, Any] = {"choices": option.choices}
        else:
            values = {"metavar": option.takes}
        if option.alone:
            values |= {"nargs": "?", "const": option.alone}
        group.addoption(option.option, default=None, help=option.help, **values)
        parser.addini(option.key, option.help)


def flag(config: pytest.Config, name: str) -> bool:
    """Whether a flag is set, on the command line or in the ini file."""
    key = _by_name()[name].key
    return bool(config.getoption(key) or config.getini(key))


def is_said(config: pytest.Config, name: str) -> bool:
    """Whether anybody has set a flag, to on or to off."""
    key = _by_name()[name].key
    return config.getoption(key) is not None or config.getini(key) is not None


def on_command_line(config: pytest.Config, name: str) -> str | None:
    setting: str | None = config.getoption(_by_name()[name].key)
    return setting


def value(config: pytest.Config, name: str) -> str | None:
    """The value of an option: from the command line, or else the ini key, or else its default."""
    option = _by_name()[name]
    # pytest gives None for an option that is not on the command line, and "" for an ini key that is not there.
    setting: str | None = config.getoption(option.key) or config.getini(option.key) or option.default
    if option.choices and setting not in (*option.choices, option.default):
        from pytest_uimcp.core.errors import UimcpError

        *choices, last_choice = option.choices
        raise UimcpError(f"{option.key} is {', '.join(choices)} or {last_choice}, got {setting}")
    return setting
