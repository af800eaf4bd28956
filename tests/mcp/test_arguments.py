from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.mcp.arguments import BOOLEAN, NON_EMPTY, STRING, Parameter, check, expected, schema_of
from pytest_uimcp.mcp.errors import ArgumentError

SIMPLE = schema_of(
    [
        Parameter("title", NON_EMPTY, "What it is called.", required=True),
        Parameter("note", STRING, "More about it."),
        Parameter("done", BOOLEAN, "Whether it is done.", default=False),
        Parameter("tags", {"type": ["array", "null"]}, "Its tags."),
    ]
)
NESTED = {
    "type": "object",
    "properties": {"points": {"type": "array", "items": {"type": "object", "required": ["x"]}, "maxItems": 2}},
}


def test_a_schema_describes_its_parameters_and_allows_no_others() -> None:
    assert SIMPLE["required"] == ["title"]
    assert SIMPLE["additionalProperties"] is False
    assert SIMPLE["properties"]["done"] == {"type": "boolean", "description": "Whether it is done.", "default": False}
    assert "default" not in SIMPLE["properties"]["note"]


def test_an_argument_that_is_null_counts_as_left_out_unless_null_is_accepted() -> None:
    assert check(SIMPLE, {"title": "x", "note": None, "tags": None}) == {"title": "x", "tags": None}
    assert check(schema_of([]), None) == {}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "title must be a non-empty string; it is missing"),
        ({"title": ""}, "title must be a non-empty string"),
        ({"title": 5}, "title must be a non-empty string, got int"),
        ({"title": "x", "done": 1}, "done must be a boolean, got int"),
        ({"title": "x", "tags": "a"}, "tags must be an array or null, got str"),
        ({"title": "x", "ntoe": "y"}, "unknown argument 'ntoe' (did you mean note?)"),
        ({"title": "x", "zzz": "y"}, "unknown argument 'zzz'; it takes title, note, done, tags"),
        ({"title": "a\ud800"}, "title must be text; character 1 is half of a surrogate pair"),
    ],
    ids=str,
)
def test_frequent_mistakes_have_a_message_that_says_what_was_expected(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError) as error:
        check(SIMPLE, given)
    assert str(error.value) == message


def test_every_mistake_is_listed_with_its_place() -> None:
    with pytest.raises(ArgumentError) as error:
        check(SIMPLE, {"note": 1, "other": 2})
    assert [(one["loc"], one["type"]) for one in error.value.errors] == [
        (["other"], "unknown_argument"),
        (["title"], "missing"),
        (["note"], "invalid_value"),
    ]


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([{"x": 1}], None),
        ([{"y": 1}], "points[0]: 'x' is a required property"),
        ([{"x": 1}, 2], "points[1]: must be an object, got 2"),
        ([{"x": 1}] * 3, "points: [{'x': 1}, {'x': 1}, {'x': 1}] is too long"),
    ],
    ids=str,
)
def test_whatever_a_json_schema_can_say_is_checked(points: list[Any], message: str | None) -> None:
    if message is None:
        assert check(NESTED, {"points": points}) == {"points": points}
        return
    with pytest.raises(ArgumentError) as error:
        check(NESTED, {"points": points})
    assert str(error.value).startswith(message)


def test_a_long_message_is_cut() -> None:
    with pytest.raises(ArgumentError) as error:
        check(NESTED, {"points": [{"x": "long" * 100}] * 3})
    assert len(str(error.value)) == 300
    assert str(error.value).endswith("…")


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer"}, "an integer"),
        ({"type": ["string", "null"]}, "a string or null"),
        ({"enum": ["a", "b"]}, "one of 'a', 'b'"),
        (NON_EMPTY, "a non-empty string"),
        ({}, "a value"),
        (True, "a value"),
    ],
    ids=str,
)
def test_a_schema_in_words(schema: Any, words: str) -> None:
    assert expected(schema) == words


def test_a_whole_float_is_an_integer_and_a_boolean_is_not() -> None:
    schema = schema_of([Parameter("n", {"type": "integer"}, "A number.")])
    assert check(schema, {"n": 2.0}) == {"n": 2.0}
    for wrong in (True, 2.5):
        with pytest.raises(ArgumentError, match=r"^n must be an integer, got (bool|float)$"):
            check(schema, {"n": wrong})
