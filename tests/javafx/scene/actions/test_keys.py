"""Keys: which one a name means, what it types, how a character is typed; mnemonics and accelerators."""

from __future__ import annotations

import pytest

from pytest_uimcp.javafx import WrongValue
from pytest_uimcp.javafx.scene.actions.events import FxEvent
from pytest_uimcp.javafx.scene.actions.keys import CODES, key_code, modifiers, stroke_of, typed_by
from pytest_uimcp.javafx.scene.actions.shortcuts import matches, mnemonic_of
from pytest_uimcp.javafx.scene.model.classes import create


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ENTER", "ENTER"), ("enter", "ENTER"), (" Enter ", "ENTER"), ("Return", "ENTER"), ("esc", "ESCAPE"),
        ("Backspace", "BACK_SPACE"), ("back space", "BACK_SPACE"), ("Ctrl", "CONTROL"), ("PgDn", "PAGE_DOWN"),
        ("page down", "PAGE_DOWN"), ("1", "DIGIT1"), ("a", "A"), (",", "COMMA"), ("+", "PLUS"), ("F5", "F5"),
        ("ArrowUp", "UP"), ("cmd", "META"), ("Numpad 4", "NUMPAD4"),
    ],
)  # fmt: skip
def test_a_key_has_its_constant_and_usual_names(name: str, code: str) -> None:
    assert key_code(name) == code


def test_every_constant_is_its_own_name() -> None:
    assert {code for code in CODES if code != "UNDEFINED" and key_code(code) != code} == set()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Entr", "no key 'Entr'; expected a constant of KeyCode or a usual name. Did you mean ENTER"),
        ("UNDEFINED", "no key 'UNDEFINED'"),
        ("", "key: expected the name of a key such as ENTER, TAB or A; got ''"),
        (5, "key: expected the name of a key such as ENTER, TAB or A; got 5"),
        (None, "key: expected the name of a key such as ENTER, TAB or A; got None"),
    ],
)
def test_a_name_that_is_no_key_is_an_error(name: object, message: str) -> None:
    with pytest.raises(WrongValue) as caught:
        key_code(name)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("names", "codes"),
    [(None, []), ([], []), (["CTRL", "Shift"], ["CONTROL", "SHIFT"]), (["ctrl", "CONTROL"], ["CONTROL"])],
)
def test_modifiers_are_held_once_in_their_order(names: list[str] | None, codes: list[str]) -> None:
    assert modifiers(names) == codes


@pytest.mark.parametrize(
    ("names", "message"),
    [("CTRL", "modifiers: expected a list such as ['CTRL']; got 'CTRL'"), (["A"], "modifiers: 'A' is not a modifier")],
)
def test_what_is_no_modifier_is_refused(names: object, message: str) -> None:
    with pytest.raises(WrongValue) as caught:
        modifiers(names)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("character", [*"abzAZ019 ,.-/;=[]\\'`!@#$%^&*()_+{}|:\"<>?~"])
def test_a_key_of_the_keyboard_types_the_character_it_was_chosen_for(character: str) -> None:
    stroke = stroke_of(character)
    held = frozenset({"shift"}) if stroke.shift else frozenset()
    assert typed_by(stroke.code, held) == character


@pytest.mark.parametrize("character", ["ä", "€", "日", "😀"])
def test_a_character_without_a_key_is_typed_without_one(character: str) -> None:
    assert stroke_of(character) == ("UNDEFINED", False, character)


@pytest.mark.parametrize(
    ("code", "held", "character"),
    [
        ("ENTER", "", ""), ("TAB", "", "\t"), ("TAB", "shift", ""), ("ESCAPE", "", "\x1b"), ("DELETE", "", "\x7f"),
        ("Z", "control", "\x1a"), ("Z", "control shift", "Z"), ("F5", "", ""), ("NUMPAD7", "", "7"),
    ],
)  # fmt: skip
def test_what_special_keys_type(code: str, held: str, character: str) -> None:
    assert typed_by(code, frozenset(held.split())) == character


@pytest.mark.parametrize(
    ("text", "letter"),
    [("_Save", "S"), ("Save _as", "A"), ("a__b_c", "C"), ("__", None), ("___x", "X"), ("_", None), ("", None),
     (None, None), ("plain", None), ("end_", None)],
)  # fmt: skip
def test_a_mnemonic_is_the_letter_behind_the_first_single_underscore(text: str | None, letter: str | None) -> None:
    assert mnemonic_of(text) == letter


@pytest.mark.parametrize(
    ("combination", "code", "held", "expected"),
    [
        ("Shortcut+S", "S", "control", True), ("Ctrl+S", "S", "control", True), ("Ctrl+S", "S", "", False),
        ("Ctrl+Shift+S", "S", "control shift", True), ("Ctrl+S", "S", "control shift", False), ("F5", "F5", "", True),
        ("Ctrl+Nothing", "S", "control", False), ("", "S", "", False), (None, "S", "", False), ("+", "PLUS", "", False),
    ],
)  # fmt: skip
def test_a_combination_is_its_key_with_exactly_its_modifiers(
    combination: str | None, code: str, held: str, expected: bool
) -> None:
    event = FxEvent("KEY_PRESSED", create("Label"), code=code, modifiers=frozenset(held.split()))
    assert matches(combination, event) is expected
