from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.compositor.yamltext import YamlFault, line_of, load_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("12:30", "12:30"),
        ("007", 7),
        ("0o17", 15),
        ("0x1F", 31),
        ("-3", -3),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("2020-01-01", "2020-01-01"),
        ("'5'", "5"),
        ("=", "="),
        ("!!str 5", "5"),
    ],
)
def test_a_scalar_is_what_yaml_1_2_says(text: str, value: Any) -> None:
    found = load_yaml(f"a: {text}")["a"]
    assert (found, type(found)) == (value, type(value))


def test_mappings_know_the_lines_they_begin_on() -> None:
    found = load_yaml("a:\n  b: 1\nc:\n  - d: 1\n  -\n    e: 1\n")
    assert [line_of(one) for one in (found, found["a"], *found["c"], found["c"])] == [1, 2, 4, 6, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &x 1\nb: *x", "line 2: aliases are not supported"),
        ("a: 1\na: 2", "line 2: duplicate key a"),
        ("1: 2", "line 1: a key must be text, got 1"),
        ("[a]: 2", "line 1: a key must be text"),
        ("!!python/object:os.system {}", "line 1: could not determine a constructor"),
        ("- a\n---\n- b", "line 2: but found another document"),
        ("a: b: c", "line 1: mapping values are not allowed here"),
        ("[" * 5000, "line 1: nested deeper than 60 levels"),
        ("\0", "special characters are not allowed"),
        ("a: !!int x", "line 1: x is not a number that can be used"),
        ("a: 1e999", "line 1: 1e999 is not a number that can be used"),
        ("a: " + "9" * 5000, None),
    ],
)
def test_what_cannot_be_used_is_explained(text: str, message: str | None) -> None:
    if message is None:
        assert load_yaml(text)["a"] == "9" * 5000
        return
    with pytest.raises(YamlFault) as caught:
        load_yaml(text)
    assert message in str(caught.value)


@given(st.text("ab:- []{}'\"#&*!|>%@\n0.1e\t?,~", max_size=40))
def test_any_text_is_read_or_explained(text: str) -> None:
    try:
        load_yaml(text)
    except YamlFault as error:
        assert str(error)  # noqa: PT017 -- any other error fails the test


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("- human: {says: How much?}", 'says: "How much?"'),
        ("- see: Agent: Hi.", 'see: "Agent: Hi."'),
        ("- agent: {says: It costs 3: cheap}", 'says: "It costs 3: cheap"'),
    ],
)
def test_a_text_that_looks_like_yaml_is_shown_with_the_quotes_it_needs(line: str, advice: str) -> None:
    with pytest.raises(YamlFault, match=re.escape("line 2: ")) as caught:
        load_yaml(f"steps:\n  {line}\n")
    assert str(caught.value).endswith(f"; a text with such signs needs quotes: {advice}")


def test_a_fault_of_another_kind_has_no_such_advice() -> None:
    with pytest.raises(YamlFault, match=r"^line 2: expected ',' or ']', but got '<stream end>'$"):
        load_yaml("see: [a\n")
