"""A query: the things that it is about, and what is to be done with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.openapi.search.synonyms import PHRASES
from pytest_uimcp.openapi.search.words import STOP, listed, pieces, plurals, stem

MAX_QUERY_CHARS: Final = 400  # characters; who pastes a page means its beginning

_PHRASE: Final = re.compile(
    r"\b(" + "|".join(re.escape(phrase) for phrase in sorted(PHRASES, key=len, reverse=True)) + r")\b"
)
READS: Final = ("GET", "HEAD", "OPTIONS")
_MAKES: Final = ("POST", "PUT")
_CHANGES: Final = ("PATCH", "PUT", "POST")
_UNDOES: Final = ("DELETE", "POST", "PUT")
# What a verb wants done, as methods that do it.
_VERBS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        listed(
            """
            get fetch show read retrieve view see list browse find search display describe compare check
            who what which how where when is are does latest newest
            """
        ),
        READS,
    ),
    **dict.fromkeys(
        listed(
            """
            create add make insert register post new open publish upload invite save store write leave
            request ask fork submit send assign attach link star follow subscribe share approve accept merge
            trigger run rerun start execute dispatch block lock pin enable activate restore transfer move
            """
        ),
        _MAKES,
    ),
    **dict.fromkeys(
        listed("update edit change modify set alter rename patch close reopen replace adjust"),
        _CHANGES,
    ),
    **dict.fromkeys(
        listed(
            """
            delete remove destroy drop erase unassign unstar unfollow unblock unlock uninstall revoke disable
            """
        ),
        _UNDOES,
    ),
}


@dataclass(frozen=True, slots=True)
class Query:
    """`terms` are stems with their weights, in order.

    `methods` are those that would do it, none if that cannot be told; `plurals` are the stems of several things.
    """

    terms: tuple[tuple[str, float], ...]
    methods: tuple[str, ...]
    plurals: frozenset[str]


def read_query(text: str) -> Query:
    text = text[:MAX_QUERY_CHARS]
    words = list(pieces(text))
    # In capitals a word is the method itself: "DELETE a branch".
    explicit = tuple(word for word in text.split() if word in _METHODS)
    return Query(tuple(_terms(words)), explicit or _methods(words), plurals(text))


def _methods(words: list[str]) -> tuple[str, ...]:
    return next((_VERBS[word] for word in words if word in _VERBS), ())


def _terms(words: list[str]) -> Iterator[tuple[str, float]]:
    # "Is it starred" asks for what checks that.
    prefix = ["check"] if words and words[0] in _QUESTIONS else []
    text = " ".join(words)
    meant = [*prefix, *_PHRASE.sub(lambda match: PHRASES[match[0]], text).split()]
    phrase_words = [word for phrase in _PHRASE.findall(text) for word in phrase.split()]
    stems = set()
    for word, weight in (*_weighed(meant, 1.0), *_weighed(phrase_words, _OF_PHRASE)):
        stemmed = stem(word)
        if word not in STOP and stemmed not in stems:
            stems.add(stemmed)
            yield stemmed, weight


def _weighed(words: list[str], factor: float) -> Iterator[tuple[str, float]]:
    for word in words:
        for part in _parts(word):
            yield part, _WEIGHTS.get(part, 1.0) * factor


def _parts(word: str) -> Iterator[str]:
    """`unassign` is said as removing what was assigned."""
    yield word
    if word.startswith("un") and len(word) > 5 and word not in _WHOLE:
        yield from ("remove", word[2:])


_OF_PHRASE: Final = 0.4  # should somebody describe it in just these words
_QUESTIONS: Final = frozenset(listed("is are does do has have can"))
_WHOLE: Final = frozenset(listed("under until union unique unicode universal universe unread unknown undo unless"))
_METHODS: Final = frozenset({*READS, *_CHANGES, "DELETE"})
# Words of the question itself, which do not say what it is about.
_WEIGHTS: Final = {
    **dict.fromkeys(listed("get show see list find what which who how when where all any every check"), 0.35),
    **dict.fromkeys(listed("make create add update set change remove"), 0.7),
    **dict.fromkeys(listed("somebody someone person people thing something"), 0.4),
    **dict.fromkeys(listed("authenticated my mine own"), 0.4),
}
