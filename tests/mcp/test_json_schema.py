"""Validation against schemas from outside."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.core import patterns
from pytest_uimcp.mcp import json_schema
from pytest_uimcp.mcp.arguments import check
from pytest_uimcp.mcp.errors import ArgumentError
from pytest_uimcp.mcp.json_schema import SchemaTimeout, validation_errors

HOSTILE = "^(a|aa)+$"
VICTIM = "a" * 60 + "!"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def messages(schema: dict[str, Any], value: Any) -> list[str]:
    return [error.message for error in validation_errors(schema, value)]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"pattern": HOSTILE}, VICTIM),
        ({"properties": {"a": {"$schema": DRAFT_7, "pattern": HOSTILE}}}, {"a": VICTIM}),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"pattern": HOSTILE}]}}}, VICTIM),
        ({"patternProperties": {HOSTILE: False}}, {VICTIM: 1}),
        ({"patternProperties": {HOSTILE: {}}, "unevaluatedProperties": False}, {VICTIM: 1}),
        ({"propertyNames": {"pattern": HOSTILE}}, {VICTIM: 1}),
    ],
)
def test_a_pattern_that_would_take_years_ends_in_time(
    schema: dict[str, Any], value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert patterns.SECONDS == 1
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    with pytest.raises(SchemaTimeout, match=r"the pattern .* of the schema takes longer than 0.05 s"):
        messages(schema, value)


DEEPEST = 40


def doubled(*keywords: str, twice: bool = False) -> dict[str, Any]:
    """Schemas that each refer to the next one twice."""

    def refer(number: int) -> dict[str, Any]:
        return dict.fromkeys(keywords, f"#/$defs/S{number}")

    parts = {f"S{n}": {"allOf": [refer(n + 1)] * 2} if twice else refer(n + 1) for n in range(DEEPEST)}
    return {**refer(0), "$defs": {**parts, f"S{DEEPEST}": {}}}


def shared() -> dict[str, Any]:
    """The same without references, as YAML's aliases make it."""
    schema: dict[str, Any] = {}
    for _ in range(DEEPEST):
        schema = {"anyOf": [{"not": schema}, {"not": schema}]}
    return schema


@pytest.mark.parametrize(
    "schema",
    [
        doubled("$ref", twice=True),
        doubled("$dynamicRef", twice=True),
        doubled("$ref", "$dynamicRef"),
        {"unevaluatedProperties": False, **doubled("$ref", "$dynamicRef")},
        {"unevaluatedItems": False, **doubled("$ref", "$dynamicRef")},
        shared(),
    ],
    ids=["references", "dynamic references", "both", "unevaluated properties", "unevaluated items", "shared parts"],
)
@pytest.mark.parametrize("value", [{"a": 1}, [1]], ids=["object", "list"])
def test_parts_that_double_each_other_end_in_time(
    schema: dict[str, Any], value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_schema, "MAX_SECONDS", 0.05)
    with pytest.raises(SchemaTimeout, match=r"the schema takes longer than 0.05 s of processor time"):
        messages(schema, value)


def test_arguments_that_cannot_be_checked_in_time_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    with pytest.raises(ArgumentError, match="the arguments cannot be checked: the pattern"):
        check({"type": "object", "properties": {"a": {"type": "string", "pattern": HOSTILE}}}, {"a": VICTIM})


def test_what_does_not_match_is_told_with_the_pattern_of_the_schema() -> None:
    schema = {"patternProperties": {"^x-": {"pattern": r"^\d+$"}}, "additionalProperties": False}
    assert messages(schema, {"x-a": "1"}) == []
    assert messages(schema, {"x-a": "one"}) == [r"'one' does not match '^\\d+$'"]
    assert messages(schema, {"y": 1}) == ["'y' does not match any of the regexes: '^x-'"]


def test_a_part_of_the_schema_is_shown_as_it_is() -> None:
    part = {"type": "string", "pattern": "^a"}
    assert messages({"not": part}, "ab") == [f"'ab' should not be valid under {part!r}"]


def test_names_of_properties_may_be_those_of_keywords() -> None:
    schema = {"properties": {"pattern": {"type": "string"}, "$schema": {"const": 1}, "patternProperties": False}}
    assert messages(schema, {"pattern": "(", "$schema": 1}) == []
    assert len(messages(schema, {"pattern": 1, "$schema": 2, "patternProperties": 3})) == 3


def test_a_pattern_that_is_none_is_passed_over() -> None:
    assert messages({"pattern": "("}, "x") == []


def test_what_stands_for_data_is_not_taken_for_a_schema() -> None:
    assert messages({"const": {"pattern": "("}}, {"pattern": "("}) == []


_NAMES = st.sampled_from(["a", "ab", "b", "x-1", ""])
_PATTERNS = st.sampled_from(["a", "^a", "b$", "^x-[0-9]+$", "", "^$", "z"])
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | _NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=8,
)


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    parts: dict[str, st.SearchStrategy[Any]] = {
        "type": st.sampled_from(["object", "string", "array", "integer"]),
        "pattern": _PATTERNS,
        "properties": st.dictionaries(_NAMES, inner, max_size=2),
        "patternProperties": st.dictionaries(_PATTERNS, inner, max_size=3),
        "additionalProperties": inner,
        "unevaluatedProperties": inner,
        "propertyNames": inner,
        "items": inner,
        "anyOf": st.lists(inner, min_size=1, max_size=2),
        "not": inner,
        "enum": st.lists(_VALUES, min_size=1, max_size=2),
        "const": _VALUES,
    }
    return st.fixed_dictionaries({}, optional=parts)


@given(st.recursive(st.booleans() | st.just({}), _objects, max_leaves=6), _VALUES)
def test_harmless_schemas_mean_what_they_mean_elsewhere(schema: Any, value: Any) -> None:
    original = json.dumps(schema)
    expected = {str(list(error.absolute_path)) for error in jsonschema.Draft202012Validator(schema).iter_errors(value)}
    assert {str(list(error.absolute_path)) for error in validation_errors(schema, value)} == expected
    assert json.dumps(schema) == original
