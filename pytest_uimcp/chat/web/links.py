"""Addresses in text that people can follow: those of web pages and of e-mail, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

# Of every link: the other page learns nothing of this one and cannot reach it.
ATTRIBUTES: Final = {"target": "_blank", "rel": "noopener noreferrer"}

# Ends at white space, at what encloses addresses in prose, at the punctuation of Chinese and Japanese, and at
# characters that change how the rest is displayed.
_STOP: Final = (
    r"\s<>\[\]\"`\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f"
)
# The part before the @ is bounded: otherwise a text full of beginnings takes quadratic time.
_ADDRESS: Final = re.compile(
    rf"(?<![a-z0-9_])(?:https?://(?:\w|\[[0-9a-f:.]+\])[^{_STOP}]*|mailto:[^{_STOP}@]{{1,64}}@[^{_STOP}@]+)",
    re.IGNORECASE,
)
_PUNCTUATION: Final = frozenset(".,:;!?'*_~…")
_SCHEME: Final = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SCHEMES: Final = frozenset({"http", "https", "mailto"})


class AddressSpan(NamedTuple):
    start: int
    end: int


def addresses(text: str) -> Iterator[AddressSpan]:
    """The addresses in a text, without the punctuation of the sentence around them."""
    # The expression takes too much at the end rather than too little; punctuation is given back.
    for match in _ADDRESS.finditer(text):
        yield AddressSpan(match.start(), match.start() + _length(match[0]))


def may_be_followed(address: str) -> bool:
    """Whether a link may lead there: no scheme that runs something or opens a program."""
    scheme = _SCHEME.match(address)
    # Without a scheme it is an address on the page's own server, and leads nowhere.
    return scheme is None or scheme[1].lower() in _SCHEMES


def _length(address: str) -> int:
    surplus = address.count(")") - address.count("(")  # an address may have pairs, but this one ends the sentence's
    end = len(address)
    while (character := address[end - 1]) in _PUNCTUATION or (character == ")" and surplus > 0):
        # A closing bracket belongs to the sentence only as long as the address has none that opens.
        surplus -= character == ")"
        end -= 1
    return end
