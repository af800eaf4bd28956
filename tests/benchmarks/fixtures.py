"""The fixtures, as tests pay for them: set-up, test and tear-down, in runs of pytest."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from tests.benchmarks.measure import Result
from tests.benchmarks.runs import CACHE, ROOT, Run, run

STORIES = Path(__file__).parent / "stories"


@contextmanager
def directory() -> Iterator[Path]:
    """A place for a run and for all that its tests leave."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as name:
        for path in STORIES.iterdir():
            if path.is_file():
                shutil.copy(path, name)
        yield Path(name)


def per_test() -> Iterator[Result]:
    with directory() as place:
        done = run(place, "contacts.py")
    server, page, story = (done.processor(f"test_{name}") for name in ("server", "page", "story"))
    # Measured alone, in processor time, by `LuaState(kind)` and `LuaHost.close`, and by thread.
    lua = (
        "to make a Lua state with the engine takes 1.15 ms and to close it 0.2, pytest's own 0.5, the ways to the "
        "server's event loop and back 0.7"
    )
    bare = f"the goal is 1; {lua}"
    steps = f"the goal is 1; {lua}, the ten steps on an open page alone 6.8"
    yield Result("a test with a running server, processor time, beside 4 ms", server, 4, limit=1.75, note=bare)
    yield Result("a test with a page, processor time, beside 6 ms", page, 6, limit=1.75, note=bare)
    yield Result("a story of ten steps with its fixtures, processor time, beside 8 ms", story, 8, limit=2.4, note=steps)
    story = done.median("test_story")
    chromium = done.median("test_story_in_chromium")
    yield Result("the story, beside Chromium with a new context", story, chromium, limit=1 / 15)


def a_thousand() -> Iterator[Result]:
    with directory() as place:
        done = run(place, "thousand.py")
    times = done.times("test_server", "test_page")
    # The first ten import and compile what all others use.
    early, late = median(times[10:110]), median(times[-100:])
    yield Result("the last 100 of 1,000 tests, beside the first 100", late, early, limit=1.25)
    # The loop's pool of threads grows to its bound, when two of its works happen to meet.
    for what, name, limit in (("threads", "threads", 1.5), ("files", "open files", 1.0), ("mb", "memory (MB)", 1.1)):
        if what in done.tests[0]:
            yield Result(f"{name} after 1,000 tests, beside after 100", *_held(done, what), limit=limit)


def _held(done: Run, what: str) -> tuple[float, float]:
    return done.tests[-1][what], done.tests[99][what]


def start() -> Result:
    """What importing ours takes of pytest's start: whole starts differ by more than that from one to the next."""
    with directory() as place:
        (place / "empty.py").write_text("def test_nothing(): pass\n", encoding="utf-8")
        command = [sys.executable, "-X", "importtime", "-m", "pytest", "-q", "empty.py"]
        # What a machine does beside it only adds: the least is nearest to the truth.
        least = min(_imported(command, place) for _ in range(10))
    return Result("what pytest's start imports of ours, beside 10 ms", least, 10, limit=1)


def _imported(command: list[str], place: Path) -> float:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=True)
    own = re.findall(r"^import time:\s+(\d+) \|.*\bpytest_uimcp", done.stderr, re.M)
    return sum(map(int, own)) / 1000


def results() -> Iterator[Result]:
    parts: list[Callable[[], Iterator[Result]]] = [per_test, a_thousand]
    for part in parts:
        yield from part()
    yield start()
