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
        ("a: [1", "not YAML .*line 1, column 6: "),
        ("a: 1\na: 2", "line 2, column 1: the key 'a' is here a second time"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_syntax_error_is_reported_with_its_line(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        parse(text.encode())


def test_half_of_a_surrogate_pair_is_replaced_because_nothing_could_send_it_on() -> None:
    assert parse(rb'{"a": "\ud800", "\udc00b": ["\ud83d\ude00"]}') == {"a": "\ufffd", "\ufffdb": ["\U0001f600"]}
