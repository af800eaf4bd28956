"""A run in Markdown: for the page of a GitHub job, and `comment.md` for a pull request, which has pictures too."""

from __future__ import annotations

import os
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

NAME: Final = "comment.md"
_MAX_STORIES: Final = 50
_MAX_MESSAGE_CHARACTERS: Final = 2000
_MAX_PICTURES: Final = 10
# What has happened to a story since the run before, in the order in which it is told.
_CHANGES: Final = {"broken": "newly failed", "fixed": "fixed", "new": "new"}


def summary(run: Mapping[str, Any], stories: Sequence[Mapping[str, Any]], report: str) -> str:
    """Counts, what has changed, then the failures, each with its message folded."""
    return _text(run, stories, f"The report is {report}.", Pictures(Path(), None, 0))


class Pictures:
    """The pictures of failures, as a text that stands elsewhere can show them."""

    def __init__(self, folder: Path, address: str | None, limit: int = _MAX_PICTURES) -> None:
        """`address` is where the folder of the report can be seen; None if nobody has said so."""
        self._folder = folder
        self._address = address
        self._left = limit

    def of(self, story: Mapping[str, Any]) -> Iterator[str]:
        for file in story["files"]:
            if self._left and file["path"].endswith(".png"):
                self._left -= 1
                yield f"![{_plain(file['name'])}]({self.link(Path(file['path']))})"

    def link(self, path: Path) -> str:
        relative = quote(os.path.relpath(path, self._folder).replace(os.sep, "/"))
        return f"{self._address.rstrip('/')}/{relative}" if self._address else relative


def comment(run: Mapping[str, Any], stories: Sequence[Mapping[str, Any]], report: Path, address: str | None) -> str:
    """The same with pictures of the failures, whose links are relative to the report or begin with its address."""
    pictures = Pictures(report.parent, address)
    return _text(run, stories, f"[The report]({pictures.link(report)}) has every step.", pictures)


def _text(run: Mapping[str, Any], stories: Sequence[Mapping[str, Any]], link: str, pictures: Pictures) -> str:
    failures = [story for story in stories if story["outcome"] != "passed"]
    totals = ", ".join(f"{count} {outcome}" for outcome, count in run["counts"].items() if count) or "no tests ran"
    lines = ["## Stories", "", " ".join((f"{totals}.", *_changes(run, stories), link))]
    for story in failures[:_MAX_STORIES]:
        lines += ["", *_failure(story), *pictures.of(story)]
    if len(failures) > _MAX_STORIES:
        lines += ["", f"{len(failures) - _MAX_STORIES} more failures are in the report."]
    flaky = [story for story in stories if story.get("flaky")]
    if flaky:
        lines += ["", "Flaky, by the runs before (`P` passed, `F` failed, `E` ended with an error):", ""]
        lines += [f"- {_plain(story['id'])}: `{story['past']}`" for story in flaky[:_MAX_STORIES]]
    return "\n".join([*lines, ""])


def _changes(run: Mapping[str, Any], stories: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if run.get("runs"):
        counts = Counter(story.get("change") for story in stories)
        changes = [f"{counts[change]} {text}" for change, text in _CHANGES.items() if counts[change]]
        yield f"Since the run before: {', '.join(changes) or 'nothing has changed'}."


def _failure(story: Mapping[str, Any]) -> Iterator[str]:
    message = _message(story["message"])[-_MAX_MESSAGE_CHARACTERS:]
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", message)), default=0))
    change = ", newly" if story.get("change") == "broken" else ""
    yield f"**{_plain(story['id'])}**: {story['outcome']} after {story['seconds']:.1f} s{change}"
    yield from ("", fence, message, fence, "")


def _message(text: str) -> str:
    """What pytest marks as the error, without the source that it quotes; all of it, where nothing is marked."""
    lines = [line[1:] for line in text.splitlines() if re.match(r"E( |$)", line)]
    return textwrap.dedent("\n".join(lines)) or text


def _plain(text: str) -> str:
    """A text that Markdown shows as it is."""
    return re.sub(r"([\\`*_<>\[\]&|])", r"\\\1", text.replace("\n", " "))
