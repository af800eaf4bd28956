"""A test of a counter and a list with NiceGUI's `user` fixture, and the same with `uimcp` and `uimcp_page`.

NiceGUI goes into an environment of its own, `.cache/bench/nicegui`; delete it to have the present release.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.measure import Result
from tests.benchmarks.runs import CACHE, Unmeasured, run

SOURCES = Path(__file__).parent / "beside_nicegui"
ENVIRONMENT = CACHE / "nicegui"
ROUNDS = 2


def python() -> str:
    """The interpreter that has NiceGUI; installs it on the first run."""
    found = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    installed = ENVIRONMENT / "installed"
    if not installed.exists():
        # A half-made one, of an installation that was broken off, is of no use.
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        _call(sys.executable, "-m", "venv", str(ENVIRONMENT))
        _call(str(found), "-m", "pip", "install", "-q", "nicegui", "pytest", "pytest-asyncio")
        installed.touch()
    return str(found)


def _call(*command: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise Unmeasured(
            f"NiceGUI could not be installed into {ENVIRONMENT} ({' '.join(command)}):\n{done.stdout[-2000:]}\n"
            "It comes from PyPI: connect this machine, or set pip's index (PIP_INDEX_URL), and run it again."
        )
    return done.stdout


def results() -> Iterator[Result]:
    other = python()
    version = _call(other, "-c", "from importlib.metadata import version; print(version('nicegui'))").strip()
    ours, theirs = [], []
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as name:
        place = Path(shutil.copytree(SOURCES, Path(name) / "beside"))
        for _ in range(ROUNDS):
            ours += run(place / "ours", "story.py").times("test_story")[1:]
            theirs += run(place / "theirs", "story.py", python=other).times("test_story")[1:]
    figures = median(ours), median(theirs)
    yield Result(f"a test of a counter and a list, beside NiceGUI {version}'s `user`", *figures, limit=1)
