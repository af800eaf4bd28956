"""Rules about what the tools cost in every conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pytest_uimcp.openapi.quality.subject import Subject
from pytest_uimcp.openapi.schemas.pieces import LEFT_OUT_NOTE

MAX_TOOL_CHARS: Final = 16_000  # characters, about 4,000 tokens
_PATHS: Final = "#/paths"
_FEWER: Final = "serve three tools that find the others (surface: search), or choose some with include and exclude"


def tools(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Single tools that cost too much."""
    for row in subject.rows:
        # As it goes over the wire, in UTF-8's characters: escapes would count several times.
        size = len(subject.listed[row.tool.name])
        if size > MAX_TOOL_CHARS:
            if "requestBody" in row.operation.node:
                place = f"{row.place}/requestBody"
            else:
                place = row.place
            yield (
                place,
                f"{row.tool.name} takes {size:,} characters, more than {MAX_TOOL_CHARS:,}",
                "shorten descriptions in its schema, or split the operation",
            )


def left_out(subject: Subject) -> Iterator[tuple[str, str, str]]:
    for row in subject.rows:
        if LEFT_OUT_NOTE in subject.listed[row.tool.name]:
            yield row.place, "parts of its schema are too large and left out", "describe the body in fewer words"


def too_many(subject: Subject) -> Iterator[tuple[str, str, str]]:
    count = len(subject.target.tools)
    for host in subject.hosts:
        if host.max_tools is not None and count > host.max_tools:
            yield _PATHS, f"{count:,} tools are more than {host.name} takes ({host.max_tools})", _FEWER


def too_large(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """A list that takes more than a host gives it."""
    tokens = subject.characters // 4
    for host in subject.hosts:
        if host.max_tokens is not None and tokens > host.max_tokens:
            yield _PATHS, f"the list takes about {tokens:,} tokens, {host.name} has {host.max_tokens:,} for it", _FEWER
