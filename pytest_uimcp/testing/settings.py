"""The settings of one test: from its marker, else the command line, else the ini file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.testing.faces import AUTO, EVERY_NAME, NAMES
from pytest_uimcp.testing.options import on_command_line, value

if TYPE_CHECKING:
    from pytest_uimcp.testing.harness.app_errors import LuaErrors


# What options and ini keys say: every fixture of every test asks for it.
_USUAL: Final = pytest.StashKey[dict[str, str | None]]()


class Repetition(NamedTuple):
    """How often a test runs, and how often it has to pass."""

    repeat: int
    at_least: int


class TestSettings(NamedTuple):
    app: str | None
    dir: str | None
    face: str
    virtual: bool
    lua_errors: LuaErrors


def settings_for(node: Any, config: pytest.Config) -> TestSettings:
    """The settings of a test, or of the module or class that a wider fixture is made for."""
    marked = marker_arguments(node)
    usual = config.stash.setdefault(_USUAL, {})

    def found(key: str) -> str | None:
        if key in marked:
            return marked[key]
        option = key.replace("_", "-")
        # The ini file of one repository does not know where another one, in the same run, has its apps.
        if key == "dir" and not getattr(node, "path", config.rootpath).is_relative_to(config.rootpath):
            return on_command_line(config, option)
        if key not in usual:
            usual[key] = value(config, option)
        return usual[key]

    return TestSettings(
        found("app"),
        found("dir"),
        found("face") or NAMES[0],
        found("time") == "virtual",
        "collect" if found("lua_errors") == "collect" else "raise",
    )


def marker_arguments(node: Any) -> dict[str, str]:
    """The texts of the `uimcp` markers of a test, its class and its module; raises UimcpError."""
    return {key: _check_text(key, argument) for key, argument in _nearest(node).items() if key not in _COUNTS}


def repetition(node: Any) -> Repetition | None:
    """How often the markers of a test have it run; None if they do not say. Raises UimcpError."""
    nearest = _nearest(node)
    counts = {key: _check_count(key, nearest[key]) for key in _COUNTS if key in nearest}
    if not counts:
        return None
    if "repeat" not in counts:
        at_least = counts["at_least"]
        raise UimcpError(
            f"@pytest.mark.uimcp(at_least=…) says how many of several runs have to pass: write "
            f"repeat={at_least + 1}, at_least={at_least}"
        )
    repeat = counts["repeat"]
    at_least = counts.get("at_least", repeat)
    if at_least > repeat:
        raise UimcpError(
            f"@pytest.mark.uimcp(at_least=…) is at most what repeat= says, {repeat}, got {at_least}: write "
            f"repeat={at_least} or at_least={repeat}"
        )
    return Repetition(repeat, at_least)


def _nearest(node: Any) -> dict[str, Any]:
    """Each argument from the closest marker that has it; raises UimcpError for those that no marker takes."""
    arguments: dict[str, Any] = {}
    # The closest marker comes first, so an argument of the test wins over one of its class or module.
    for marker in node.iter_markers("uimcp"):
        if marker.args or not _MARKED.keys() >= marker.kwargs.keys():
            takes = f"@pytest.mark.uimcp takes {_list_words([f'{key}=' for key in _MARKED], 'and')}"
            if marker.args:
                raise UimcpError(f"{takes}, got {marker.args[0]!r} without a name: write app={marker.args[0]!r}")
            unknown = sorted(marker.kwargs.keys() - _MARKED.keys())
            raise UimcpError(f"{takes}, got {', '.join(unknown)}{hint(unknown[0], _MARKED)}")
        for key, argument in marker.kwargs.items():
            # None stands for "not said": a story passes all arguments.
            if argument is not None:
                arguments.setdefault(key, argument)
    return arguments


def _check_text(key: str, argument: Any) -> str:
    choices = _MARKED[key]
    if choices and argument not in choices:
        raise UimcpError(f"@pytest.mark.uimcp({key}=…) is {_list_words(choices)}, got {argument!r}")
    if not isinstance(argument, (str, PurePath)) or not str(argument):
        raise UimcpError(f"@pytest.mark.uimcp({key}=…) is a text, got {argument!r}")
    return str(argument)


def _check_count(key: str, argument: Any) -> int:
    # True is an int, but no number of runs.
    if isinstance(argument, int) and not isinstance(argument, bool) and argument >= 1:
        return argument
    advice = ": write repeat=20, or repeat=20, at_least=19"
    if isinstance(argument, str) and argument.isdecimal():
        advice = f": write {key}={int(argument)}"
    raise UimcpError(f"@pytest.mark.uimcp({key}=…) is a number of runs, from 1 on, got {argument!r}{advice}")


def _list_words(words: Iterable[str], conjunction: str = "or") -> str:
    *words_before, end = words
    return f"{', '.join(words_before)} {conjunction} {end}"


# The arguments of the marker, with their choices if not any text is valid.
_MARKED: Final[dict[str, tuple[str, ...]]] = {
    "app": (), "dir": (), "face": (*EVERY_NAME, AUTO), "time": ("real", "virtual"), "lua_errors": ("raise", "collect"),
    "program": (), "repeat": (), "at_least": (),
}  # fmt: skip
_COUNTS: Final = ("repeat", "at_least")
