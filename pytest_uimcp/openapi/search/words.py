"""The stems of the words in a text, made in the same way for tools and for queries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
# Humps and acronyms come apart: `getGPGKeys` is get, GPG, Keys. Digits stay with their word, and so does the first
# letter of OAuth and the last of PRs.
_HUMP: Final = re.compile(
    r"^[A-Z][A-Z][a-z]{2,}[0-9]*|[A-Z]{2,}s$|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+"
)
_NAME: Final = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+")
_MARKUP: Final = re.compile(r"\]\([^)]*\)|https?://\S+|<[^>]{1,80}>")


def listed(text: str) -> tuple[str, ...]:
    """The words of a list that is written as text, which is easier to read than quotes and commas."""
    return tuple(text.split())


_PLURAL: Final = re.compile(r"[a-z]{2}[^siu]s$")
_VOWEL: Final = re.compile(r"[aeiouy]")

STOP: Final = frozenset(
    listed(
        """
        a an and are as at be been by can could do does for from had has have if in into is it its just of on or
        please so some than that the their them then there these they this those to via was we were will with would
        you your one given want need like let us
        """
    )
)
# Endings with what stands in their place, and how much of the word must be left.
_ENDINGS: Final = (
    ("iest", "y", 3),
    ("ees", "", 5),
    ("ee", "", 5),
    ("ies", "y", 2),
    ("sses", "ss", 2),
    ("xes", "x", 2),
    ("ches", "ch", 2),
    ("shes", "sh", 2),
    ("ss", "ss", 1),
    ("us", "us", 1),
    ("is", "is", 1),
    ("s", "", 3),
)
_LATER: Final = (("ingly", 3), ("edly", 3), ("ing", 3), ("ed", 3))
_LAST: Final = (
    ("ation", "at", 3),
    ("ition", "it", 3),
    ("ion", "", 4),
    ("ment", "", 5),
    ("er", "", 5),
    ("or", "", 5),
)


def pieces(text: str) -> Iterator[str]:
    """The words of a text in lower case, without addresses and markup."""
    for word in _WORD.findall(_MARKUP.sub(" ", text)):
        if word.islower() or not word.isascii():
            yield word.lower()
            continue
        yield from map(str.lower, _HUMP.findall(word))
        if _NAME.fullmatch(word):  # people write github for GitHub
            yield word.lower()


def stems(text: str) -> tuple[str, ...]:
    # Names of parameters and tags come again and again, long texts do not.
    if len(text) <= 40:
        return _short_stems(text)
    return _stems(text)


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(piece) for piece in pieces(text) if piece not in STOP)


_short_stems = lru_cache(maxsize=20_000)(_stems)


def plurals(text: str) -> frozenset[str]:
    return frozenset(stem(piece) for piece in pieces(text) if _PLURAL.search(piece))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """What the inflections of a word have in common. It need not be a word itself, and is not shown to people."""
    if len(word) < 4 or not word.isascii():
        return word
    word = _shorter(word, _ENDINGS)
    for ending, minimum in _LATER:
        word_stem = word.removesuffix(ending)
        if word_stem != word and len(word_stem) >= minimum and _VOWEL.search(word_stem):
            word = _undoubled(word_stem)
            break
    word = _shorter(word, _LAST)
    if word.endswith("e") and len(word) > 3:
        return word[:-1]
    return word


def _shorter(word: str, endings: tuple[tuple[str, str, int], ...]) -> str:
    for ending, instead, minimum in endings:
        if word.endswith(ending) and len(word) - len(ending) >= minimum:
            return word[: -len(ending)] + instead
    return word


def _undoubled(word: str) -> str:
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeious"
    if doubled:
        return word[:-1]
    return word
