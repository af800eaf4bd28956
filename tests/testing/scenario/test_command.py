"""`ui-mcp scenario`."""

from __future__ import annotations

from pathlib import Path

import pytest

import pytest_uimcp.page  # noqa: F401 -- C extensions can only be loaded once
from pytest_uimcp.cli import main
from tests.files import write
from tests.testing.repository import app


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    story = "scenario: Milk\nsteps:\n  - see: milk\n"
    files = {"pytest.ini": "[pytest]\naddopts = -p no:randomly -p no:hypothesispytest\n"}
    write(tmp_path, {**app(), **files, "stories/a.scenario.yaml": story, "stories/notes.yaml": ""})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("named", ["stories", "stories/a.scenario.yaml"])
def test_a_file_or_a_folder_is_run(repository: Path, capsys: pytest.CaptureFixture[str], named: str) -> None:
    assert main(["scenario", named, "-v"]) == 0
    assert "stories/a.scenario.yaml::Milk PASSED" in capsys.readouterr().out


@pytest.mark.slow
def test_a_failure_is_the_exit_code_1(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(repository, {"stories/a.scenario.yaml": "steps:\n  - see: eggs\n"})
    assert main(["scenario", "stories"]) == 1
    assert "stories/a.scenario.yaml:2: NotSeen" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("none.scenario.yaml", "there is no file none.scenario.yaml"),
        ("stories/notes.yaml", "expected a file *.scenario.yaml, got stories/notes.yaml"),
        (".claude", "there is no *.scenario.yaml in .claude"),
    ],
)
def test_a_file_that_is_not_a_scenario_is_wrong_usage(
    repository: Path, capsys: pytest.CaptureFixture[str], named: str, told: str
) -> None:
    assert main(["scenario", named]) == 2
    assert capsys.readouterr().err == f"ui-mcp scenario: {told}\n"
