from __future__ import annotations

import re
from typing import Final

__all__ = ["unescape"]

_ESCAPE: Final = re.compile(
    r"\\(?:(?P<code>[0-9a-fA-F]{1,6})(?:\r\n|[ \t\r\n\f])?|(?P<line>\r\n|[\n\r\f])|(?P<char>.))", re.S
)


def unescape(text: str) -> str:
    return _ESCAPE.sub(_character_of, text)


def _character_of(escape: re.Match[str]) -> str:
    if escape["code"]:
        number = int(escape["code"], 16)
        if 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF:
            return chr(number)
        return "\ufffd"
    return escape["char"] or ""
