"""The settings of a run: command-line options, ini keys and the marker, in one table.

This module imports only pytest and uses named tuples, because dataclasses take milliseconds to create: it is loaded at
the start of every pytest run of the environment.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.servers import rows
from pytest_uimcp.testing.faces import registry
from pytest_uimcp.testing.faces.registry import NAMES as FACES

if TYPE_CHECKING:
    from pytest_uimcp.testing.harness.app_errors import LuaErrors

__all__ = [
    "CHECK_MARKER",
    "MARKER",
    "OPTIONS",
    "TEST_HOOKS",
    "Option",
    "TestSettings",
    "add_options",
    "all_options",
    "flag",
    "marker_arguments",
    "settings_for",
    "value",
]


class Option(NamedTuple):
    """An option `--uimcp-{name}` and its ini key `uimcp_{name}`."""

    name: str
    help: str
    takes: str = ""
    choices: tuple[str, ...] = ()
    default: str | None = None

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
    Option("dir", "the app directory (default: .claude/ui, .ui, ui or here, whichever is one)", takes="DIR"),
    Option("app", "the app to show (default: the directory's only one)", takes="NAME"),
    Option(
        "face",
        f"where tests of uimcp_page run: {', '.join(face.where for face in registry.FACES)}, or both",
        choices=(*FACES, "all"),
        default=FACES[0],
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
    Option(
        "lua-errors",
        "what becomes of errors of the app that nobody asked for: they fail the test, or are left in uimcp.errors",
        choices=("raise", "collect"),
        default="raise",
    ),
)
MARKER: Final = (
    "uimcp(app=NAME, dir=PATH, face=FACE, time=TIME, lua_errors=ERRORS): the app to show before the test, the app "
    f"directory (or sample) to take, the face ({' or '.join(FACES)}) that uimcp_page is, the time (real or virtual), "
    "and whether errors of the app fail the test (raise) or are left in uimcp.errors (collect)"
)
CHECK_MARKER: Final = "uimcp_check: what pytest --uimcp collects for every app"
TEST_HOOKS: Final = "uimcp-test-hooks"
"""The plugin that is registered when a test first uses something of ours."""


def all_options() -> tuple[Option, ...]:
    """The options that all kinds of servers share, then those of each kind."""
    return (*OPTIONS, *rows("options"))


@cache
def _by_name() -> dict[str, Option]:
    return {option.name: option for option in all_options()}


def add_options(parser: pytest.Parser) -> None:
    """Add every option, and the ini key of the same name."""
    group = parser.getgroup("uimcp", "ui-mcp apps")
    for option in all_options():
        if option.is_flag:
            group.addoption(option.option, action="store_true", default=None, help=option.help)
            parser.addini(option.key, option.help, type="bool", default=False)
            continue
        choices = {"choices": option.choices} if option.choices else {"metavar": option.takes}
        group.addoption(option.option, default=None, help=option.help, **choices)
        parser.addini(option.key, option.help)


def flag(config: pytest.Config, name: str) -> bool:
    """Whether a flag is set, on the command line or in the ini file."""
    key = _by_name()[name].key
    return bool(config.getoption(key) or config.getini(key))


def value(config: pytest.Config, name: str) -> str | None:
    """The value of an option: from the command line, else the ini key, else its default."""
    option = _by_name()[name]
    found: str | None = config.getoption(option.key) or config.getini(option.key) or option.default
    if option.choices and found not in option.choices:
        raise UimcpError(f"{option.key} is {_listed(option.choices)}, got {found}")
    return found


class TestSettings(NamedTuple):
    """The settings of a test: from the marker, else the command line, else the ini file."""

    app: str | None
    dir: str | None
    face: str
    virtual: bool
    lua_errors: LuaErrors


def settings_for(node: Any, config: pytest.Config) -> TestSettings:
    """The settings of a test, or of the module or class that a wider fixture is made for."""
    given = marker_arguments(node)

    def found(key: str) -> str | None:
        return given.get(key) or value(config, key.replace("_", "-"))

    return TestSettings(
        found("app"),
        found("dir"),
        found("face") or FACES[0],
        found("time") == "virtual",
        "collect" if found("lua_errors") == "collect" else "raise",
    )


def marker_arguments(node: Any) -> dict[str, str]:
    """The arguments of the `uimcp` markers of a test, its class and its module; raises UimcpError."""
    given: dict[str, str] = {}
    for marker in node.iter_markers("uimcp"):
        if marker.args or not _MARKED.keys() >= marker.kwargs.keys():
            got = marker.args or ", ".join(sorted(marker.kwargs.keys() - _MARKED.keys()))
            raise UimcpError(f"@pytest.mark.uimcp takes {_listed([f'{key}=' for key in _MARKED], 'and')}, got {got}")
        for key, said in marker.kwargs.items():
            if said is not None:
                given.setdefault(key, _checked(key, said))
    return given


def _checked(key: str, said: Any) -> str:
    choices = _MARKED[key]
    if choices and said not in choices:
        raise UimcpError(f"@pytest.mark.uimcp({key}=…) is {_listed(choices)}, got {said!r}")
    if not isinstance(said, (str, PurePath)) or not str(said):
        raise UimcpError(f"@pytest.mark.uimcp({key}=…) is a text, got {said!r}")
    return str(said)


def _listed(words: Iterable[str], last: str = "or") -> str:
    *first, end = words
    return f"{', '.join(first)} {last} {end}"


# The arguments of the marker, with their choices if not any text is valid.
_MARKED: Final[dict[str, tuple[str, ...]]] = {
    "app": (), "dir": (), "face": FACES, "time": ("real", "virtual"), "lua_errors": ("raise", "collect"),
}  # fmt: skip
