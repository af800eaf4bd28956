from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.openapi.documents import parse

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(DATA)
def test_json_is_read_as_json_reads_it(data: Any) -> None:
    assert parse(json.dumps(data).encode()) == data


# A writer of YAML 1.1 quotes all that 1.1 would misread, and what it leaves plain means the same in 1.2, except numbers
# that 1.1 does not know: floats without a point (`1e100`) and octal numbers with an `o` (`0o7`).
PLAIN = TEXTS.filter(lambda text: not re.fullmatch(r"[-+]?[0-9]+[eE][-+]?[0-9]+|0o[0-7]+", text))


@settings(deadline=None)
@given(
    st.recursive(st.none() | st.booleans() | st.integers() | PLAIN, lambda x: st.lists(x) | st.dictionaries(PLAIN, x))
)
def test_what_a_yaml_writer_wrote_is_read_back(data: Any) -> None:
    assert parse(yaml.safe_dump(data).encode()) == data


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", ['{"a": "é"}', "a: é"])
def test_a_byte_order_mark_says_the_encoding(text: str, encoding: str) -> None:
    assert parse(text.encode(encoding)) == {"a": "é"}


def test_invalid_text_is_reported_with_its_first_wrong_byte() -> None:
    with pytest.raises(ValueError, match="not UTF-8 text: byte 3 is wrong"):
        parse(b"a: \xff")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a":', "not JSON .*line 1 column 6"),
        ("[1, 2", "not JSON"),
        ("a: [1", "not YAML .*line 2"),
        ("a: 1\na: 2", "line 2: the key 'a' is here a second time"),
        ("a: !secret x", "line 1: the tag !secret is not allowed"),
        ("!!python/object:os.system {}", "line 1: the tag tag:yaml.org,2002:python/object:os.system is not allowed"),
        ("- a\n---\n- b", "expected one document"),
        ("? [a]\n: b", "expected text as a key"),
        ("a: *b", "the alias \\*b has no anchor"),
        ("&a [*a]", "the alias \\*a has no anchor that is complete before it"),
        ("<<: 5", "expected a mapping, or a list of them, to merge"),
        ("a: !!int x", "'x' is not of the type its tag says"),
        ("a: " + "1" * 5000, "a number of 5000 digits is not read"),
        ("[" * 100_000, "nested too deeply"),
        ("- " * 250 + "a", "nested deeper than 200 levels"),
    ],
)
def test_a_syntax_error_is_reported_with_its_line(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        parse(text.encode())


def test_aliases_that_would_explode_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)]
    with pytest.raises(ValueError, match="with its aliases written out the document has over 5,000,000 values"):
        parse("\n".join(lines).encode())


@pytest.mark.parametrize(
    ("plain", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("2026-11-18", "2026-11-18"),
        ("007", "007"),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        ("-3", -3),
        ("1e3", 1000.0),
        ("0x1F", 31),
        ("0o17", 15),
        ("true", True),
        ("~", None),
        ("", None),
        ("'5'", "5"),
        ("!!str 5", "5"),
        (".inf", ".inf"),
    ],
)
def test_a_scalar_means_what_yaml_1_2_says(plain: str, value: Any) -> None:
    assert parse(f"a: {plain}".encode()) == {"a": value}


def test_keys_are_text() -> None:
    assert parse(b"200: a\non: b\nnull: c\n1.0: d\n") == {"200": "a", "on": "b", "null": "c", "1.0": "d"}


def test_a_mapping_may_merge_others_and_keeps_its_own() -> None:
    assert parse(b"base: &b {x: 1, y: 2}\nmine:\n  <<: *b\n  y: 3\n")["mine"] == {"y": 3, "x": 1}


def test_half_of_a_surrogate_pair_is_replaced_because_nothing_could_send_it_on() -> None:
    assert parse(rb'{"a": "\ud800", "\udc00b": ["\ud83d\ude00"]}') == {"a": "\ufffd", "\ufffdb": ["\U0001f600"]}


WORDS = st.text("abc 1", max_size=8)


@settings(deadline=None)
@given(
    st.recursive(WORDS, lambda x: st.lists(x, max_size=3) | st.dictionaries(WORDS, x, max_size=3)),
    st.lists(st.sampled_from(["\t", " \t ", "\t\t# a comment", "", "  \t\r", "\u2028"]), min_size=1),
)
def test_lines_of_tabs_are_blank_wherever_they_stand(data: Any, blank: list[str]) -> None:
    lines = yaml.safe_dump({"top": data}, default_flow_style=False).splitlines()
    text = "".join(f"{line}\n{blank[number % len(blank)]}\n" for number, line in enumerate(lines))
    assert parse(text.encode()) == {"top": data}


def test_tabs_in_a_block_of_text_belong_to_it() -> None:
    text = "a: 1\n\t\nb: |\n  x\n  \t\n  y\n \t \nc: >-\n  p\n  \t# q\nd:\n\t# a comment\n  e: 1\n"
    assert parse(text.encode()) == {"a": 1, "b": "x\n\t\ny\n", "c": "p\n\t# q", "d": {"e": 1}}


@pytest.mark.parametrize("text", ["a:\n\tb: 1\n", "a:\n\t- 1\n"])
def test_a_tab_is_no_indentation(text: str) -> None:
    with pytest.raises(ValueError, match="not YAML"):
        parse(text.encode())


@given(st.text(st.sampled_from("a\x7f\x80\x84\x85\x86\x9f\U000f0080\U000f009f\U0010009f"), min_size=1, max_size=5))
def test_control_characters_of_latin_1_are_text(text: str) -> None:
    if re.search("[\U000f007f-\U000f009f]", text) and re.search("[\U0010007f-\U0010009f]", text):
        return  # no private characters are left to stand for them
    assert parse(f'k{text}: ["{text}", x{text}x]'.encode().replace("\x85".encode(), b"_")) == {
        f"k{text}".replace("\x85", "_"): [text.replace("\x85", "_"), f"x{text}x".replace("\x85", "_")]
    }
