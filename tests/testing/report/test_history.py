"""The runs before: what has changed since, and which stories go back and forth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.testing.report.history import MAX_RUNS, History, PastRun, compare, read_history, write_history

RUN = PastRun(began="2026-01-02T03:04:05+00:00", seconds=1.5, counts={"passed": 1})


def history(*runs: dict[str, str]) -> History:
    past = History()
    for outcomes in runs:
        past = past.added(RUN, outcomes)
    return past


@pytest.mark.parametrize(
    ("past", "now", "change", "is_flaky"),
    [
        ([], "passed", "new", False),
        (["passed"], "passed", "", False),
        (["passed"], "failed", "broken", False),
        (["passed", "failed"], "error", "", False),
        (["failed"], "passed", "fixed", False),
        (["passed", "failed"], "passed", "fixed", True),
        (["passed", "error", "passed", "passed"], "passed", "", True),
    ],
)
def test_a_story_is_compared_with_what_it_did_before(past: list[str], now: str, change: str, is_flaky: bool) -> None:
    stories: list[dict[str, Any]] = [{"id": "a", "outcome": now}]
    compare(stories, history(*({"a": outcome} for outcome in past)))
    assert (stories[0]["change"], stories[0]["flaky"]) == (change, is_flaky)


def test_a_run_without_a_story_changes_nothing_about_it() -> None:
    past = history({"a": "passed"}, {"b": "failed"}, {"b": "failed"})
    assert past.stories == {"a": "P--", "b": "-FF"}
    assert past.past("a") == "P"
    assert past.past("b") == "FF"


def test_old_runs_and_stories_that_are_gone_are_forgotten() -> None:
    past = history({"gone": "passed"}, *({"a": "passed"} for _ in range(MAX_RUNS)))
    assert past.stories == {"a": "P" * MAX_RUNS}
    assert len(past.runs) == MAX_RUNS


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_history(tmp_path) == (History(), "")
    past = history({"a": "passed", "b [é]": "error"})
    write_history(tmp_path, past)
    assert read_history(tmp_path) == (past, "")
    assert [path.name for path in tmp_path.iterdir()] == ["history.json"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "Expecting property name"),
        ('{"runs": 5}', "expected"),
        ("[" * 100_000, "recursion"),
        ('{"rums": []}', "rums"),
    ],
)
def test_a_file_that_is_no_history_is_kept_and_a_new_one_begins(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "history.json").write_text(text, encoding="utf-8")
    past, objection = read_history(tmp_path)
    assert past == History()
    assert why in objection
    assert (tmp_path / "history.unreadable.json").read_text(encoding="utf-8") == text
    assert "kept as history.unreadable.json" in objection
