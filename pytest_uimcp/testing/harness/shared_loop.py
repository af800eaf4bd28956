"""The event loop that all servers of a run share."""

from __future__ import annotations

import pytest

from pytest_uimcp.testing.harness.loop import LoopThread

# One thread for all servers of a run, those of one test and those that several tests share.
_LOOP = pytest.StashKey[LoopThread]()


def loop_of(config: pytest.Config) -> LoopThread:
    """The loop of a run; it ends with the run."""
    if _LOOP not in config.stash:
        loop = config.stash[_LOOP] = LoopThread()
        config.add_cleanup(loop.close)
    return config.stash[_LOOP]
