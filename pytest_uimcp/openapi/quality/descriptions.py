"""Rules about descriptions, and about tools that their descriptions do not tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_uimcp.openapi.quality.subject import CheckedOperation, Subject
from pytest_uimcp.openapi.search.words import pieces, stems
from pytest_uimcp.openapi.spec.operations import MAX_DESCRIPTION_CHARS


def missing(subject: Subject) -> Iterator[tuple[str, str, str]]:
    for row in subject.rows:
        # Without a summary and a description the tool's line is its method and path.
        if row.tool.description == row.tool.request:
            yield row.place, "neither summary nor description", "add a summary: what it does, to what, in one line"


def cut(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Descriptions that are too long to be shown whole."""
    for row in subject.rows:
        if len(row.tool.description) >= MAX_DESCRIPTION_CHARS:
            key = next(key for key in ("summary", "description") if row.operation.node.get(key))
            yield (
                f"{row.place}/{key}",
                f"longer than {MAX_DESCRIPTION_CHARS} characters, of which only the first are shown",
                "add a summary of one line and leave the rest to the description",
            )


def echoes(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Summaries that a generator made from the name: its words and no others."""
    for row in subject.rows:
        # Stems, so that "Lists pets" is an echo of listPet.
        words = stems(row.tool.description)
        generated = len(words) == len(list(pieces(row.tool.description))) and set(words) <= set(
            stems(row.operation.own_id)
        )
        # A description in addition may say more, even under such a summary.
        if words and generated and not row.operation.details:
            yield (
                f"{row.place}/summary",
                f"{row.tool.title!r} says no more than the name",
                "say what comes back, or when to use it",
            )


def undescribed(subject: Subject) -> Iterator[tuple[str, str, str]]:
    for row in subject.rows:
        names = [name for name, schema in row.tool.schema["properties"].items() if name != "body" and not _says(schema)]
        if names:
            yield row.place, f"no description of {', '.join(names)}", "describe what to put there, and in which form"


def _says(schema: object) -> bool:
    return isinstance(schema, dict) and bool({"description", "enum", "const", "title"} & schema.keys())


def deprecated(subject: Subject) -> Iterator[tuple[str, str, str]]:
    for row in subject.rows:
        if row.tool.words.deprecated:
            glob = row.operation.own_id or row.tool.request
            yield row.place, "deprecated, but still offered", f"leave it out: exclude: [{glob!r}]"


_ADVICE = "say in the summary what makes it different"


def same_words(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Operations whose lines have the same words as an earlier one's."""
    first_rows: dict[frozenset[str], CheckedOperation] = {}
    for row in subject.rows:
        earlier = first_rows.setdefault(frozenset(stems(row.tool.description)), row)
        if earlier is not row:
            yield (
                f"{row.place}/summary",
                f"{row.tool.title!r} says the same as {earlier.tool.name} ({earlier.tool.request})",
                _ADVICE,
            )


def second(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Operations whose own line finds another one first."""
    same_places = {place for place, _, _ in same_words(subject)}
    for row in subject.rows:
        ranks = subject.ranks[row.tool.name]
        # The pairs of `same_words` are told once: they find each other, of course.
        if row.tool.name in ranks[1:] and f"{row.place}/summary" not in same_places:
            yield row.place, f"a search for {row.tool.title!r} finds {ranks[0]} first", _ADVICE


def lost(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Operations whose own line does not find them."""
    for row in subject.rows:
        ranks = subject.ranks[row.tool.name]
        if row.tool.name not in ranks:
            hits = f"finds {', '.join(ranks[:3])} …" if ranks else "finds nothing"
            yield row.place, f"a search for {row.tool.title!r} {hits}", _ADVICE
