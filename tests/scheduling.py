"""Which tests go to one worker together, and which go first.

xdist's own groups do nothing from pytest 9.2 on (pytest-xdist #1386), and they could not say what is to start first:
whoever begins a slow file last works alone at the end.
"""

from __future__ import annotations

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
    "tests/testing/",
    "tests/test_plugin.py",
)
# Files that build something once for all of their tests: distributions, a server, a browser.
TOGETHER = FIRST[:6]
# Few tests, each of which takes much longer than starting a browser.
APART = ("tests/page/parity/test_generated.py",)


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Hands out files that belong together whole, and other tests one by one."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)


def unit_of(nodeid: str) -> str:
    """What is handed out at once: a file, or the test alone."""
    file = nodeid.partition("::")[0]
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
