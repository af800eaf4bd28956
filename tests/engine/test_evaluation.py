from __future__ import annotations

import json

import pytest

from pytest_uimcp.engine.evaluation import Evaluation, from_lua


def test_the_text_needs_no_parsing() -> None:
    assert Evaluation(b"this is no JSON").text == "this is no JSON"


def test_the_data_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    loads = json.loads
    monkeypatch.setattr(json, "loads", lambda text: parsed.append(text) or loads(text))
    result = Evaluation(b'{"a":1}')
    assert parsed == []
    assert result.data is result.data
    assert parsed == ['{"a":1}']


def test_bytes_that_are_not_utf_8_are_kept_in_data_and_replaced_elsewhere() -> None:
    result = Evaluation(b'"\xff"')
    assert (result.data, result.text, result.printable) == ("\udcff", '"\ufffd"', "\ufffd")


def test_the_omitted_keys_come_as_a_second_text() -> None:
    assert from_lua((b"1", b"[]")).omitted == ()
    assert from_lua((b"1", b'["_a","_b"]')).omitted == ("_a", "_b")
