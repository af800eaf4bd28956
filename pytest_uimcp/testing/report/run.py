"""Collects the stories of a run, from all workers, and writes the report."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import pytest

from pytest_uimcp.testing.options import value
from pytest_uimcp.testing.report.bounds import FAILED, PASSED, fitted, of_run, written
from pytest_uimcp.testing.report.document import document
from pytest_uimcp.testing.report.folder import asked_folder
from pytest_uimcp.testing.report.history import PastRun, compare, read_history, write_history
from pytest_uimcp.testing.report.story import Story
from pytest_uimcp.testing.report.summary import NAME as COMMENT
from pytest_uimcp.testing.report.summary import comment, summary

NAME: Final = "report.html"
# Reports travel from workers of pytest-xdist with their plain attributes.
_STORY: Final = "uimcp_story"
_ORDER: Final = {"failed": 0, "error": 1, "passed": 2}


def attach(report: pytest.TestReport, story: Story) -> None:
    setattr(report, _STORY, fitted(story, FAILED if report.failed else PASSED))


def note_in_story(reports: Iterable[pytest.TestReport], title: str, text: str) -> None:
    """Add a section in front of those of a story, if one of the reports has one."""
    section = [title.removeprefix("uimcp ").capitalize(), text]
    for report in reports:
        if (text_of_story := getattr(report, _STORY, None)) is not None:
            story = json.loads(text_of_story)
            attach(report, {**story, "sections": [section, *story["sections"]]})


def link(folder: Path, nodeid: str) -> str:
    return f"{folder / NAME}#{urlencode({'story': nodeid})}"


class RunReport:
    """Hears every report of the run, including those of workers."""

    def __init__(self, config: pytest.Config) -> None:
        folder = asked_folder(config)
        assert folder is not None  # only a run with `--uimcp-report` has a report
        self._config = config
        self._folder = folder
        # Why the history of the runs before could not be read.
        self._objection = ""
        self._title = config.rootpath.name
        self._began = datetime.now(UTC)
        self._counts: Counter[str] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._stories: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.when == "call" or report.skipped:
            self._counts["error" if report.failed and report.when != "call" else report.outcome] += 1
        self._seconds[report.nodeid] += report.duration
        if (story := getattr(report, _STORY, None)) is not None:
            self._stories[report.nodeid] = story
        elif report.failed and report.when == "teardown" and report.nodeid in self._stories:
            self._failed_late(report)

    def pytest_sessionfinish(self) -> None:
        stories = [json.loads(text) for text in self._stories.values()]
        for story in stories:
            story["seconds"] = round(self._seconds[story["id"]], 3)
        self._folder.mkdir(parents=True, exist_ok=True)
        history, self._objection = read_history(self._folder)
        compare(stories, history)
        # What this run has broken is what its reader looks for.
        stories.sort(key=lambda story: (_ORDER[story["outcome"]], story["change"] != "broken"))
        this_run = PastRun(
            began=self._began.isoformat(timespec="seconds"),
            seconds=round((datetime.now(UTC) - self._began).total_seconds(), 1),
            counts=dict(self._counts),
        )
        run = {**this_run.model_dump(), "title": self._title, "runs": [past.model_dump() for past in history.runs]}
        run_and_styles = {**run, "styles": _shared_styles(stories)}
        page = document(f"{self._title}: stories", run_and_styles, of_run(stories))
        report = self._folder / NAME
        report.write_text(page, encoding="utf-8", errors="replace")
        text = comment(run, stories, report, value(self._config, "report-url"))
        (self._folder / COMMENT).write_text(text, encoding="utf-8", errors="replace")
        write_history(self._folder, history.added(this_run, {story["id"]: story["outcome"] for story in stories}))
        if job := os.environ.get("GITHUB_STEP_SUMMARY"):
            _append_summary(Path(job), summary(run, stories, f"`{report}`"))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.write_line(f"uimcp report: {self._folder / NAME}")
        if self._objection:
            terminalreporter.write_line(f"uimcp report: {self._objection}")

    def _failed_late(self, report: pytest.TestReport) -> None:
        """A test failed after its end, when its fixtures were closed."""
        story = json.loads(self._stories[report.nodeid])
        message = "\n\n".join(filter(None, (story["message"], report.longreprtext)))
        outcome = "error" if story["outcome"] == "passed" else story["outcome"]
        self._stories[report.nodeid] = written({**story, "outcome": outcome, "message": message, "phase": "teardown"})


def _shared_styles(stories: Iterable[dict[str, Any]]) -> list[str]:
    """The style sheets of all stories, each once; a story keeps its number."""
    styles: dict[str, int] = {}
    for story in stories:
        if style := story.get("style"):
            story["style"] = styles.setdefault(style, len(styles))
    return list(styles)


def _append_summary(path: Path, text: str) -> None:
    """Append to `$GITHUB_STEP_SUMMARY`, which other steps of the job may have written to."""
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
