"""`python -m tests.benchmarks`: print the ratios, write them to README.md beside this file, fail if one is over."""

from __future__ import annotations

import logging
import os
import platform
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.benchmarks import (
    bridge,
    chat,
    collecting,
    compositor,
    engine,
    fixtures,
    front_end,
    gallery,
    javafx,
    nicegui,
    openapi,
    page,
    publishing,
    report,
    scale,
    server,
)
from tests.benchmarks.measure import Result
from tests.benchmarks.runs import Unmeasured

log = logging.getLogger("pytest_uimcp.benchmarks")

# Playwright's sync API leaves its loop in the thread: the parts that use it come last.
PARTS = {
    "engine": engine.results,
    "server": server.results,
    "publishing": publishing.results,
    "chat": chat.results,
    "fixtures": fixtures.results,
    "collecting": collecting.results,
    "compositor": compositor.results,
    "javafx": javafx.results,
    "bridge": bridge.results,
    "nicegui": nicegui.results,
    "openapi": openapi.results,
    "scale": scale.results,
    "page": page.results,
    "report": report.results,
    "gallery": gallery.results,
    "front end": front_end.results,
}

HEAD = """# Benchmarks

`make bench` measures ours beside a reference, in turn and in one process, and writes this page. Medians; what counts
is the ratio, since machines differ and are rarely quiet. A note tells the goal where the bound is not yet that.

"""


def machine() -> str:
    one, five, _ = os.getloadavg()
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores "
        f"({platform.machine()}), load {one:.1f} (1 min) {five:.1f} (5 min)\n"
    )


def table(results: list[Result]) -> Iterator[str]:
    yield "| what | ours ms | reference ms | ratio | at most | |"
    yield "|---|---|---|---|---|---|"
    for result in results:
        over = "" if result.within else " **over**"
        yield (
            f"| {result.name} | {result.ours_ms:.3f} | {result.reference_ms:.3f} "
            f"| {result.ratio:.2f}{over} | {result.limit:g} | {result.note} |"
        )


def main(names: list[str]) -> int:
    text = HEAD + machine()
    over = 0
    for name in names or list(PARTS):
        text += f"\n## {name.capitalize()}\n\n"
        start = time.monotonic()
        results: list[Result] = []
        try:
            results.extend(PARTS[name]())
        except Unmeasured as reason:
            text += f"Not measured to its end. {reason}\n\n"
            over += 1
        # A part that breaks ends no other; what the tests' own helpers cannot provide ends it as it ends a test.
        except (Exception, pytest.fail.Exception) as reason:
            log.exception("the part %s", name)
            text += f"Not measured to its end. {type(reason).__name__}: {reason}\n\n"
            over += 1
        if results:
            text += "\n".join(table(results)) + "\n"
        over += sum(not result.within for result in results)
        print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    print(text)
    if not names:
        (Path(__file__).parent / "README.md").write_text(text)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
