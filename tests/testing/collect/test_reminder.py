"""Runs of people who have forgotten `--uimcp`."""

from __future__ import annotations

from pathlib import Path

import pytest

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.
import pytest_uimcp.page
import pytest_uimcp.testing.snapshots.stored  # noqa: F401 -- loaded before pytester unloads what a run imports
from tests.files import put, write
from tests.testing.repository import ALONE

STORY = "steps:\n  - see: milk\n"
PASSED_BY = (
    "uimcp: not run: tests?milk.scenario.yaml. `pytest --uimcp` runs what was left out, and so does every run with "
)


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*ALONE, *arguments)


@pytest.mark.parametrize("ending", ["yaml", "yml"])
def test_a_scenario_that_is_named_is_run(pytester: pytest.Pytester, repository: Path, ending: str) -> None:
    put(repository / f"tests/milk.scenario.{ending}", STORY)
    put(repository / "tests/eggs.scenario.yaml", "steps:\n  - see: eggs\n")
    result = run(pytester, f"tests/milk.scenario.{ending}")
    result.assert_outcomes(passed=1)
    run(pytester, f"tests/milk.scenario.{ending}::milk").assert_outcomes(passed=1)


def test_scenarios_of_both_endings_are_collected(pytester: pytest.Pytester, repository: Path) -> None:
    write(repository, {"tests/a.scenario.yaml": STORY, "tests/b.scenario.yml": STORY})
    run(pytester, "--uimcp", "tests").assert_outcomes(passed=2)


def test_a_run_that_passes_scenarios_by_names_option_and_ini_line(pytester: pytest.Pytester, repository: Path) -> None:
    write(repository, {"tests/milk.scenario.yaml": STORY, "tests/test_it.py": "def test_it(): pass\n"})
    result = run(pytester)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"{PASSED_BY}the lines `[[]pytest]` and `uimcp = true` in pytest.ini"])


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("pytest.ini", "[pytest]\n", "the line `uimcp = true` in pytest.ini"),
        (
            "pyproject.toml",
            "[tool.pytest.ini_options]\n",
            "`uimcp = true` in pyproject.toml, where pytest has its settings",
        ),
    ],
)
def test_the_line_is_for_the_ini_file_that_there_is(
    pytester: pytest.Pytester, repository: Path, file: str, text: str, words: str
) -> None:
    write(repository, {"tests/milk.scenario.yaml": STORY, file: text})
    result = run(pytester)
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines([f"{PASSED_BY}{words}"])


def test_who_has_said_no_is_not_reminded(pytester: pytest.Pytester, repository: Path) -> None:
    write(repository, {"tests/milk.scenario.yaml": STORY, "pytest.ini": "[pytest]\nuimcp = false\n"})
    assert "uimcp:" not in run(pytester).stdout.str()


@pytest.mark.parametrize("arguments", [(), (".claude/ui/apps/notes",), (".claude/ui/apps/notes/app.lua",)])
def test_apps_that_nothing_checks_are_named_if_nothing_runs(
    pytester: pytest.Pytester, repository: Path, arguments: tuple[str, ...]
) -> None:
    result = run(pytester, *arguments)
    result.stdout.fnmatch_lines(["uimcp: not checked: the apps in .claude/ui. `pytest --uimcp` checks them, *"])


def test_a_run_without_files_of_ours_says_nothing(pytester: pytest.Pytester) -> None:
    put(pytester.path / "test_it.py", "def test_it(): pass\n")
    assert "uimcp:" not in run(pytester).stdout.str()


@pytest.mark.slow
def test_workers_hand_over_what_they_have_passed_by(pytester: pytest.Pytester, repository: Path) -> None:
    write(repository, {"tests/milk.scenario.yaml": STORY, "tests/test_it.py": "def test_it(): pass\n"})
    result = run(pytester, "-n1", "-p", "xdist")
    result.stdout.fnmatch_lines([f"{PASSED_BY}*"])
