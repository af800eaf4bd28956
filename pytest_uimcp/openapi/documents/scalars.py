"""What a plain YAML scalar means, by YAML 1.2.

PyYAML knows 1.1, where `no` is false, `12:30` is 750 and `2026-11-18` is a date. Here they are text. So is `007`,
as in YAML's JSON schema: somebody who writes zeros means them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

__all__ = ["TAGS", "plain"]

_WORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBERS: Final[tuple[tuple[re.Pattern[str], Callable[[str], Any]], ...]] = (
    (re.compile(r"[-+]?(0|[1-9][0-9]*)"), int),
    (re.compile(r"0x[0-9a-fA-F]+"), lambda text: int(text, 16)),
    (re.compile(r"0o[0-7]+"), lambda text: int(text, 8)),
    (re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
)
_START_OF_NUMBER: Final = frozenset("+-.0123456789")


def plain(text: str) -> Any:
    """The value of a scalar without quotes and tag."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _START_OF_NUMBER:
        for pattern, value in _NUMBERS:
            if pattern.fullmatch(text):
                return value(text)
    return text


# JSON's types, which is all an OpenAPI document may have.
TAGS: Final[dict[str, Callable[[str], Any]]] = {
    "!": str,
    "tag:yaml.org,2002:str": str,
    "tag:yaml.org,2002:int": int,
    "tag:yaml.org,2002:float": float,
    "tag:yaml.org,2002:bool": plain,
    "tag:yaml.org,2002:null": plain,
}
