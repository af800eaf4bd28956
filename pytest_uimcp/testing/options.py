"""What a run is asked for: options of the command line, keys of the ini file, and the marker, in one table.

Nothing but pytest is imported here, and named tuples stand where dataclasses would take milliseconds to make: this is
read at the start of every pytest run of the environment.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pytest

from pytest_uimcp.errors import UimcpError

__all__ = ["MARKER", "OPTIONS", "Asked", "Option", "add_options", "asked", "flag", "value"]


class Option(NamedTuple):
    """An option `--uimcp-{name}` and its ini key `uimcp_{name}`."""

    name: str
    help: str
    takes: str = ""
    choices: tuple[str, ...] = ()
    default: str | None = None

    @property
    def is_flag(self) -> bool:
        """Whether it takes nothing."""
        return not self.takes and not self.choices

    @property
    def option(self) -> str:
        """As written on the command line."""
        return "-".join(filter(None, ("--uimcp", self.name)))

    @property
    def key(self) -> str:
        """As written in the ini file."""
        return self.option[2:].replace("-", "_")


OPTIONS: Final = (
    Option("", "check every app of the app directory"),
    Option("dir", "the app directory (default: .claude/ui, .ui, ui or here, whichever is one)", takes="DIR"),
    Option("app", "the app to show (default: the directory's only one)", takes="NAME"),
    Option(
        "face",
        "where tests of uimcp_page run: without a browser, in Chromium, or both",
        choices=("page", "chromium", "all"),
        default="page",
    ),
    Option("headed", "show the browser's windows"),
    Option("browser-path", "the Chromium to use (default: the system's)", takes="FILE"),
    Option("browser-endpoint", "the ws:// address of a Playwright browser server to use instead", takes="URL"),
    Option(
        "report",
        "leave a page about every failure there (without it, pictures and traces of browsers go to pytest's temporary "
        "directory, and there are no pages)",
        takes="DIR",
    ),
    Option("check-seconds", "the most time that a check of --uimcp may take", takes="SECONDS", default="20"),
    Option("time", "the time of servers and sessions", choices=("real", "virtual"), default="real"),
)
MARKER: Final = (
    "uimcp(app=NAME, dir=PATH, face=FACE): the app to show before the test, the app directory (or sample) to take, "
    "and the face (page or chromium) that uimcp_page is"
)
_MARKED: Final = ("app", "dir", "face")
_BY_NAME: Final = {option.name: option for option in OPTIONS}


def add_options(parser: pytest.Parser) -> None:
    """Make every option and its ini key known."""
    group = parser.getgroup("uimcp", "ui-mcp apps")
    for option in OPTIONS:
        if option.is_flag:
            group.addoption(option.option, action="store_true", default=None, help=option.help)
            parser.addini(option.key, option.help, type="bool", default=False)
            continue
        choices = {"choices": option.choices} if option.choices else {"metavar": option.takes}
        group.addoption(option.option, default=None, help=option.help, **choices)
        parser.addini(option.key, option.help)


def flag(config: pytest.Config, name: str) -> bool:
    """Whether an option that takes nothing is given, there or in the ini file."""
    key = _BY_NAME[name].key
    return bool(config.getoption(key) or config.getini(key))


def value(config: pytest.Config, name: str) -> str | None:
    """What an option is given, else its ini key, else its default."""
    option = _BY_NAME[name]
    found: str | None = config.getoption(option.key) or config.getini(option.key) or option.default
    if option.choices and found not in option.choices:
        raise UimcpError(f"{option.key} is {_listed(option.choices)}, got {found}")
    return found


class Asked(NamedTuple):
    """What marker, command line and ini file say of a test; the nearer one wins."""

    app: str | None
    dir: str | None
    face: str
    virtual: bool


def asked(node: Any, config: pytest.Config) -> Asked:
    """What is asked for a test, or for the module or class a wider fixture is made for."""
    marker = node.get_closest_marker("uimcp")
    given = dict(marker.kwargs) if marker else {}
    unknown = set(given).difference(_MARKED)
    if unknown or (marker and marker.args):
        got = ", ".join(sorted(unknown)) or marker.args
        raise UimcpError(f"@pytest.mark.uimcp takes app=, dir= and face=, got {got}")
    face = given.get("face")
    if face is not None and face not in ("page", "chromium"):
        raise UimcpError(f"@pytest.mark.uimcp(face=…) is page or chromium, got {face}")
    return Asked(
        given.get("app") or value(config, "app"),
        given.get("dir") or value(config, "dir"),
        face or value(config, "face") or "page",
        value(config, "time") == "virtual",
    )


def _listed(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
