"""Turns of a script in a file.

turns:
  - - call: runtime_exec
      args: {cmd: [ls]}
  - - say: There are two files.
    - end
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.agent.errors import TurnScriptError
from pytest_uimcp.agent.models.scripted import TurnStep
from pytest_uimcp.compositor.yamltext import YamlFault, line_of, load_yaml

__all__ = ["load_script", "read_script"]


def load_script(path: Path) -> list[list[TurnStep]]:
    """The turns in a YAML or JSON file."""
    try:
        return read_script(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise TurnScriptError(f"{path}: cannot be read: {error}") from error
    except TurnScriptError as error:
        raise TurnScriptError(f"{path}: {error}") from error


def read_script(text: str) -> list[list[TurnStep]]:
    """The turns that a text describes."""
    try:
        data = load_yaml(text)
    except YamlFault as error:
        raise TurnScriptError(str(error)) from error
    if not isinstance(data, Mapping) or set(data) != {"turns"} or not isinstance(data["turns"], list):
        raise TurnScriptError("expected a mapping with one key, turns, and a list of turns below it")
    return [_turn(turn, f"turn {number}") for number, turn in enumerate(data["turns"], 1)]


def _turn(given: Any, place: str) -> list[TurnStep]:
    if not isinstance(given, list):
        raise TurnScriptError(f"{place}: expected a list of steps, got {given!r}")
    return [_step(step, f"{place}, step {number}") for number, step in enumerate(given, 1)]


def _step(given: Any, place: str) -> TurnStep:
    if given == "end":
        return TurnStep("end")
    if not isinstance(given, Mapping):
        raise TurnScriptError(f"{place}: expected {_EXPECTED}; got {given!r}")
    place = f"line {line_of(given)}" if line_of(given) else place
    kinds = [key for key in given if key in _STEPS]
    if len(kinds) != 1:
        raise TurnScriptError(f"{place}: expected {_EXPECTED}{_near(given)}")
    allowed = {kinds[0], "args"} if kinds[0] == "call" else {kinds[0]}
    if unknown := [key for key in given if key not in allowed]:
        raise TurnScriptError(f"{place}: a step {kinds[0]} takes {' and '.join(sorted(allowed))}, not {unknown[0]}")
    if not isinstance(given[kinds[0]], str) and kinds[0] != "end":
        raise TurnScriptError(f"{place}: {kinds[0]} must be text, got {given[kinds[0]]!r}")
    return _STEPS[kinds[0]](given, place)


def _call(given: Mapping[str, Any], place: str) -> TurnStep:
    args = given.get("args", {})
    if not isinstance(args, dict | str):
        raise TurnScriptError(f"{place}: args must be a mapping, got {args!r}")
    return TurnStep("call", given["call"], args)


def _near(given: Mapping[str, Any]) -> str:
    near = [match for key in given for match in difflib.get_close_matches(key, _STEPS, 1)]
    return f" (did you mean {near[0]}?)" if near else ""


_STEPS: Final[dict[str, Callable[[Mapping[str, Any], str], TurnStep]]] = {
    "call": _call,
    "say": lambda given, _: TurnStep("say", given["say"]),
    "text": lambda given, _: TurnStep("text", given["text"]),
    "end": lambda _given, _: TurnStep("end"),
}
_EXPECTED: Final = "one of call (with args), say, text, end"
