from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.core.yaml import YamlError, YamlList, YamlMapping, line_at, load_yaml

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
# A writer of YAML 1.1 quotes all that 1.1 would misread, and what it leaves plain means the same in 1.2, except numbers
# that 1.1 does not know: floats without a point (`1e100`) and octal numbers with an `o` (`0o7`).
PLAIN = TEXTS.filter(lambda text: not re.fullmatch(r"[-+]?[0-9]+[eE][-+]?[0-9]+|0o[0-7]+", text))


@pytest.mark.slow
@settings(deadline=None)
@given(
    st.recursive(st.none() | st.booleans() | st.integers() | PLAIN, lambda x: st.lists(x) | st.dictionaries(PLAIN, x))
)
def test_what_a_yaml_writer_wrote_is_read_back(data: Any) -> None:
    text = yaml.safe_dump(data)
    assert load_yaml(text) == data
    assert load_yaml(text, lines=True) == data


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
        ("2020-01-01", "2020-01-01"),
        ("0", 0),
        ("-3", -3),
        ("0x1F", 31),
        ("0o17", 15),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("0.5", 0.5),
        ("1e3", 1000.0),
        ("007", "007"),
        ("-007", "-007"),
        ("00.5", "00.5"),
        (".inf", ".inf"),
        ("'5'", "5"),
        ("=", "="),
        ("!!str 5", "5"),
        ("!!int 007", 7),
        ("!!float 1", 1.0),
        ("!!bool true", True),
        ("!!null ~", None),
    ],
)
def test_a_scalar_means_what_yaml_1_2_says_and_zeros_in_front_are_text(text: str, value: Any) -> None:
    scalar = load_yaml(f"a: {text}")["a"]
    assert (scalar, type(scalar)) == (value, type(value))


def test_keys_are_text_as_they_are_written() -> None:
    text = "200: a\non: b\nnull: c\n1.0: d\n0x10: e\n!!int 007: f\n"
    assert load_yaml(text) == {"200": "a", "on": "b", "null": "c", "1.0": "d", "0x10": "e", "007": "f"}


def test_an_alias_stands_for_what_has_its_anchor_as_a_key_too() -> None:
    text = "&k 1.0: &v {x: 1}\nb: *v\nc: {*k : 2}\n&m <<: {d: 3}\ne: *m\n"
    assert load_yaml(text) == {"1.0": {"x": 1}, "b": {"x": 1}, "c": {"1.0": 2}, "d": 3, "e": "<<"}


def test_a_mapping_may_merge_others_and_keeps_its_own() -> None:
    text = "a: &a {x: 1, y: 2}\nb: &b {x: 0, z: 4}\nmine:\n  <<: [*a, *b]\n  y: 3\nquoted: {'<<': 5}\n"
    data = load_yaml(text)
    assert (data["mine"], data["quoted"]) == ({"y": 3, "x": 1, "z": 4}, {"<<": 5})


def test_lines_are_those_where_mappings_keys_and_items_begin() -> None:
    data = load_yaml("a:\n  b: 1\nc:\n  - d: 1\n  -\n    e: 1\n  - x\n", lines=True)
    assert [line_at(value, ()) for value in (data, data["a"], *data["c"], data["c"])] == [1, 2, 4, 6, 0, 0]
    assert (data.lines, data["c"].lines) == ({"a": 1, "c": 3}, [4, 6, 7])


def test_lines_of_what_was_merged_or_has_an_alias_are_those_where_it_is_written() -> None:
    data = load_yaml("base: &b\n  x: 1\nmine:\n  <<: *b\n  y: 2\nlist: [1,\n  *b]\n", lines=True)
    assert data["mine"].lines == {"x": 2, "y": 5}
    assert (data["list"].lines, line_at(data["list"][1], ())) == ([6, 7], 1)


