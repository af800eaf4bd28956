from __future__ import annotations

import pytest

from pytest_uimcp.page.keys import UnknownKey, parse_key_pattern, parse_stroke


def test_modifiers_come_before_the_key() -> None:
    assert parse_key_pattern("Cmd-shift-K").modifiers == {"meta", "shift"}
    assert parse_key_pattern("page-up").name == "page-up"
    assert parse_key_pattern("k-ctrl").matches("k", frozenset({"ctrl"})) is False
    assert parse_key_pattern("ctrl--").matches("-", frozenset({"ctrl"}))


@pytest.mark.parametrize(
    ("written", "key", "modifiers"),
    [
        ("a", "a", set()),
        ("Shift+a", "A", {"shift"}),
        ("Shift+1", "!", {"shift"}),
        ("Control++", "+", {"ctrl"}),
        ("Control+Shift+ArrowUp", "ArrowUp", {"ctrl", "shift"}),
        ("cmd+esc", "Escape", {"meta"}),
        ("Space", " ", set()),
    ],
)
def test_keys_use_the_notation_of_playwright(written: str, key: str, modifiers: set[str]) -> None:
    stroke = parse_stroke(written)
    assert (stroke.key, stroke.modifiers) == (key, modifiers)


def test_an_unknown_key_is_refused_with_a_list_of_the_known_ones() -> None:
    with pytest.raises(UnknownKey, match="there is no key 'Entr'; use one character or one of ArrowDown, "):
        parse_stroke("Entr")
    with pytest.raises(UnknownKey, match="'Strg' is not a modifier; use Control, Shift, Alt or Meta"):
        parse_stroke("Strg+a")


@pytest.mark.parametrize("key", ["Dead", "Process", "Compose", "Shift+Dead", "Dead+e"])
def test_keys_of_letters_that_are_not_finished_are_refused_in_words(key: str) -> None:
    with pytest.raises(UnknownKey, match="press the finished letter, such as 'é', or fill"):
        parse_stroke(key)


@pytest.mark.parametrize("letter", ["é", "ß", "日"])
def test_a_letter_that_the_keyboard_lacks_is_a_key(letter: str) -> None:
    assert parse_stroke(letter).text == letter
