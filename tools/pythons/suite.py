"""The project in a system: its files, its dependencies, its tests."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from . import namespace
from .machine import CannotRun, environment
from .systems import say

__all__ = ["Outcome", "run_tests"]

ROOT = Path(__file__).resolve().parents[2]
# Tests that need more than Python: Chromium, or what set-up downloads.
FOLDERS_LEFT_OUT = ("tests/html", "tests/integration", "tests/page/parity", "tests/testing/faces/chromium")
TESTS_LEFT_OUT = (
    "tests/test_examples.py::test_the_demo_shows_a_story_and_leaves_nothing_but_its_report",
    "tests/testing/harness/test_app_errors.py::test_errors_of_javascript_fail_their_step",
    "tests/testing/harness/test_app_errors.py::test_every_error_of_the_app_fails_its_step_and_says_where[chromium]",
    "tests/testing/snapshots/test_assertion.py::test_a_page_and_a_browser_have_one_snapshot_and_a_browser_a_picture",
)
_PROJECT, _PYTHON, _REPORT = "project", "/venv/bin/python", "tmp/report.xml"


@dataclass(frozen=True)
class Outcome:
    """The outcome of the tests on one Python."""

    python: str
    code: int
    counts: dict[str, int]
    seconds: float

    def __str__(self) -> str:
        told = ", ".join(f"{number:,} {name}" for name, number in self.counts.items() if number)
        verdict = "ok" if self.code == 0 else f"FAILED (exit code {self.code})"
        return f"Python {self.python}: {verdict}; {told or 'no tests'}; {self.seconds:.0f} s"


def run_tests(python: str, root: Path, arguments: Sequence[str]) -> Outcome:
    """Update the project in the system and run its tests."""
    start = time.monotonic()
    _copy_project(root)
    _install(root)
    _empty(root / "tmp")
    named = any((ROOT / argument.partition("::")[0]).exists() for argument in arguments)
    command = ["-m", "pytest", "-n", "2", f"--junitxml=/{_REPORT}", "-o", "tmp_path_retention_policy=failed"]
    command += [f"--ignore={path}" for path in FOLDERS_LEFT_OUT] + [f"--deselect={test}" for test in TESTS_LEFT_OUT]
    code = _in_project(root, [_PYTHON, *command, *([] if named else ["tests"]), *arguments])
    return Outcome(python, code, _counts(root / _REPORT), time.monotonic() - start)


def _copy_project(root: Path) -> None:
    """Copy the files that git tracks or would track, as a repository, because tests ask git for the list of files."""
    into = root / _PROJECT
    _empty(into, but=".cache")  # wheels that tests fetched
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        file = ROOT / name
        if name and (file.is_file() or file.is_symlink()):
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, into / name, follow_symlinks=False)
    for words in ("init -q", "add --all", "-c user.name=matrix -c user.email=matrix@localhost commit -qm matrix"):
        subprocess.run(["git", "-C", str(into), *words.split()], check=True)


def _empty(folder: Path, but: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            if path.name != but:
                shutil.rmtree(path)
        else:
            path.unlink()


def _install(root: Path) -> None:
    stamp, wanted = root / "venv" / "stamp", hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    say("installing the package and its development tools")
    pip = [_PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--editable", ".[dev]"]
    if _in_project(root, ["python3", "-m", "venv", "/venv"]) != 0 or _in_project(root, pip) != 0:
        raise CannotRun("`pip install -e .[dev]` failed (see above); is the package index within reach?")
    stamp.write_text(wanted, encoding="utf-8")


def _in_project(root: Path, command: Sequence[str]) -> int:
    entered = ["sh", "-c", 'cd "$0" && exec "$@"', f"/{_PROJECT}", *command]
    return namespace.chroot(root, entered, environment=environment())


def _counts(report: Path) -> dict[str, int]:
    if not report.exists():
        return {}
    told = next(ElementTree.parse(report).iter("testsuite")).attrib
    failed, errors, skipped = (int(told[name]) for name in ("failures", "errors", "skipped"))
    passed = int(told["tests"]) - failed - errors - skipped
    return {"passed": passed, "failed": failed, "errors": errors, "skipped": skipped}
