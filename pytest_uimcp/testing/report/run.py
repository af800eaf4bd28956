"""Collects the stories of a run, from all workers, and writes the report."""

from __future__ import annotations

import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import pytest

from pytest_uimcp.testing.report.bounds import FAILED, PASSED, bounded, fitted, written
from pytest_uimcp.testing.report.document import document
from pytest_uimcp.testing.report.folder import asked_folder
from pytest_uimcp.testing.report.story import Story

NAME: Final = "report.html"
# Reports travel from workers of pytest-xdist with their plain attributes.
_STORY: Final = "uimcp_story"
_MAX_STORIES: Final = 50
_MAX_MESSAGE_CHARACTERS: Final = 2000
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
        self._folder = folder
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
        stories = [json.loads(text) for text in bounded(self._stories.values())]
        for story in stories:
            story["seconds"] = round(self._seconds[story["id"]], 3)
        stories.sort(key=lambda story: _ORDER[story["outcome"]])
        run = {"counts": dict(self._counts), "began": self._began.isoformat(timespec="seconds"), "title": self._title}
        self._folder.mkdir(parents=True, exist_ok=True)
        page = document(f"{self._title}: stories", run, map(written, stories))
        (self._folder / NAME).write_text(page, encoding="utf-8", errors="replace")
        if job := os.environ.get("GITHUB_STEP_SUMMARY"):
            failures = [story for story in stories if story["outcome"] != "passed"]
            _append_summary(Path(job), _summary(self._counts, failures, self._folder / NAME))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.write_line(f"uimcp report: {self._folder / NAME}")

    def _failed_late(self, report: pytest.TestReport) -> None:
        """A test failed after its end, when its fixtures were closed."""
        story = json.loads(self._stories[report.nodeid])
        message = "\n\n".join(filter(None, (story["message"], report.longreprtext)))
        outcome = "error" if story["outcome"] == "passed" else story["outcome"]
        self._stories[report.nodeid] = written({**story, "outcome": outcome, "message": message, "phase": "teardown"})


def _summary(counts: Mapping[str, int], failures: Iterable[Mapping[str, Any]], report: Path) -> str:
    """In Markdown, for the page of a GitHub job: counts, then the failures, each with its message folded."""
    failed_stories = list(failures)
    totals = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) or "no tests ran"
    lines = ["## Stories", "", f"{totals}. The report is `{report}`."]
    for story in failed_stories[:_MAX_STORIES]:
        message = story["message"][-_MAX_MESSAGE_CHARACTERS:]
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", message)), default=0))
        name = re.sub(r"([\\`*_<>\[\]&|])", r"\\\1", story["id"].replace("\n", " "))
        lines += ["", f"**{name}**: {story['outcome']} after {story['seconds']:.1f} s", "", fence, message, fence]
    if len(failed_stories) > _MAX_STORIES:
        lines += ["", f"{len(failed_stories) - _MAX_STORIES} more failures are in the report."]
    return "\n".join([*lines, ""])


def _append_summary(path: Path, text: str) -> None:
    """Append to `$GITHUB_STEP_SUMMARY`, which other steps of the job may have written to."""
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
