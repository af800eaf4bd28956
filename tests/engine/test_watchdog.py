from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from pytest_uimcp.engine.watchdog import Watchdog

BOUND = 30.0


@pytest.fixture
def threads() -> Callable[[], list[threading.Thread]]:
    before = set(threading.enumerate())
    return lambda: [thread for thread in threading.enumerate() if thread not in before]


def test_one_thread_checks_everybody_and_ends_with_the_last(threads: Callable[[], list[threading.Thread]]) -> None:
    watchdog = Watchdog()
    assert threads() == []
    looked = [threading.Event(), threading.Event()]
    ends = [watchdog.watch(event.set, 0.001) for event in looked]
    assert all(event.wait(BOUND) for event in looked)
    assert len(threads()) == 1
    ends[0]()
    assert len(threads()) == 1
    ends[1]()
    assert threads() == []


def test_it_looks_again_and_again_as_often_as_the_most_impatient_asks() -> None:
    watchdog = Watchdog()
    looks = threading.Semaphore(0)
    end_slow = watchdog.watch(lambda: None, 3600.0)
    end = watchdog.watch(looks.release, 0.001)
    for _ in range(3):
        assert looks.acquire(timeout=BOUND)
    end()
    end_slow()


def test_a_check_that_fails_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise RuntimeError("no")

    watchdog = Watchdog()
    looks = threading.Semaphore(0)
    ends = [watchdog.watch(fail, 0.001), watchdog.watch(looks.release, 0.001)]
    for _ in range(2):
        assert looks.acquire(timeout=BOUND)
    for end in ends:
        end()
    assert "a check of the watchdog failed" in caplog.text


def test_ending_twice_is_harmless(threads: Callable[[], list[threading.Thread]]) -> None:
    watchdog = Watchdog()
    end = watchdog.watch(lambda: None, 0.001)
    end()
    end()
    assert threads() == []
