"""An index of tools by their words, ranked like BM25 with fields.

What a tool is called and its line count most, then the last word of its path, then the rest; a long description only
helps to tell apart. On top of the words count how much of the query a tool covers, how much of the tool the query
covers (who asks for a gist means the gist, not its comments), and whether it does what the query's verb says.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pytest_uimcp.openapi.search.fields import FIELDS, Entry, fields
from pytest_uimcp.openapi.search.query import READS, Query, read_query
from pytest_uimcp.openapi.search.synonyms import NEAR, related
from pytest_uimcp.openapi.tools import ServedTool

_SATURATION: Final = 1.2
_NOTHING: Final[Mapping[int, float]] = MappingProxyType({})
_ALIKE: Final = 0.5  # a word that begins like the one typed, or differs by a letter

# What a tool's score is multiplied with. None of them is above 1, so a score is never more than its words.
_OTHER_METHOD: Final = 0.65
_NO_VERB: Final = 0.95  # who only names a thing most likely wants to see it
_ONE_OF_MANY: Final = 0.93
_MANY_OF_ONE: Final = 0.97
_OTHER_WORDS: Final = 0.9
_UNCOVERED_QUERY: Final = 0.4
_UNCOVERED_TOOL: Final = 0.2
_DEPRECATED: Final = 0.8


@dataclass(frozen=True, slots=True)
class Hit:
    tool: ServedTool
    score: float


class _Matches:
    """What tools have of a query, by their numbers: the value of their words, and how much of the query these cover.

    Plain numbers in few dicts: an object for each of thousands of matches would wake Python's garbage collector, for
    which a large specification is a long walk.
    """

    def __init__(self) -> None:
        self.values: dict[int, float] = {}
        self.covered: dict[int, float] = {}
        self._words: list[str] = []
        self._masks: dict[int, int] = {}

    def add(self, word: str, closeness: float, values: Mapping[int, float], weight: float, covered: float) -> None:
        mask = 1 << len(self._words)
        self._words.append(word)
        for number, value in values.items():
            self.values[number] = self.values.get(number, 0.0) + weight * value
            self.covered[number] = self.covered.get(number, 0.0) + covered * closeness
            self._masks[number] = self._masks.get(number, 0) | mask

    def words(self, number: int) -> frozenset[str]:
        mask = self._masks[number]
        return frozenset(word for place, word in enumerate(self._words) if mask >> place & 1)


class Index:
    def __init__(self, tools: Iterable[ServedTool]) -> None:
        self._entries = [Entry.of(tool) for tool in tools]
        words_by_field = [dict(fields(entry.tool)) for entry in self._entries]
        average = {
            name: sum(len(words[name]) for words in words_by_field) / max(len(words_by_field), 1) for name in FIELDS
        }
        weights: dict[str, dict[int, float]] = {}
        for number, fields_of_tool in enumerate(words_by_field):
            for word, weight in _weighed(fields_of_tool, average).items():
                weights.setdefault(word, {})[number] = weight
        self._rarity = {word: self._rarity_of(len(postings)) for word, postings in weights.items()}
        self._values = {word: _valued(postings, self._rarity[word]) for word, postings in weights.items()}
        self._core = [self._sum(entry.core) or 1.0 for entry in self._entries]
        self._lead = [self._sum(entry.lead) or 1.0 for entry in self._entries]
        self._spelling = Spelling(weights)
        self._unknown = self._rarity_of(0)

    def _rarity_of(self, count: int) -> float:
        return math.log(1 + (len(self._entries) - count + 0.5) / (count + 0.5))

    def _sum(self, words: Iterable[str]) -> float:
        return sum(self._rarity[word] for word in words)

    def find(self, text: str, limit: int = 5) -> list[Hit]:
        """The tools that fit best, the best first; the earlier one of two that fit alike."""
        query = read_query(text)
        total = sum(weight * self._rarity_in_query(word) for word, weight in query.terms) or 1.0
        # A heap of the best so far. Candidates come in the order of their words' value, so that the loop can end early.
        best: list[tuple[float, int]] = []
        matches = self._matches(query)
        for number in sorted(matches.values, key=matches.values.__getitem__, reverse=True):
            value = matches.values[number]
            if len(best) == limit and value <= best[0][0]:
                break  # no factor makes a score larger
            score = value * self._fit(number, query, matches.words(number), matches.covered[number] / total)
            push = heapq.heappush if len(best) < limit else heapq.heappushpop
            push(best, (score, -number))
        return [Hit(self._entries[-number].tool, score) for score, number in sorted(best, reverse=True)]

    def _rarity_in_query(self, word: str) -> float:
        """How much a word says. One that is not in the index says what the commonest does that stands for it."""
        if word in self._rarity:
            return self._rarity[word]
        return min(
            (self._rarity[synonym] for synonym in related(word) if synonym in self._rarity), default=self._unknown
        )

    def _matches(self, query: Query) -> _Matches:
        matches = _Matches()
        for word, weight in query.terms:
            rarity = self._rarity_in_query(word)
            itself = self._values.get(word, _NOTHING)
            best = dict(itself)
            alternatives = [(word, 1.0, itself)]
            # For each tool only the best of a word and its synonyms counts, or a description full of them would win.
            for alternative, closeness in self._instead(word):
                alternatives.append((alternative, closeness, self._better(alternative, closeness, rarity, best)))
            for alternative, closeness, values in alternatives:
                still = {number: value for number, value in values.items() if best[number] == value}
                matches.add(alternative, closeness, still, weight, weight * rarity)
        return matches

    def _better(self, alternative: str, closeness: float, rarity: float, best: dict[int, float]) -> dict[int, float]:
        """The tools for which another word is worth more than the best so far, which it becomes."""
        # A common word in a query does not stand for a rare one.
        factor = 0.0
        if alternative in self._rarity:
            factor = closeness * min(1.0, rarity / self._rarity[alternative])
        better = {
            number: value * factor
            for number, value in self._values.get(alternative, _NOTHING).items()
            if value * factor > best.get(number, 0.0)
        }
        best.update(better)
        return better

    def _instead(self, word: str) -> Iterator[tuple[str, float]]:
        yield from ((synonym, NEAR) for synonym in related(word))
        if word not in self._values:
            yield from ((similar, _ALIKE) for similar in self._spelling.alike(word))

    def _fit(self, number: int, query: Query, words: frozenset[str], of_query: float) -> float:
        entry = self._entries[number]
        of_core = self._sum(word for word in entry.core if _is_meant(word, words)) / self._core[number]
        of_lead = self._sum(word for word in entry.lead if _is_meant(word, words)) / self._lead[number]
        of_tool = max(of_core, _OTHER_WORDS * of_lead)
        return (
            (_UNCOVERED_QUERY + (1 - _UNCOVERED_QUERY) * min(of_query, 1.0))
            * (_UNCOVERED_TOOL + (1 - _UNCOVERED_TOOL) * of_tool)
            * _method_factor(entry.method, query)
            * (_DEPRECATED if entry.tool.words.deprecated else 1.0)
            * (1.0 if query.plurals & entry.core <= entry.plurals else _ONE_OF_MANY)
            * (1.0 if entry.plurals & words <= query.plurals else _MANY_OF_ONE)
        )


def _is_meant(word: str, words: frozenset[str]) -> bool:
    """Whether a word of a tool was asked for, in this word or in another."""
    return word in words or not words.isdisjoint(related(word))


def _method_factor(method: str, query: Query) -> float:
    if not method or method in (query.methods or READS):
        return 1.0
    if query.methods:
        return _OTHER_METHOD
    return _NO_VERB


def _weighed(words_by_field: Mapping[str, Sequence[str]], average: Mapping[str, float]) -> dict[str, float]:
    weights: dict[str, float] = {}
    for name, words in words_by_field.items():
        if not words:
            continue
        field = FIELDS[name]
        length = 1 - field.thinning + field.thinning * len(words) / (average[name] or 1.0)
        for word, count in Counter(words).items():
            weights[word] = weights.get(word, 0.0) + field.weight * count / length
    return weights


def _valued(postings: Mapping[int, float], rarity: float) -> dict[int, float]:
    return {number: rarity * weight * (_SATURATION + 1) / (weight + _SATURATION) for number, weight in postings.items()}


_MIN_CHARS: Final = 3
_MIN_MISTAKE_CHARS: Final = 4  # in a shorter word another letter is another word


class Spelling:
    def __init__(self, words: Iterable[str]) -> None:
        self._by_letter: dict[str, list[str]] = {}
        for word in words:
            self._by_letter.setdefault(word[:1], []).append(word)

    def alike(self, word: str) -> list[str]:
        """What a word abbreviates, else what differs from it by one letter."""
        if len(word) < _MIN_CHARS:
            return []
        candidates = self._by_letter.get(word[:1], [])
        longer = [candidate for candidate in candidates if candidate.startswith(word)]
        return longer or [candidate for candidate in candidates if _one_apart(word, candidate)]


def _one_apart(word: str, candidate: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two are exchanged."""
    if abs(len(word) - len(candidate)) > 1 or len(word) < _MIN_MISTAKE_CHARS:
        return False
    start = next(
        (i for i, (a, b) in enumerate(zip(word, candidate, strict=False)) if a != b), min(len(word), len(candidate))
    )
    word_tail = word[start:]
    others = candidate[start:]
    return (
        word_tail[1:] == others
        or word_tail == others[1:]
        or word_tail[1:] == others[1:]
        or (word_tail[:2] == others[:2][::-1] and word_tail[2:] == others[2:])
    )
