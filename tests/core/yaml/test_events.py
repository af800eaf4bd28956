"""Texts that libyaml refuses although they are YAML, or although other readers take them."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.core.yaml import YamlError, load_yaml

WORDS = st.text("abc 1", max_size=8)


@settings(deadline=None)
@given(
    st.recursive(WORDS, lambda x: st.lists(x, max_size=3) | st.dictionaries(WORDS, x, max_size=3)),
    st.lists(st.sampled_from(["\t", " \t ", "\t\t# a comment", "", "  \t\r", "\u2028"]), min_size=1),
)
def test_lines_of_tabs_are_blank_wherever_they_stand(data: Any, blank: list[str]) -> None:
    lines = yaml.safe_dump({"top": data}, default_flow_style=False).splitlines()
    text = "".join(f"{line}\n{blank[number % len(blank)]}\n" for number, line in enumerate(lines))
    assert load_yaml(text) == {"top": data}


def test_tabs_in_a_block_of_text_belong_to_it() -> None:
    text = "a: 1\n\t\nb: |\n  x\n  \t\n  y\n \t \nc: >-\n  p\n  \t# q\nd:\n\t# a comment\n  e: 1\n"
    assert load_yaml(text) == {"a": 1, "b": "x\n\t\ny\n", "c": "p\n\t# q", "d": {"e": 1}}


@pytest.mark.parametrize("text", ["a:\n\tb: 1\n", "a:\n\t- 1\n"])
def test_a_tab_is_no_indentation(text: str) -> None:
    with pytest.raises(YamlError, match=r"^line 2, column 1: a tab, where YAML wants spaces"):
        load_yaml(text)


@given(st.text(st.sampled_from("a\x7f\x80\x84\x85\x86\x9f\U000f0080\U000f009f\U0010009f"), min_size=1, max_size=5))
def test_control_characters_of_latin_1_are_text(text: str) -> None:
    if re.search("[\U000f007f-\U000f009f]", text) and re.search("[\U0010007f-\U0010009f]", text):
        return  # no private characters are left to stand for them
    assert load_yaml(f'k{text}: ["{text}", x{text}x]'.replace("\x85", "_")) == {
        f"k{text}".replace("\x85", "_"): [text.replace("\x85", "_"), f"x{text}x".replace("\x85", "_")]
    }


@pytest.mark.parametrize("head", ["|", "|-", ">", "| "])
def test_a_block_of_text_may_begin_with_a_tab(head: str) -> None:
    (text,) = load_yaml(f"- {head}\n  \tx\n  \ty\n")
    assert text.splitlines() == ["\tx", "\ty"]


def test_what_json_writes_as_two_escapes_is_a_character() -> None:
    text = r'{"a": "\ud83d\ude00 \\ud83d\\ude00", "b": "\\\uD83D\uDE00"}'
    assert load_yaml(text) == {"a": "\U0001f600 \\ud83d\\ude00", "b": "\\\U0001f600"}


def test_half_a_pair_of_escapes_is_refused() -> None:
    with pytest.raises(YamlError, match=r"^line 1, column 7: found invalid Unicode character escape code"):
        load_yaml(r'a: "\ud83d"')
