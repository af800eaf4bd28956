"""The runs before this one: `history.json` in the folder of the report, which says what has changed and what is flaky.

Each story has a letter for each run, the last run's last. The file is small, so that a cache of continuous integration
can carry it from run to run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from itertools import pairwise, starmap
from operator import ne
from pathlib import Path
from typing import Any, Final

from pydantic import Field

from pytest_uimcp.core.reading import ClosedModel, Items, ReadingError, read
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.strict_json import strict_loads

NAME: Final = "history.json"
MAX_RUNS: Final = 30
_MAX_BYTES: Final = 8_000_000
# What a story did in a run; the last is of a run that did not have it.
_LETTERS: Final = {"passed": "P", "failed": "F", "error": "E"}
_ABSENT: Final = "-"
# A story whose outcome changed once has been broken, or repaired; one that goes back is flaky.
_FLAKY_CHANGES: Final = 2


class PastRun(ClosedModel):
    began: str
    seconds: float
    counts: dict[str, int]


class History(ClosedModel):
    runs: Items[PastRun] = ()
    stories: Mapping[str, str] = Field(default_factory=dict)

    def past(self, story: str) -> str:
        """What a story did in the runs that had it, one letter each."""
        return self.stories.get(story, "").replace(_ABSENT, "")

    def added(self, run: PastRun, outcomes: Mapping[str, str]) -> History:
        """This history and one run more; a story that no remembered run has had is forgotten."""
        size = len(self.runs[1 - MAX_RUNS :])
        letters = {}
        for story in {**self.stories, **outcomes}:
            line = self.stories.get(story, "").rjust(size, _ABSENT) + _LETTERS.get(outcomes.get(story, ""), _ABSENT)
            letters[story] = line[-size - 1 :]
        kept = {story: past for story, past in letters.items() if past.strip(_ABSENT)}
        return History(runs=(*self.runs[1 - MAX_RUNS :], run), stories=kept)


def read_history(folder: Path) -> tuple[History, str]:
    """The history beside a report, and why a file that is there could not be read; it is kept under another name."""
    path = folder / NAME
    try:
        return read(History, strict_loads(read_text(path, _MAX_BYTES))), ""
    except FileNotFoundError:
        return History(), ""
    except (OSError, ValueError, RecursionError, ReadingError) as error:
        aside = path.with_suffix(".unreadable.json")
        try:
            path.replace(aside)
        except OSError:
            aside = path
        return History(), f"{path} is no history of runs ({error}); it is kept as {aside.name}, and a new one begins"


def write_history(folder: Path, history: History) -> None:
    """Write it as a whole or not at all."""
    path = folder / NAME
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    unfinished.write_text(json.dumps(history.model_dump(), ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    unfinished.replace(path)


def compare(stories: Iterable[dict[str, Any]], history: History) -> None:
    """Add to stories what they did before, how that has changed, and whether they go back and forth."""
    for story in stories:
        past = history.past(story["id"])
        outcome = _LETTERS[story["outcome"]]
        story["past"] = past
        story["change"] = _change(past, outcome)
        story["flaky"] = _changes(past + outcome) >= _FLAKY_CHANGES


def _change(letters: str, outcome: str) -> str:
    """`new`, `broken`, `fixed`, or nothing."""
    if not letters:
        return "new"
    if outcome == "P" and letters[-1] != "P":
        return "fixed"
    if outcome != "P" and letters[-1] == "P":
        return "broken"
    return ""


def _changes(letters: str) -> int:
    passed = [letter == "P" for letter in letters]
    return sum(starmap(ne, pairwise(passed)))
