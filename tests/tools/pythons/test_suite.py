"""What is run in a system, and its report."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.pythons import __main__ as command
from tools.pythons import namespace, suite
from tools.pythons.machine import CannotRun

ROOT = Path(__file__).resolve().parents[3]
REPORT = '<testsuites><testsuite tests="1010" failures="{failed}" errors="0" skipped="8"/></testsuites>'


class System:
    """Stands for a system: remembers what was run, and leaves the report of a run of tests."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.failed = 0
        self.pip_code = 0

    def chroot(self, root: Path, command: list[str], **_: object) -> int:
        line = " ".join(command)
        self.ran.append(line)
        if "-m venv" in line:
            (root / "venv").mkdir(exist_ok=True, parents=True)
        if "-m pytest" in line:
            (root / "tmp").mkdir(exist_ok=True, parents=True)
            (root / "tmp" / "report.xml").write_text(REPORT.format(failed=self.failed))
            return min(self.failed, 1)
        return self.pip_code if "-m pip" in line else 0


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a file that is committed, one that is not, one that is deleted and one that is ignored."""
    project = tmp_path / "ours"
    project.mkdir()
    for name in ("pyproject.toml", "tests.py", "deleted"):
        (project / name).touch()
    (project / ".gitignore").write_text(".cache/\n")
    subprocess.run("git init -q && git add --all", shell=True, cwd=project, check=True)
    (project / "deleted").unlink()
    (project / "new").touch()
    (project / ".cache").mkdir()
    (project / ".cache" / "ignored").touch()
    monkeypatch.setattr(suite, "ROOT", project)
    return project


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The tree of a system."""
    (tmp_path / "system").mkdir()
    return tmp_path / "system"


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch, project: Path) -> System:
    system = System()
    monkeypatch.setattr(namespace, "chroot", system.chroot)
    return system


def test_the_project_is_there_as_a_repository_of_what_git_would_take(system: System, root: Path) -> None:
    suite.run_tests("3.14", root, [])
    (root / "project" / "left").touch()
    (root / "project" / ".cache").mkdir()
    (root / "project" / ".cache" / "fetched").touch()
    suite.run_tests("3.14", root, [])
    assert (root / "project" / ".cache" / "fetched").exists()
    listed = subprocess.run(["git", "ls-files"], cwd=root / "project", capture_output=True, text=True, check=True)
    assert listed.stdout.split() == [".gitignore", "new", "pyproject.toml", "tests.py"]


def test_dependencies_are_installed_once_for_each_pyproject(system: System, root: Path, project: Path) -> None:
    for _ in range(2):
        suite.run_tests("3.14", root, [])
    assert len([line for line in system.ran if "-m pip install" in line]) == 1
    (project / "pyproject.toml").write_text("# changed")
    suite.run_tests("3.14", root, [])
    assert len([line for line in system.ran if "-m pip install" in line]) == 2


def test_an_unreachable_index_is_reported_and_tried_again(system: System, root: Path) -> None:
    system.pip_code = 1
    with pytest.raises(CannotRun, match="is the package index within reach"):
        suite.run_tests("3.14", root, [])
    system.pip_code = 0
    assert suite.run_tests("3.14", root, []).code == 0


def test_all_tests_are_run_but_those_that_need_more_than_python(system: System, root: Path) -> None:
    suite.run_tests("3.14", root, ["-k", "claim"])
    (line,) = (line for line in system.ran if "-m pytest" in line)
    assert line.endswith("tests -k claim")
    assert "--ignore=tests/html" in line
    suite.run_tests("3.14", root, ["tests.py::test_one"])
    assert " tests " not in system.ran[-1]


def test_what_is_left_out_is_there() -> None:
    assert [folder for folder in suite.FOLDERS_LEFT_OUT if not (ROOT / folder).is_dir()] == []
    for test in suite.TESTS_LEFT_OUT:
        file, name = test.split("::")
        assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("failed", "code", "told"),
    [
        (0, 0, "Python 3.14: ok; 1,002 passed, 8 skipped;"),
        (2, 1, "Python 3.14: FAILED (exit code 1); 1,000 passed, 2 f"),
    ],
)
def test_the_outcome_of_each_python_is_printed(
    failed: int, code: int, told: str, system: System, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    system.failed = failed
    monkeypatch.setattr(command, "check", lambda: None)
    monkeypatch.setattr(command, "system", lambda python, *_, **__: tmp_path / python)
    assert command.main(["--python", "3.14", "--cache", str(tmp_path)]) == code
    assert told in capsys.readouterr().err


def test_an_interrupt_reports_what_is_done_so_far(
    system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(python: str, *_: object, **__: object) -> Path:
        if python == "3.14":
            raise KeyboardInterrupt
        return tmp_path / python

    monkeypatch.setattr(command, "check", lambda: None)
    monkeypatch.setattr(command, "system", interrupted)
    assert command.main(["--cache", str(tmp_path)]) == command.INTERRUPTED
    told = capsys.readouterr().err
    assert "pythons: interrupted\n" in told
    assert "Python 3.13: ok; 1,002 passed" in told
