"""What a scalar means, by the core schema of YAML 1.2.

Beside that, `007` without quotes is text, as in YAML's JSON schema: somebody who writes zeros means them. So are `.inf`
and `.nan`, since JSON has no such numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

_WORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBERS: Final[tuple[tuple[re.Pattern[str], Callable[[str], Any]], ...]] = (
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0x[0-9a-fA-F]+"), partial(int, base=16)),
    (re.compile(r"0o[0-7]+"), partial(int, base=8)),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
)
_START_OF_NUMBER: Final = frozenset("+-.0123456789")
_ZEROS: Final = re.compile("[-+]?0[0-9]")
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "tag:yaml.org,2002:int": (int,),
    "tag:yaml.org,2002:float": (int, float),
    "tag:yaml.org,2002:bool": (bool,),
    "tag:yaml.org,2002:null": (type(None),),
}
_TEXT: Final = frozenset({"!", "tag:yaml.org,2002:str"})


def plain(text: str) -> Any:
    """The value of a scalar without quotes and tag; raises ValueError for a number that cannot be used."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _START_OF_NUMBER and not _ZEROS.match(text):
        return _number(text)
    return text


def tagged(text: str, tag: str) -> Any:
    """The value of a scalar with a tag; raises LookupError if the tag is unknown, ValueError if it does not fit."""
    if tag in _TEXT:
        return text
    types = _TYPES[tag]
    value = _WORDS[text] if text in _WORDS else _number(text)
    if type(value) not in types:
        raise ValueError(f"{text[:60]!r} is not of the type its tag says")
    if float in types:
        return float(value)
    return value


def _number(text: str) -> Any:
    # In this order: what looks like a whole number is none of the later kinds.
    for pattern, convert in _NUMBERS:
        if pattern.fullmatch(text):
            try:
                value = convert(text)
            except ValueError:  # thousands of digits, which Python does not turn into a number
                value = math.inf
            if value in (math.inf, -math.inf):
                raise ValueError(f"{text[:60]} is not a number that can be used; as a text it needs quotes")
            return value
    return text
