from __future__ import annotations

from collections.abc import Iterator

from pytest_uimcp.openapi.names import MAX_NAME_CHARS, SEPARATOR, target_prefix
from pytest_uimcp.openapi.quality.subject import CheckedOperation, Subject


def missing(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Operations that are named after their path."""
    for row in subject.rows:
        if not row.operation.own_id:
            yield (
                row.place,
                f"no operationId: the tool is called {row.tool.name}",
                "add a short one: verbNoun",
            )


def repeated(subject: Subject) -> Iterator[tuple[str, str, str]]:
    first_rows: dict[str, CheckedOperation] = {}
    for row in subject.rows:
        # Compared as tools would be called, after illegal characters have given way to `_`.
        natural = _natural(subject, row)
        earlier = first_rows.setdefault(natural, row)
        if earlier is not row:
            yield (
                row.id_place,
                f"would be called {natural} like {earlier.tool.request}, and is called {row.tool.name}",
                "give it an operationId of its own",
            )


def changed(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Names with characters that tools may not have."""
    for row in subject.rows:
        # What is too long is reported as shortened, not as changed.
        plain = f"{target_prefix(subject.target.name)}{SEPARATOR}{row.operation.own_id}"
        if row.operation.own_id and len(plain) <= MAX_NAME_CHARS and _natural(subject, row) != plain:
            yield (
                f"{row.place}/operationId",
                f"{row.operation.own_id!r} has characters that a tool's name may not have: it is {row.tool.name}",
                "use letters, digits, _ and - only",
            )


def shortened(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Names that end with a hash."""
    prefix = len(target_prefix(subject.target.name)) + len(SEPARATOR)
    for row in subject.rows:
        if prefix + len(row.operation.name) > MAX_NAME_CHARS:
            yield (
                row.id_place,
                f"{len(row.operation.name)} characters are too many: the tool is called {row.tool.name}",
                f"shorten the operationId to {MAX_NAME_CHARS - prefix} characters, or the target's name",
            )


def for_hosts(subject: Subject) -> Iterator[tuple[str, str, str]]:
    for row in subject.rows:
        objections = [host.objection(subject.server, row.tool.name) for host in subject.hosts]
        if problems := ", ".join(filter(None, objections)):
            yield (
                row.id_place,
                f"{row.tool.name} does not fit {problems}",
                "shorten the operationId, the target's or the server's name; name_charset: strict replaces . and :",
            )


def _natural(subject: Subject, row: CheckedOperation) -> str:
    return subject.natural_names.natural(target_prefix(subject.target.name), row.operation.name)
