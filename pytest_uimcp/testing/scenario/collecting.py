"""Collects scenario files: all of them in a run with `--uimcp`, else those that the command line names."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from pytest_uimcp.testing.scenario.names import is_scenario, without_ending
from pytest_uimcp.testing.snapshots.usage import SNAPSHOT_USAGE

# An error with its file and line.
_PLACED: Final = re.compile(r"(?s)(?:\w+\.)*ScenarioError: [^\n:]+:(?P<line>\d+): (?P<reason>.+)")


class ScenarioCollecting:
    """The hooks that collect scenario files and show them when they fail."""

    def __init__(self, *, only_named: bool = False) -> None:
        self._only_named = only_named

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Leave out the fixtures of the test function, of which a scenario says nothing."""
        report = yield
        if isinstance(item.parent, ScenarioFile):
            # reprfuncargs is private to pytest, but there is no other way to leave out a part of a traceback.
            for entry in getattr(getattr(report.longrepr, "reprtraceback", None), "reprentries", ()):
                entry.reprfuncargs = None
            _shorten_summary(report.longrepr)
        return report

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        # To name a file on the command line is to ask for it.
        if is_scenario(file_path) and (not self._only_named or parent.session.isinitpath(file_path)):
            return ScenarioFile.from_parent(parent, path=file_path)
        return None


def _shorten_summary(longrepr: Any) -> None:
    """Leave the file out of a summary line: it names the test, and the reason would be cut off."""
    crash: Any = getattr(longrepr, "reprcrash", None)
    match = _PLACED.match(getattr(crash, "message", ""))
    if match:
        crash.message = f"ScenarioError: line {match['line']}: {match['reason']}"


class ScenarioFile(pytest.Module):
    """A scenario file: a module with one test function, so that it has all that tests have."""

    def _getobj(self) -> ModuleType:
        """The module that pytest would import from a file of tests."""
        # Imported here: only a run with scenario files pays for their reader.
        from pytest_uimcp.testing.scenario.errors import ScenarioError
        from pytest_uimcp.testing.scenario.function import failing_function, story_function
        from pytest_uimcp.testing.scenario.reading import read_file

        try:
            story = read_file(self.path)
            function = story_function(story, story.markers(self.config))
        except ScenarioError as error:
            # A test that fails, and no error of collection: the other files still run.
            self._keep_snapshots()
            function = failing_function(without_ending(self.path.name), self.path, error)
        module = ModuleType(self.path.name)
        setattr(module, function.__name__, function)
        return module

    def _keep_snapshots(self) -> None:
        """Nobody knows which snapshots a file with a mistake needs, so an update removes none of them."""
        name = getattr(self.config.option, "snapshot_dirname", "__snapshots__")
        for file in (self.path.parent / name / self.path.stem).glob("*"):
            self.config.stash[SNAPSHOT_USAGE].use(file)

    # The one function has the sentence of the file as its name, which matches no pattern of pytest's settings.
    def istestfunction(self, obj: object, name: str) -> bool:
        return callable(obj)

    def istestclass(self, obj: object, name: str) -> bool:
        return False
