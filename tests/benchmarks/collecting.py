"""`pytest --uimcp` over twenty apps, by the processor time of the whole run; no plugin is there but ours."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pytest_uimcp import fixtures_dir
from tests.benchmarks.fixtures import directory
from tests.benchmarks.measure import IS_SHORT, Result, children
from tests.benchmarks.runs import Unmeasured, compiled_environment, package_tree

APPS = 20
RUNS = 3 if IS_SHORT else 7


def results() -> Iterator[Result]:
    with directory() as place:
        make_apps(place / "ui" / "apps")
        plugins = ["-p", "pytest_uimcp.plugin", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", "--uimcp", "--uimcp-dir=ui", "-q", *plugins, "ui"]
        run(command, place)  # writes Python's bytecode
        # What else the machine does only adds to it: the least is nearest to the truth.
        least = min(children(partial(run, command, place)) for _ in range(RUNS))
    note = "goal: 1"
    yield Result(f"pytest --uimcp over {APPS} apps, processor time, beside 0.8 s", least, 800, limit=1.2, note=note)


def run(command: list[str], place: Path) -> None:
    # Hypothesis, xdist and the like take as long to import as all checks take.
    environment = compiled_environment() | {"PYTHONPATH": str(package_tree()), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unmeasured(done.stdout[-2000:] + done.stderr)


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
