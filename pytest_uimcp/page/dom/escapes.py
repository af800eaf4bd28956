from __future__ import annotations

import re
from typing import Final

__all__ = ["plain_letters", "unescape"]

_ESCAPE: Final = re.compile(
    r"\\(?:(?P<code>[0-9a-fA-F]{1,6})(?:\r\n|[ \t\r\n\f])?|(?P<line>\r\n|[\n\r\f])|(?P<char>.))", re.S
)


_STRING_OR_ESCAPE: Final = re.compile(rf"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|{_ESCAPE.pattern}", re.S)
_LETTER: Final = re.compile(r"[a-zA-Z_]")


def plain_letters(text: str) -> str:
    """A text of CSS with the letters in its names and words written as such; strings stay as they are.

    Other signs stay escaped: without it they would not belong to a name.
    """
    if "\\" in text:
        return _STRING_OR_ESCAPE.sub(_plain_letter, text)
    return text


def _plain_letter(escape: re.Match[str]) -> str:
    if not escape[0].startswith("\\"):
        return escape[0]
    letter = _character_of(escape)
    if _LETTER.fullmatch(letter):
        return letter
    return escape[0]


def unescape(text: str) -> str:
    return _ESCAPE.sub(_character_of, text)


def _character_of(escape: re.Match[str]) -> str:
    if escape["code"]:
        number = int(escape["code"], 16)
        if 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF:
            return chr(number)
        return "\ufffd"
    return escape["char"] or ""
