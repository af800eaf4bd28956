"""Rules about tools that are taken for each other."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_uimcp.openapi.quality.subject import Row, Subject
from pytest_uimcp.openapi.search.words import stems

__all__ = ["lost", "same_words", "second"]

_ADVICE = "say in the summary what makes it different"


def same_words(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Operations whose lines have the same words as an earlier one's."""
    first: dict[frozenset[str], Row] = {}
    for row in subject.rows:
        other = first.setdefault(frozenset(stems(row.tool.description)), row)
        if other is not row:
            yield (
                f"{row.place}/summary",
                f"{row.tool.title!r} says the same as {other.tool.name} ({other.tool.request})",
                _ADVICE,
            )


def second(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Operations whose own line finds another one first."""
    told = {place for place, _, _ in same_words(subject)}
    for row in subject.rows:
        ranks = subject.ranks[row.tool.name]
        if row.tool.name in ranks[1:] and f"{row.place}/summary" not in told:
            yield row.place, f"a search for {row.tool.title!r} finds {ranks[0]} first", _ADVICE


def lost(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Operations whose own line does not find them."""
    for row in subject.rows:
        ranks = subject.ranks[row.tool.name]
        if row.tool.name not in ranks:
            found = f"finds {', '.join(ranks[:3])} …" if ranks else "finds nothing"
            yield row.place, f"a search for {row.tool.title!r} {found}", _ADVICE
