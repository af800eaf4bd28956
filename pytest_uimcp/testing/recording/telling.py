"""Recorded steps in the words of the grammar, a row for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pytest_uimcp.core.steps import Step
from pytest_uimcp.testing.scenario.writing import step_data


class NotInGrammar(Exception):
    """The grammar has no words for this; the message says for what."""


class _Told(NamedTuple):
    value: Any
    options: dict[str, Any]


_PAGE: Final = ("target", "css", "role", "name", "nth")


def tell(step: Step, prefix: str = "app_") -> dict[str, Any]:
    """A step as the data of a scenario file; raises NotInGrammar. `prefix` is that of the app's own tools."""
    row = _ROWS.get((step.actor, step.verb))
    if row is None:
        raise NotInGrammar(f"{step.actor} {step.verb}")
    actor, key, says = row
    entry = says(step, prefix)
    return step_data(actor, key, entry.value, entry.options)


def _target(arguments: Mapping[str, Any]) -> Any:
    target = {"text" if key == "target" else key: arguments[key] for key in _PAGE if arguments.get(key) is not None}
    if target.keys() == {"text"}:
        return target["text"]
    return target


def _clicks(step: Step, _: str) -> _Told:
    return _Told(_target(step.arguments), {})


def _of_field(value: str) -> Callable[[Step, str], _Told]:
    def says(step: Step, _: str) -> _Told:
        target = _target(step.arguments)
        text = step.arguments[value]
        # One file stands alone, as an author would write it.
        text = text[0] if value == "files" and len(text) == 1 else text
        # A key names a field by its label; any other target stands in `in`.
        if isinstance(target, str):
            return _Told({target: text}, {})
        return _Told(text, {"in": target})

    return says


def _presses(step: Step, _: str) -> _Told:
    target = _target(step.arguments)
    return _Told(step.arguments["key"], {"in": target} if target else {})


def _drags(step: Step, _: str) -> _Told:
    arguments = {name: value for name, value in step.arguments.items() if name != "to"}
    return _Told(_target(arguments), {"to": step.arguments["to"]})


def _calls(step: Step, prefix: str) -> _Told:
    name = f"{prefix}{step.arguments['name']}"
    arguments = step.arguments["arguments"]
    result = step.outcome or {}
    expectations = {key: result[key] for key in ("returns", "fails") if key in result}
    return _Told({name: arguments} if arguments else name, expectations)


def _waits(step: Step, _: str) -> _Told:
    event: dict[str, Any] = step.outcome
    return _Told(event["event"] if event.keys() == {"event"} and isinstance(event["event"], str) else event, {})


def _snapshot(step: Step, _: str) -> _Told:
    return _Told(step.arguments["name"], {})


_ROWS: Final[dict[tuple[str, str], tuple[str, str, Callable[[Step, str], _Told]]]] = {
    ("human", "click"): ("human", "clicks", _clicks),
    ("human", "dblclick"): ("human", "double clicks", _clicks),
    ("human", "right_click"): ("human", "right clicks", _clicks),
    ("human", "fill"): ("human", "fills", _of_field("value")),
    ("human", "choose"): ("human", "chooses", _of_field("option")),
    ("human", "upload"): ("human", "uploads", _of_field("files")),
    ("human", "check"): ("human", "checks", _clicks),
    ("human", "uncheck"): ("human", "unchecks", _clicks),
    ("human", "drag"): ("human", "drags", _drags),
    ("human", "press"): ("human", "presses", _presses),
    ("agent", "call"): ("agent", "calls", _calls),
    ("agent", "events"): ("agent", "waits for", _waits),
    ("test", "snapshot"): ("", "snapshot", _snapshot),
}
