"""Runs of several repositories at once: each test has the app directory nearest to it."""

from __future__ import annotations

from pathlib import Path

import pytest

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.
import pytest_uimcp.page
import pytest_uimcp.testing.snapshots.stored  # noqa: F401 -- loaded before pytester unloads what a run imports
from tests.files import put, write
from tests.testing.repository import ALONE, NOTES, app

SEES = "def test_it(uimcp_page): uimcp_page.see('{}')\n"
STORY = "steps:\n  - see: {}\n"


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*ALONE, "--import-mode=importlib", *arguments)


@pytest.fixture
def both(pytester: pytest.Pytester) -> Path:
    """Two repositories: one has milk, the other eggs."""
    for name, what, base_dir in (("dairy", "milk", ".claude/ui"), ("farm", "eggs", "ui")):
        files = app(lua=NOTES.replace("milk", what), base_dir=base_dir)
        write(pytester.path / name, {**files, "tests/test_it.py": SEES.format(what)})
        put(pytester.path / name / "tests/x.scenario.yaml", STORY.format(what))
    return pytester.path


def test_each_test_gets_the_nearest_app_directory(pytester: pytest.Pytester, both: Path) -> None:
    run(pytester, "--uimcp", "dairy/tests", "farm/tests").assert_outcomes(passed=4)


def test_the_ini_file_of_the_first_does_not_speak_for_the_second(pytester: pytest.Pytester, both: Path) -> None:
    """pytest then takes the first for the root of the run."""
    put(both / "dairy/pytest.ini", "[pytest]\nuimcp = true\nuimcp_dir = .claude/ui\n")
    run(pytester, "dairy/tests", "farm/tests").assert_outcomes(passed=4)


def test_the_apps_of_both_are_checked(pytester: pytest.Pytester, both: Path) -> None:
    result = run(pytester, "--uimcp", "dairy", "farm", "--collect-only", "-q")
    result.stdout.fnmatch_lines(["dairy/.claude/ui/apps/notes/app.lua::loads", "farm/ui/apps/notes/app.lua::loads"])


def test_a_page_without_the_text_is_told_with_its_app_directory(pytester: pytest.Pytester, both: Path) -> None:
    put(both / "farm/tests/test_it.py", SEES.format("milk"))
    result = run(pytester, "dairy/tests", "farm/tests")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["E * the app directory nearest to this test is farm/ui; others of this run: dairy/.claude/ui"]
    )


def test_one_app_directory_is_not_named(pytester: pytest.Pytester, repository: Path) -> None:
    put(repository / "test_it.py", SEES.format("eggs"))
    assert "nearest" not in run(pytester).stdout.str()


def test_the_whole_repository_as_an_argument_has_its_apps_checked(pytester: pytest.Pytester, repository: Path) -> None:
    whole = run(pytester, "--uimcp", "--collect-only", "-q").stdout.lines
    named = run(pytester, "--uimcp", "--collect-only", "-q", ".").stdout.lines
    assert [line for line in named if "::" in line] == [line for line in whole if "::" in line] != []
