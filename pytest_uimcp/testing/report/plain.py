"""What the report shows where scripts do not run: what happened, without what can be unfolded and chosen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final

from pytest_uimcp.core.printable import printable, printable_lines

_HEAD: Final = (
    "Without JavaScript, this page has the stories as text. With it, it also shows the page after each step; it runs "
    "offline and loads nothing."
)
# The characters of messages and steps, which stand in the file a second time; failures beyond them are names.
_MAX_CHARACTERS: Final = 300_000


def plain_text(run: Mapping[str, Any], stories: Iterable[str]) -> str:
    """HTML of the stories, which are JSON: their names and outcomes, of failures also the message and the steps."""
    return "\n".join(_parts(run, [json.loads(story) for story in stories]))


def _parts(run: Mapping[str, Any], stories: list[Mapping[str, Any]]) -> Iterator[str]:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in run.get("counts", {}).items())
    yield f"<p>{_HEAD}</p>\n<p>{escape(counts or 'no tests ran')}</p>"
    if not stories:
        yield "<p>No test of this run used a fixture of pytest-uimcp.</p>"
    left = _MAX_CHARACTERS
    for story in stories:
        yield f"<h2>{escape(printable(story['id']))}: {escape(story['outcome'])}</h2>"
        # Of what passed, a name is enough: somebody reads this text to find out what failed.
        if story["outcome"] != "passed":
            text = _details(story)
            left -= len(text)
            if left >= 0:
                yield text


def _details(story: Mapping[str, Any]) -> str:
    steps = "\n".join(_line(step) for step in story["steps"])
    return f"<pre>{escape(printable_lines(story['message']))}</pre>\n<pre>{escape(printable_lines(steps))}</pre>"


# As the terminal shows a step: who, what, and what came of it.
def _line(step: Mapping[str, Any]) -> str:
    line = f"{step['actor']:<6} {step['call']}"
    if step.get("result"):
        return f"{line} -> {step['result']}"
    return line
