"""`pytest --uimcp` over twenty apps."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from pytest_uimcp import fixtures_dir
from tests.benchmarks.fixtures import directory
from tests.benchmarks.measure import Result
from tests.benchmarks.runs import ROOT, Unmeasured

APPS = 20
RUNS = 5


def results() -> Iterator[Result]:
    with directory() as place:
        make_apps(place / "ui" / "apps")
        # In the order of the files, as on a machine that has no plugin for another one.
        plugins = ["-p", "no:cacheprovider", "-p", "no:randomly"]
        command = [sys.executable, "-m", "pytest", "--uimcp", "--uimcp-dir=ui", "-q", *plugins, "ui"]
        times = [timed(command, place) for _ in range(RUNS + 1)][1:]  # the first writes Python's bytecode
    yield Result(f"pytest --uimcp over {APPS} apps, beside 3 s", median(times), 3000, limit=0.65)


def timed(command: list[str], place: Path) -> float:
    start = time.perf_counter()
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    spent = (time.perf_counter() - start) * 1000
    if done.returncode:
        raise Unmeasured(done.stdout[-2000:] + done.stderr)
    return spent


def make_apps(target: Path) -> None:
    """The sample apps again and again, each time with types and a global of their own."""
    samples = sorted((fixtures_dir() / "apps").iterdir())
    for number in range(APPS):
        make_app(samples[number % len(samples)], target, number // len(samples))


def make_app(sample: Path, target: Path, copy: int) -> None:
    suffix = "abcdefghij"[copy]
    lua = (sample / "app.lua").read_text(encoding="utf-8")
    types = re.findall(r'session:prototype\("(\w+)"', lua)
    names = re.compile(rf"\b({'|'.join([*types, sample.name])})\b")

    def own(text: str) -> str:
        return names.sub(lambda found: found[0] + suffix, text)

    for path in sample.rglob("*"):
        if path.is_file():
            file = target / (sample.name + suffix) / own(str(path.relative_to(sample)))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(own(path.read_text(encoding="utf-8")), encoding="utf-8")
