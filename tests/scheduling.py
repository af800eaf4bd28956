"""Which tests go to one worker together, and which go first (what is urgent before these: tests/urgency.py).

xdist's own groups do nothing from pytest 9.2 on (pytest-xdist #1386), and they could not say what is to start first:
whoever begins a slow file last works alone at the end.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

# Files in the order in which they start; all else follows, in random order, and fills what is left of the workers.
FIRST = (
    "tests/test_packaging.py",
    "tests/tools/makerelease/test_release.py",
    "tests/page/parity/",
    "tests/html/",
    "tests/integration/",
    "tests/testing/faces/chromium/",
    "tests/javafx/bridge/",
    "tests/testing/",
    "tests/test_plugin.py",
    "tests/tools/test_error_reference.py",
)
# Files that build something once for all of their tests: distributions, a server, a browser, all texts of the code.
TOGETHER = (*FIRST[:6], FIRST[-1])
# Folders whose files share what they build: a Java program.
WHOLE = ("tests/javafx/bridge/",)
# Few tests, each of which takes much longer than starting a browser.
APART = ("tests/page/parity/test_generated.py",)


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Hands out files that belong together whole, and other tests one by one.

    xdist's own looks through all that a worker was ever given, and through all tests for the number of one, each time
    a test ends: with twelve thousand units, more than the tests themselves take.
    """

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        units = self.assigned_work[node]
        nodeid = self.registered_collections[node][item_index]
        unit = unit_of(nodeid)
        units[unit][nodeid] = True
        if all(units[unit].values()):
            del units[unit]
        self._reschedule(node)

    def _assign_work_unit(self, node: Any) -> None:
        unit, tests = self.workqueue.popitem(last=False)
        self.assigned_work[node][unit] = tests
        # Every worker has collected the same, or nothing would have been scheduled.
        node.send_runtest_some([self._places[nodeid] for nodeid, is_done in tests.items() if not is_done])

    @cached_property
    def _places(self) -> dict[str, int]:
        return {nodeid: place for place, nodeid in enumerate(self.collection)}


def unit_of(nodeid: str) -> str:
    """What is handed out at once: a folder, a file, or the test alone."""
    file = nodeid.partition("::")[0]
    for folder in WHOLE:
        if file.startswith(folder):
            return folder
    return file if file.startswith(TOGETHER) and file not in APART else nodeid


def rank(nodeid: str) -> int:
    """The place in the order of those that start first."""
    return next((place for place, start in enumerate(FIRST) if nodeid.startswith(start)), len(FIRST))


def make_scheduler(config: pytest.Config, log: Any) -> Scheduling | None:
    """Ours, unless another way of distributing was asked for."""
    if config.getvalue("dist") not in ("load", "loadgroup"):
        return None
    config.option.loadscopereorder = False  # by the number of tests, which says little of their time
    return Scheduling(config, log)
