"""The thread that notices changes: others wait for what it tells, so nothing ends it in silence."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pytest_uimcp.storage.watching import Stop, Watchers
from tests import patience

PATIENCE = patience.SECONDS


class Changes:
    """Changes that a test makes, as a database would report them."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)

    def wait(self, stop: Stop, changed: Callable[[str | None], None]) -> None:
        while not stop.wait(0.01):
            if self.go.acquire(blocking=False):
                changed("topic")


@contextmanager
def many_open_files() -> Iterator[None]:
    """So many that the next ones have numbers above 1,024, which select() cannot take."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(2048, hard), hard))
    files = [os.open(os.devnull, os.O_RDONLY)]
    try:
        while files[-1] <= 1024:
            files.append(os.dup(files[0]))
        yield
    finally:
        for file in files:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def fail() -> None:
    raise RuntimeError("of its own")


def test_a_listener_that_fails_takes_nothing_from_the_others() -> None:
    changes, heard = Changes(), threading.Semaphore(0)
    watchers = Watchers(changes.wait, "test-watch")
    watchers.add("topic", fail)
    watchers.add("topic", heard.release)
    for _ in range(2):
        changes.go.release()
        assert heard.acquire(timeout=PATIENCE)
    watchers.close()


def test_changes_are_noticed_in_a_process_with_more_than_a_thousand_open_files() -> None:
    changes, heard = Changes(), threading.Semaphore(0)
    watchers = Watchers(changes.wait, "test-watch")
    with many_open_files():
        end = watchers.add("topic", heard.release)
        changes.go.release()
        assert heard.acquire(timeout=PATIENCE)
        end()
