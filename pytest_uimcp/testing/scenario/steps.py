from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.core.spelling import hint_or_names, near
from pytest_uimcp.core.yaml.writing import flow
from pytest_uimcp.testing.scenario.errors import InvalidValue, ScenarioError, ScenarioPlace
from pytest_uimcp.testing.scenario.grammar import ACTORS, StepKind, kind_named, step_kinds
from pytest_uimcp.testing.scenario.shapes import TARGET, WHERE, ValueShape
from pytest_uimcp.testing.scenario.spelling import InvalidKey, check_keys
from pytest_uimcp.testing.scenario.variables import substitute, variables_in


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    kind: StepKind
    value: Any
    options: Mapping[str, Any]
    place: ScenarioPlace

    @property
    def uses(self) -> set[str]:
        # `as` names a variable that the step sets.
        return {*variables_in(self.value), *variables_in({k: v for k, v in self.options.items() if k != "as"})}

    @property
    def captures(self) -> str | None:
        return self.options.get("as")

    @property
    def surface(self) -> str | None:
        """Where it says that it is done: `page`, `stage`, or nothing."""
        return self.options.get("on")

    def with_variables(self, variables: Mapping[str, Any]) -> ScenarioStep:
        value = substitute(self.value, variables)
        options = substitute(dict(self.options), variables)
        return ScenarioStep(self.kind, value, options, self.place)


def read_step(data: Any, place: ScenarioPlace) -> ScenarioStep:
    """A step from the data of a file or of a test; raises ScenarioError."""
    try:
        return _read(data, place)
    except InvalidKey as error:
        raise ScenarioError.at(ScenarioPlace(place.file, error.line or place.line), error) from None
    except InvalidValue as error:
        raise ScenarioError.at(place, error) from None


def _read(data: Any, place: ScenarioPlace) -> ScenarioStep:
    if not isinstance(data, Mapping) or not data:
        raise InvalidValue(f"expected a step, a mapping with {_all_keys()}, got {data!r}")
    actor = next((key for key in data if key in ACTORS), "")
    if actor:
        # `human: {clicks: Save}`; `agent: yields` is short for `agent: {yields: true}`.
        content = data[actor]
        beside = {key: value for key, value in data.items() if key != actor}
        if beside and content is None:
            verb, value = next(iter(beside.items()))
            raise InvalidKey(
                f"{verb!r} belongs to {actor}, indented below it: write `- {actor}: {flow({verb: value}) or '…'}`",
                getattr(data, "lines", {}).get(verb, 0),
            )
        if beside:
            check_keys(data, [actor], f"a step of {actor}")
        if isinstance(content, str):
            content = {content: True}
        if not isinstance(content, Mapping) or not content:
            raise InvalidValue(f"{actor}: expected what the {actor} does, got {content!r}; there are {_verbs(actor)}")
    else:
        content = data
    return _read_verb(actor, content, place)


def _read_verb(actor: str, content: Mapping[str, Any], place: ScenarioPlace) -> ScenarioStep:
    # The verb may stand anywhere among its options: YAML has no order of keys.
    kinds = [kind for key in content if (kind := kind_named(actor, key)) is not None]
    if not kinds:
        key = next(iter(content))
        if actor:
            keys = [kind.key for kind in step_kinds() if kind.actor == actor]
        else:
            keys = [*_plain_keys(), *ACTORS]
        line = getattr(content, "lines", {}).get(key, 0)
        advice = _other_word(actor, key) or _nested_verb(actor, key, content[key]) or hint_or_names(key, keys)
        raise InvalidKey(f"unknown step {f'{actor} {key}'.strip()!r}{advice}", line)
    if len(kinds) > 1:
        raise InvalidValue(f"expected one thing in a step, got {' and '.join(kind.name for kind in kinds)}")
    (kind,) = kinds
    _refuse_criteria(kind, content)
    check_keys(content, [kind.key, *(option.key for option in kind.all_options)], f"the step {kind.name!r}")
    for step_option in kind.all_options:
        if step_option.key in content:
            _check_shape(step_option.shape, content[step_option.key], f"{kind.name}: {step_option.key}")
    _check_shape(kind.shape, content[kind.key], kind.name)
    beside = {key: value for key, value in content.items() if key != kind.key}
    if fault := kind.field_fault(content[kind.key], beside):
        raise InvalidValue(f"{kind.name}: {fault}")
    return ScenarioStep(kind, content[kind.key], beside, place)


# What people write for a step that is called otherwise, and how it is written.
_OTHER_WORDS: Final = {
    "expect": "see: TEXT",
    "expects": "see: TEXT",
    "sees": "see: TEXT",
    "shows": "see: TEXT",
    "pass": "advance: SECONDS",
    "passes": "advance: SECONDS",
    "sleep": "advance: SECONDS",
    "sleeps": "advance: SECONDS",
    "wait": "advance: SECONDS",
    "user": "human: {clicks: TEXT}",
}


def _other_word(actor: str, key: str) -> str:
    if not actor and key in _OTHER_WORDS:
        return f": write `- {_OTHER_WORDS[key]}`"
    return ""


def _refuse_criteria(kind: StepKind, content: Mapping[str, Any]) -> None:
    """`{clicks: Save, nth: 1}`: what narrows a target down stands with it."""
    criteria = {key: content[key] for key in WHERE if key in content and key != kind.key}
    known = {option.key for option in kind.all_options}
    target = content[kind.key]
    if not criteria or criteria.keys() & known or kind.shape is not TARGET or not isinstance(target, str):
        return
    corrected = {kind.key: {"text": target, **criteria}}
    step = f"{kind.actor}: {flow(corrected) or '…'}"
    line = getattr(content, "lines", {}).get(next(iter(criteria)), 0)
    raise InvalidKey(f"{kind.name}: {', '.join(criteria)} stands with the target: write `- {step}`", line)


def _nested_verb(actor: str, key: str, value: Any) -> str:
    """How to write a step whose verb does not stand below its actor: `human clicks: Save`, `clicks: Save`."""
    if actor:
        return ""
    # Imported late: the writer knows steps, too.
    from pytest_uimcp.testing.scenario.writing import flow_text, step_data

    first_word, _, others = key.partition(" ")
    if first_word in ACTORS:
        actors = [first_word]
        verb = others
    else:
        actors = [*ACTORS]
        verb = key
    for name in actors:
        keys = [kind.key for kind in step_kinds() if kind.actor == name]
        for likely in (verb, *near(verb, keys, 1)):
            if likely in keys:
                return f": write `- {flow_text(step_data(name, likely, value))}`"
    return ""


def _check_shape(shape: ValueShape, value: Any, subject: str) -> None:
    try:
        shape.check(value)
    except InvalidKey as error:
        raise InvalidKey(f"{subject}: {error}", error.line) from None
    except InvalidValue as error:
        raise InvalidValue(f"{subject}: {error}") from None


def _plain_keys() -> list[str]:
    return [kind.key for kind in step_kinds() if not kind.actor]


def _verbs(actor: str) -> str:
    return ", ".join(kind.key for kind in step_kinds() if kind.actor == actor)


def _all_keys() -> str:
    return ", ".join([*ACTORS, *_plain_keys()])


def assert_something(steps: Iterable[ScenarioStep]) -> bool:
    """Whether a failing app could fail one of the steps."""
    return any(step.kind.asserts or {"returns", "fails"} & step.options.keys() for step in steps)