def test_without_lines_the_collections_are_plain() -> None:
    data = load_yaml("a: [1]\n")
    assert (type(data), type(data["a"])) == (dict, list)
    data = load_yaml("a: [1]\n", lines=True)
    assert (type(data), type(data["a"])) == (YamlMapping, YamlList)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\n  \nb: {c: 1, c: 2}", "line 3, column 11: the key 'c' is here a second time"),
        ("? [a]\n: b", "line 1, column 3: expected text as a key, got a collection"),
        ("{&a [1]: 2}", "line 1, column 2: expected text as a key, got a collection"),
        ("a: &a [1]\n*a : 2", "line 2, column 1: expected text as a key, got a collection"),
        ("a: !secret x", "line 1, column 4: the tag !secret is not allowed; only plain YAML is read"),
        ("!!python/object:os.system {}", "line 1, column 1: the tag tag:yaml.org,2002:python/object:os.system is not"),
        ("a: !!binary aGk=", "line 1, column 4: the tag tag:yaml.org,2002:binary is not allowed"),
        ("a: !!int x", "line 1, column 4: 'x' is not of the type its tag says"),
        ("a: !!bool yes", "line 1, column 4: 'yes' is not of the type its tag says"),
        ("a: 1e999", "line 1, column 4: 1e999 is not a number that can be used; as a text it needs quotes"),
        ("- a\n---\n- b", "line 2, column 1: expected one document, a second one begins"),
        ("a: *b", "line 1, column 4: the alias *b has no anchor that is complete before it"),
        ("&a [*a]", "line 1, column 5: the alias *a has no anchor that is complete before it"),
        ("<<: 5", "line 1, column 5: expected a mapping, or a list of them, to merge with `<<`"),
        ("a: b: c", "line 1, column 5: mapping values are not allowed in this context"),
        ("a: 1\nb: \0", "line 2, column 4: the character U+0000 is not allowed"),
        ("a: 1\nb: \ud800", "line 2, column 4: the character U+D800 is not allowed"),
    ],
)
@pytest.mark.parametrize("lines", [False, True])
def test_what_cannot_be_read_is_explained_with_its_place(text: str, message: str, lines: bool) -> None:
    with pytest.raises(YamlError) as caught:
        load_yaml(text, lines=lines)
    assert str(caught.value).startswith(message)
    error = caught.value
    assert str(error) == f"line {error.line}, column {error.column}: {error.problem}"


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(YamlError, match=r"^line 1, column 4: 1{60} is not a number that can be used"):
        load_yaml("a: " + "1" * 5000)


@pytest.mark.parametrize("opening", ["[", "- ", "{a: "])
def test_what_is_nested_too_deeply_is_refused(opening: str) -> None:
    with pytest.raises(YamlError, match="nested deeper than 200 levels"):
        load_yaml(opening * 250)


def test_aliases_do_not_make_a_document_deeper() -> None:
    text = f"a: &a {'[' * 120}{']' * 120}\nb: &b {'[' * 70}*a{']' * 70}\nc: {'[' * 10}*b{']' * 10}\n"
    with pytest.raises(YamlError, match=r"^line 3, column 14: nested deeper than 200 levels with its aliases written"):
        load_yaml(text)


def test_aliases_that_would_explode_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)]
    with pytest.raises(YamlError, match="with its aliases written out the document has over 5,000,000 values"):
        load_yaml("\n".join(lines))


@given(st.text("ab:- []{}'\"#&*!|>%@\n0.1e\t?,~<\\\0", max_size=40))
def test_any_text_is_read_alike_with_and_without_lines_or_explained(text: str) -> None:
    try:
        data = load_yaml(text)
    except YamlError as error:
        with pytest.raises(YamlError, match=re.escape(str(error))):
            load_yaml(text, lines=True)
    else:
        assert load_yaml(text, lines=True) == data


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("- see: Agent: Hi.", 'see: "Agent: Hi."'),
        ("- agent: {says: It costs 3: cheap}", 'says: "It costs 3: cheap"'),
        ("- auth: {password: hunter: 2}", 'password: "***"'),
    ],
)
def test_a_text_that_looks_like_yaml_is_shown_with_the_quotes_it_needs_but_no_secret(line: str, advice: str) -> None:
    with pytest.raises(YamlError, match=r"^line 2, column ") as caught:
        load_yaml(f"steps:\n  {line}\n")
    assert str(caught.value).endswith(f"; a text with such signs needs quotes: {advice}")


def test_a_mistake_of_another_kind_has_no_such_advice() -> None:
    with pytest.raises(YamlError, match=r"^line 2, column 1: did not find expected ',' or '\]'$"):
        load_yaml("see: [a\n")
