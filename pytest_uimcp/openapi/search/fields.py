"""The words of a tool, by where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.openapi.search.words import plurals, stem, stems
from pytest_uimcp.openapi.tools import ServedTool

_VARIABLE: Final = re.compile(r"\{[^{}]*\}")
# White space has to follow, so that a version (2.0) or the name of a file ends no sentence.
_SENTENCE: Final = re.compile(r"[.!?:](?=\s)|\n\s*\n")

# People ask to see most things, so a word for seeing does not say what a tool is about.
_READING_VERBS: Final = frozenset(map(stem, ("get", "list", "show", "read", "retrieve", "fetch", "return")))


@dataclass(frozen=True, slots=True)
class SearchField:
    """How much a word in a field counts, and how much a long field thins out what is said in it."""

    weight: float
    thinning: float


FIELDS: Final = {
    "name": SearchField(2.0, 0.5),
    "line": SearchField(3.0, 0.5),
    "tail": SearchField(2.0, 0.0),
    "path": SearchField(0.7, 0.3),
    "tags": SearchField(0.8, 0.0),
    "lead": SearchField(0.8, 0.5),
    "details": SearchField(0.4, 0.7),
    "properties": SearchField(0.3, 0.7),
}


def fields(tool: ServedTool) -> Iterator[tuple[str, Sequence[str]]]:
    words = tool.words
    path = tool.request.partition(" ")[2]
    # Without the target's prefix, which all tools of a target share.
    yield "name", stems(tool.name.partition("__")[2] or tool.name)
    yield "line", stems(tool.description)
    yield "tail", _tail(path)
    yield "path", stems(_VARIABLE.sub(" ", path))
    yield "tags", [stem for tag in (tool.group, *words.tags) for stem in stems(tag)]
    lead, details = _parted(words.details)
    yield "lead", stems(lead)
    yield "details", stems(details)
    yield "properties", [stem for name in words.properties for stem in stems(name)]


def _parted(text: str) -> tuple[str, str]:
    """The first sentence of a description, which says the same as its line in other words, and the rest."""
    end = _SENTENCE.search(text)
    if end:
        return (text[: end.start()], text[end.start() :])
    return (text, "")


def _tail(path: str) -> tuple[str, ...]:
    """The words of the last step of a path that is no variable: what it is about."""
    steps = [step for step in path.split("/") if step and not step.startswith("{")]
    if steps:
        return stems(_VARIABLE.sub(" ", steps[-1]))
    return ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A tool in the index. Its core is what it is about, its lead the same in the words of its description."""

    tool: ServedTool
    method: str
    core: frozenset[str]
    lead: frozenset[str]
    plurals: frozenset[str]

    @classmethod
    def of(cls, tool: ServedTool) -> Entry:
        method, _, path = tool.request.partition(" ")
        line = stems(tool.title)
        return cls(
            tool,
            method,
            frozenset((*line, *_tail(path)) or stems(tool.name)) - _READING_VERBS,
            frozenset(stems(_parted(tool.words.details)[0])),
            plurals(tool.title),
        )
