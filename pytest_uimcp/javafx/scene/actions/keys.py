"""Keys: which one is meant by a name, what it types, how a character is typed on a keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from pytest_uimcp.javafx.scene.errors import WrongValue, near
from pytest_uimcp.javafx.scene.tables.keys import KEY_CODES, KEY_NAMES

CODES: Final = frozenset(KEY_CODES.split())
# Usual names of keys that are not their constants; JavaFX's own names are added below.
USUAL: Final[Mapping[str, str]] = {
    "ESC": "ESCAPE", "RETURN": "ENTER", "BACKSPACE": "BACK_SPACE", "BKSP": "BACK_SPACE", "DEL": "DELETE",
    "INS": "INSERT", "CTRL": "CONTROL", "CTL": "CONTROL", "PGUP": "PAGE_UP", "PGDN": "PAGE_DOWN",
    "PAGEUP": "PAGE_UP", "PAGEDOWN": "PAGE_DOWN", "SPACEBAR": "SPACE", "CAPSLOCK": "CAPS", "CMD": "META",
    "COMMAND": "META", "WIN": "WINDOWS", "OPTION": "ALT", "ALTGR": "ALT_GRAPH", "ARROWUP": "UP",
    "ARROWDOWN": "DOWN", "ARROWLEFT": "LEFT", "ARROWRIGHT": "RIGHT", "PRTSC": "PRINTSCREEN",
    ",": "COMMA", "-": "MINUS", ".": "PERIOD", "/": "SLASH", ";": "SEMICOLON", "=": "EQUALS", "[": "OPEN_BRACKET",
    "\\": "BACK_SLASH", "]": "CLOSE_BRACKET", "'": "QUOTE", "`": "BACK_QUOTE", "+": "PLUS", "*": "ASTERISK",
} | {str(digit): f"DIGIT{digit}" for digit in range(10)}  # fmt: skip
# Keys that are held with others; what `Shortcut` means here is the control key, as on Linux.
MODIFIERS: Final[Mapping[str, str]] = {
    "SHIFT": "shift", "CONTROL": "control", "ALT": "alt", "META": "meta", "SHORTCUT": "control", "WINDOWS": "meta",
    "COMMAND": "meta",
}  # fmt: skip
# Characters of an American keyboard that are not letters or digits: the key, and whether SHIFT is held.
PLAIN: Final[Mapping[str, str]] = {
    " ": "SPACE", ",": "COMMA", "-": "MINUS", ".": "PERIOD", "/": "SLASH", ";": "SEMICOLON", "=": "EQUALS",
    "[": "OPEN_BRACKET", "\\": "BACK_SLASH", "]": "CLOSE_BRACKET", "'": "QUOTE", "`": "BACK_QUOTE",
    "\n": "ENTER", "\t": "TAB",
}  # fmt: skip
SHIFTED: Final[Mapping[str, str]] = dict(zip('!@#$%^&*()_+{}|:"<>?~', [
    *(f"DIGIT{digit}" for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)), "MINUS", "EQUALS", "OPEN_BRACKET",
    "CLOSE_BRACKET", "BACK_SLASH", "SEMICOLON", "QUOTE", "COMMA", "PERIOD", "SLASH", "BACK_QUOTE",
], strict=True))  # fmt: skip
# What special keys type; ENTER types nothing, as recorded.
TYPED: Final[Mapping[str, str]] = {"BACK_SPACE": "\b", "TAB": "\t", "DELETE": "\x7f", "ESCAPE": "\x1b", "SPACE": " "}


class TypedKey(NamedTuple):
    code: str
    shift: bool
    character: str


@cache
def names_of_keys() -> dict[str, str]:
    """Every spelling in capitals, and the constant that it means."""
    rows = (line.partition(" ") for line in KEY_NAMES.strip().split("\n"))
    by_name = {name.upper().replace(" ", ""): code for code, _, name in rows}
    plain = {code.replace("_", ""): code for code in CODES}
    # Later ones win: a constant is never hidden by a usual name.
    return {**by_name, **plain, **USUAL, **{code: code for code in CODES}}


def key_code(name: object) -> str:
    """The constant that is meant: by its name, by JavaFX's, by a usual one, in any case."""
    if not isinstance(name, str) or not name.strip():
        raise WrongValue(f"key: expected the name of a key such as ENTER, TAB or A; got {name!r}")
    spelling = name.strip().upper()
    names = names_of_keys()
    code = names.get(spelling) or names.get(spelling.replace(" ", "").replace("_", ""))
    if code is None or code == "UNDEFINED":
        # It is a constant of KeyCode, and no key.
        hint = near(spelling, [known for known in names if known != "UNDEFINED"])
        raise WrongValue(f"no key {name!r}; expected a constant of KeyCode or a usual name.{hint}")
    return code


def modifiers(names: object) -> list[str]:
    if names is None:
        return []
    if not isinstance(names, (list, tuple)):
        raise WrongValue(f"modifiers: expected a list such as ['CTRL']; got {names!r}")
    codes = [key_code(name) for name in names]
    for name, code in zip(names, codes, strict=True):
        if code not in MODIFIERS:
            raise WrongValue(f"modifiers: {name!r} is not a modifier; expected SHIFT, CTRL, ALT, META or SHORTCUT")
    return list(dict.fromkeys(codes))


def stroke_of(character: str) -> TypedKey:
    """How a character is typed; one that no key has is typed without a key."""
    if character in PLAIN:
        return TypedKey(PLAIN[character], False, character)
    if character in SHIFTED:
        return TypedKey(SHIFTED[character], True, character)
    if character.isascii() and character.isdigit():
        return TypedKey(f"DIGIT{character}", False, character)
    if character.isascii() and character.isalpha():
        return TypedKey(character.upper(), character.isupper(), character)
    return TypedKey("UNDEFINED", False, character)


@cache
def _plain_of() -> dict[tuple[str, bool], str]:
    characters = {(code, False): character for character, code in PLAIN.items()}
    characters |= {(code, True): character for character, code in SHIFTED.items()}
    characters |= {(f"DIGIT{digit}", False): str(digit) for digit in range(10)}
    characters |= {(f"NUMPAD{digit}", False): str(digit) for digit in range(10)}
    return characters


def typed_by(code: str, modifiers: frozenset[str]) -> str:
    """The character that a key types while others are held; empty for none."""
    if code == "ENTER" or (code == "TAB" and "shift" in modifiers):
        return ""
    if code in TYPED:
        return TYPED[code]
    if len(code) == 1 and code.isalpha():
        # SHIFT keeps the letter: Ctrl+Shift+Z types a Z, Ctrl+Z the control character.
        letter = code if "shift" in modifiers else code.lower()
        if "control" in modifiers and "shift" not in modifiers:
            return chr(ord(code) - 64)
        return letter
    return _plain_of().get((code, "shift" in modifiers), "")
