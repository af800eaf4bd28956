"""A pytest plugin that writes down what each test cost, from before its set-up until after its tear-down.

It runs in the environments of others too, so it imports nothing but pytest. Tests with a parameter `n` are run in
turn: number 0 of each, then number 1 of each.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FILE = "UIMCP_BENCH_FILE"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    items.sort(key=_size)


def _size(item: pytest.Function) -> int:
    return int(item.callspec.params.get("n", 0)) if hasattr(item, "callspec") else 0  # type: ignore[call-overload]  # a number


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Function) -> Iterator[Any]:
    start = time.perf_counter()
    cpu_start = time.process_time()
    result = yield
    # What other programs do on the machine makes the time longer, and the processor's much less.
    cpu = (time.process_time() - cpu_start) * 1000
    spent = (time.perf_counter() - start) * 1000
    with Path(os.environ[FILE]).open("a", encoding="utf-8") as file:
        json.dump({"name": item.originalname, "ms": spent, "cpu": cpu, **left_behind()}, file)
        file.write("\n")
    return result


def left_behind() -> dict[str, float]:
    """What this process holds now; where there is no /proc, only its threads."""
    held: dict[str, float] = {"threads": threading.active_count()}
    if (own := Path("/proc/self")).is_dir():
        held["files"] = sum(1 for _ in (own / "fd").iterdir())
        held["mb"] = int((own / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return held
