"""Comments in an app's files that silence a rule in one place: `<!-- uimcp: ignore unknown-icon -->`, `-- uimcp: …`.

A comment counts for its own line, and for what follows if it has its line to itself. A finding without a line is
silenced by a comment anywhere in its file. `uimcp: not called` keeps an action from being called.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.start_tags import start_tags

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_uimcp.checks.findings import Finding

_IGNORE: Final = re.compile(r"--\s*uimcp:\s*ignore\s+(?P<rules>[a-z][\w, -]*?)\s*(?:-->|$)", re.MULTILINE)
_NOT_CALLED: Final = re.compile(r"--\s*uimcp:\s*not called\b")
_COMMENT_ONLY: Final = re.compile(r"^\s*(?:<!--.*-->\s*|--.*)?$")
_NAME: Final = re.compile(r"[a-z][a-z-]*[a-z]")


def is_silenced(finding: Finding) -> bool:
    """Whether a comment of its file silences a finding."""
    if finding.file is None or not finding.rule or finding.file.suffix not in (".lua", ".html"):
        return False
    comments = _comments(finding.file)
    if not comments:
        return False
    lines = {line for line, rules in comments.items() if finding.rule in rules}
    return bool(lines) and (finding.line is None or not lines.isdisjoint(_lines_for(finding.file, finding.line)))


def is_not_called(file: Path, line: int) -> bool:
    """Whether a comment says that the action, or the function, of this line is not to be called."""
    if not may_exempt(file):
        return False
    lines = text_of(file).splitlines()
    return any(_NOT_CALLED.search(lines[number - 1]) for number in _lines_for(file, line) if number <= len(lines))


def may_exempt(file: Path) -> bool:
    """Whether a file has such a comment at all."""
    return _has_exemption(text_of(file))


@lru_cache(maxsize=256)
def _has_exemption(text: str) -> bool:
    return _NOT_CALLED.search(text) is not None


def names_in_comments(text: str) -> list[tuple[str, int]]:
    """The rules that comments name, with lines."""
    return [
        (name, text.count("\n", 0, match.start()) + 1)
        for match in _IGNORE.finditer(text)
        for name in _NAME.findall(match["rules"])
    ]


def _comments(file: Path) -> dict[int, set[str]]:
    comments: dict[int, set[str]] = {}
    for name, line in names_in_comments(text_of(file)):
        comments.setdefault(line, set()).add(name)
    return comments


def _lines_for(file: Path, line: int) -> set[int]:
    """The lines whose comments count for one: itself, and the comments right above its statement or tag."""
    text = text_of(file)
    first_line = line
    if file.suffix == ".html":
        first_line = _first_line_of_tag(text, line)
    lines = text.splitlines()
    counted = set(range(first_line, line + 1))
    line_above = first_line - 1
    while 0 < line_above <= len(lines) and _COMMENT_ONLY.match(lines[line_above - 1]):
        counted.add(line_above)
        line_above -= 1
    return counted


@lru_cache(maxsize=64)
def _first_line_of_tag(text: str, line: int) -> int:
    for tag in start_tags(text):
        if tag.line <= line <= max((tag.line, *tag.lines.values())):
            return tag.line
    return line
