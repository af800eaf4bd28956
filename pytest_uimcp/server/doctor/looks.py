"""Ways to look for something, of which the rules are made: a pattern in texts, a tag in views, a file by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from typing import TYPE_CHECKING

from pytest_uimcp.server.doctor.places import Look, Place

if TYPE_CHECKING:
    from pytest_uimcp.checks.start_tags import StartTag
    from pytest_uimcp.server.doctor.directory import Directory, SourceText


# Characters of a line that a place shows.
SHOWN = 80


def written(pattern: str, *suffixes: str) -> Look:
    """A pattern in the texts of these kinds (all by default), comments left out."""
    compiled = re.compile(pattern)

    def look(directory: Directory) -> Iterator[Place]:
        for text in directory.texts:
            if not suffixes or text.suffix in suffixes:
                yield from matches(text, text.said, compiled)

    return look


def matches(text: SourceText, source: str, pattern: re.Pattern[str]) -> Iterator[Place]:
    """Each line of a text on which a pattern begins, once."""
    lines: set[int] = set()
    for match in pattern.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        if line not in lines:
            lines.add(line)
            yield Place(text.name, line, " ".join(match[0].split())[:SHOWN])


def tags(describe: Callable[[StartTag], str], *, viewdefs: bool = True) -> Look:
    def look(directory: Directory) -> Iterator[Place]:
        for text in directory.viewdefs if viewdefs else directory.html:
            for tag in text.tags:
                if description := describe(tag):
                    yield Place(text.name, tag.line, description[:SHOWN])

    return look


def files(*patterns: str) -> Look:
    """Files whose name, relative to the directory, fits one of the patterns."""

    def look(directory: Directory) -> Iterator[Place]:
        for path in directory.paths:
            if any(fnmatch(path.as_posix(), pattern) for pattern in patterns):
                yield Place(path.as_posix(), 0, path.name)

    return look
