"""A step of a scenario as it was read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.scenario.errors import Fault, Place, ScenarioError
from pytest_uimcp.testing.scenario.grammar import ACTORS, StepKind, kind_named, step_kinds
from pytest_uimcp.testing.scenario.shapes import Shape
from pytest_uimcp.testing.scenario.spelling import UnknownKey, check_keys
from pytest_uimcp.testing.scenario.variables import substituted, variables_in

__all__ = ["ScenarioStep", "asserts", "read_step"]


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """A step, the value of its key, and the values of the keys beside it."""

    kind: StepKind
    value: Any
    more: Mapping[str, Any]
    place: Place

    @property
    def uses(self) -> set[str]:
        """The variables that it uses."""
        return {*variables_in(self.value), *variables_in({k: v for k, v in self.more.items() if k != "as"})}

    @property
    def captures(self) -> str | None:
        """The variable that it sets."""
        return self.more.get("as")

    @property
    def surface(self) -> str | None:
        """Where it says that it is done: `page`, `stage`, or nothing."""
        return self.more.get("on")

    def with_variables(self, known: Mapping[str, Any]) -> ScenarioStep:
        """The step with the values of its variables."""
        value = substituted(self.value, known)
        more = substituted(dict(self.more), known)
        return ScenarioStep(self.kind, value, more, self.place)


def read_step(given: Any, place: Place) -> ScenarioStep:
    """A step from the data of a file or of a test; raises ScenarioError."""
    try:
        return _read(given, place)
    except UnknownKey as error:
        raise ScenarioError.at(Place(place.file, error.line or place.line), error) from None
    except Fault as error:
        raise ScenarioError.at(place, error) from None


def _read(given: Any, place: Place) -> ScenarioStep:
    if not isinstance(given, Mapping) or not given:
        raise Fault(f"expected a step, a mapping with {_listed()}, got {given!r}")
    actor = next((key for key in given if key in ACTORS), "")
    if actor:
        inner = given[actor]
        beside = {key: value for key, value in given.items() if key != actor}
        if beside:
            check_keys(given, [actor], f"a step of {actor}")
        if isinstance(inner, str):
            inner = {inner: True}
        if not isinstance(inner, Mapping) or not inner:
            raise Fault(f"{actor}: expected what the {actor} does, got {inner!r}; there are {_verbs(actor)}")
    else:
        inner = given
    return _made(actor, inner, place)


def _made(actor: str, given: Mapping[str, Any], place: Place) -> ScenarioStep:
    kinds = [kind for key in given if (kind := kind_named(actor, key)) is not None]
    if not kinds:
        key = next(iter(given))
        if actor:
            known = [kind.key for kind in step_kinds() if kind.actor == actor]
        else:
            known = [*_plain(), *ACTORS]
        line = getattr(given, "lines", {}).get(key, 0)
        raise UnknownKey(f"unknown step {f'{actor} {key}'.strip()!r}{hint_or_names(key, known)}", line)
    if len(kinds) > 1:
        raise Fault(f"expected one thing in a step, got {' and '.join(kind.name for kind in kinds)}")
    (kind,) = kinds
    check_keys(given, [kind.key, *(more.key for more in kind.beside)], f"the step {kind.name!r}")
    for more in kind.beside:
        if more.key in given:
            _checked(more.shape, given[more.key], f"{kind.name}: {more.key}")
    _checked(kind.shape, given[kind.key], kind.name)
    beside = {key: value for key, value in given.items() if key != kind.key}
    if fault := kind.field_fault(given[kind.key], beside):
        raise Fault(f"{kind.name}: {fault}")
    return ScenarioStep(kind, given[kind.key], beside, place)


def _checked(shape: Shape, value: Any, what: str) -> None:
    try:
        shape.check(value)
    except UnknownKey as error:
        raise UnknownKey(f"{what}: {error}", error.line) from None
    except Fault as error:
        raise Fault(f"{what}: {error}") from None


def _plain() -> list[str]:
    return [kind.key for kind in step_kinds() if not kind.actor]


def _verbs(actor: str) -> str:
    return ", ".join(kind.key for kind in step_kinds() if kind.actor == actor)


def _listed() -> str:
    return ", ".join([*ACTORS, *_plain()])


def asserts(steps: Iterable[ScenarioStep]) -> bool:
    """Whether a failing app could fail one of the steps."""
    return any(step.kind.asserts or {"returns", "fails"} & step.more.keys() for step in steps)
