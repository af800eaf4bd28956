"""Runs of pytest in processes of their own, and what each of their tests cost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks import pertest

__all__ = ["CACHE", "ROOT", "TREE", "Run", "Unmeasured", "compiled_environment", "package_tree", "run"]

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "bench"
"""Not the system's temporary directory: that may be another disk, or a busy one."""


TREE = "UIMCP_BENCH_TREE"
"""The variable that names another tree whose package runs, in the benchmarks that start it as a program."""


def package_tree() -> Path:
    """The tree whose package runs: this one, unless two are compared."""
    return Path(os.environ.get(TREE, ROOT))


class Unmeasured(Exception):
    """Something could not be measured here, and why."""


@dataclass(frozen=True)
class Run:
    """The tests of a run, in the order they ran."""

    tests: list[dict[str, Any]]

    def times(self, *names: str) -> list[float]:
        """Milliseconds of every test that has one of these names."""
        return [test["ms"] for test in self.tests if test["name"] in names]

    def processor(self, name: str) -> float:
        """The usual processor time of a test in milliseconds, that of the server's threads included."""
        times: list[float] = [test["cpu"] for test in self.tests if test["name"] == name]
        return median(times[1:])

    def median(self, name: str) -> float:
        """The usual one; the first is left out, as it imports what the others find imported."""
        return median(self.times(name)[1:])


def compiled_environment() -> dict[str, str]:
    """The environment without what keeps Python from writing bytecode, which users have of what they installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(directory: Path, file: str, *options: str, python: str = sys.executable) -> Run:
    """Run the tests of a file in a directory, which holds their pytest.ini."""
    report = directory / "tests.jsonl"
    report.unlink(missing_ok=True)
    # Found there by every interpreter; its own folder holds modules that others have by the same names.
    shutil.copy(pertest.__file__, directory)
    command = [python, "-m", "pytest", "-q", "-p", "pertest", f"--basetemp={directory / 'tmp'}", *options, file]
    done = subprocess.run(
        command,
        cwd=directory,
        env=os.environ | {"PYTHONPATH": str(ROOT), pertest.FILE: str(report)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    if done.returncode:
        raise Unmeasured(f"{' '.join(command)} failed:\n{done.stdout[-3000:]}")
    return Run([json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()])
