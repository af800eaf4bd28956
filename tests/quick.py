"""What `make quick` runs: every test that neither starts another interpreter or a browser nor takes about a second.

A folder, a fixture or a mark says so of most others (the three tables below); a test that none of them knows says so
itself, with `pytest.mark.slow`. A list that nobody checks goes stale: in a quick run, a test that starts Python, Node
or a browser all the same fails and names the program.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

__all__ = ["FIXTURES", "FOLDERS", "MARKS", "is_quick", "is_quick_run", "prepare"]

FOLDERS = (
    "tests/html/",  # in Chromium and Firefox
    "tests/integration/",  # clients in Node, other plugins, another user
    "tests/javafx/bridge/",  # a JavaFX program
    "tests/javafx/oracle/",  # hundreds of recorded actions
    "tests/page/matrix/",  # thousands of cases, of which some run in Chromium
    "tests/page/parity/",  # the page beside Chromium
    "tests/testing/faces/chromium/",
    "tests/testing/recording/",  # a server, and people at work in Chromium
    "tests/tools/makerelease/",  # builds distributions
    "tests/tools/pythons/",  # chroots with other Pythons
)
FIXTURES = frozenset({"chromium", "firefox", "playwright", "pytester"})
MARKS = frozenset({"packaging", "slow"})
EXAMPLES = 20
"""Of a property; the whole suite tries Hypothesis's hundred."""
_INTERPRETERS = ("python", "node", "npm", "npx", "chrom", "firefox", "ui-mcp", "nlui")
_STARTS = ("subprocess.Popen", "os.posix_spawn", "os.exec")


def is_quick(nodeid: str, fixtures: Collection[str], marks: Collection[str]) -> bool:
    """Whether `make quick` runs a test."""
    return not nodeid.startswith(FOLDERS) and FIXTURES.isdisjoint(fixtures) and MARKS.isdisjoint(marks)


def is_quick_run(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr") == "quick")


def prepare(config: pytest.Config) -> None:
    """Make a run a quick one: fewer examples, and no interpreters."""
    settings.register_profile("quick", deadline=None, max_examples=EXAMPLES)
    settings.load_profile("quick")
    config.pluginmanager.register(_NoInterpreters(), "no-interpreters")


class _NoInterpreters:
    """Fails a test that starts one."""

    def __init__(self) -> None:
        self._programs: list[str] = []
        # Also what a server's thread starts, and for good: an audit hook cannot be removed.
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _STARTS:
            program = os.fsdecode(arguments[0])
            if Path(program).name.startswith(_INTERPRETERS):
                self._programs.append(program)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._programs.clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Iterator[None]:
        yield
        programs, self._programs = self._programs, []
        if programs:
            pytest.fail(
                f"expected a quick test to start no other interpreter, it started {programs[0]}; "
                "mark it with @pytest.mark.slow, and `make quick` leaves it out",
                pytrace=False,
            )
