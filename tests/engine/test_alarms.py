from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from pytest_uimcp.engine.alarms import Alarms
from tests import patience

BOUND = patience.SECONDS


@pytest.fixture
def threads() -> Callable[[], list[threading.Thread]]:
    before = set(threading.enumerate())
    return lambda: [thread for thread in threading.enumerate() if thread not in before]


class Waiter:
    """Something an alarm may call, which others refer to weakly."""

    def ring(self) -> None:
        """Nothing to do."""


def test_one_thread_rings_all_alarms_in_the_order_of_their_times(
    threads: Callable[[], list[threading.Thread]],
) -> None:
    alarms = Alarms()
    assert threads() == []
    rung: list[str] = []
    over = threading.Event()
    alarms.set(0.6, over.set)  # a busy machine comes to the next lines later
    alarms.set(0.3, lambda: rung.append("later"))
    alarms.set(0.0, lambda: rung.append("at once"))
    assert len(threads()) == 1
    assert over.wait(BOUND)
    assert rung == ["at once", "later"]
    for thread in threads():
        thread.join(BOUND)
    assert threads() == []


def test_an_alarm_is_set_by_another_and_wakes_the_thread_though_it_waits_for_a_later_time() -> None:
    alarms = Alarms()
    rung = threading.Event()
    cancel = alarms.set(3600.0, lambda: None)

    def set_another() -> None:
        alarms.set(0.0, rung.set)

    alarms.set(0.0, set_another)
    assert rung.wait(BOUND)
    cancel()
    alarms.end_if_idle()


def test_a_cancelled_alarm_does_not_ring_and_keeps_nothing_alive() -> None:
    alarms = Alarms()
    waiter = Waiter()
    alive = weakref.ref(waiter)
    cancel = alarms.set(3600.0, waiter.ring)
    end = alarms.repeat(3600.0, waiter.ring)
    end_last = alarms.set(3600.0, lambda: None)
    for stop in (cancel, end, cancel, end):
        stop()
    del waiter, cancel, end, stop
    gc.collect()
    assert alive() is None
    end_last()
    alarms.end_if_idle()


def test_a_repeated_alarm_rings_until_its_end() -> None:
    alarms = Alarms()
    looks = threading.Semaphore(0)
    end = alarms.repeat(0.001, looks.release)
    for _ in range(3):
        assert looks.acquire(timeout=BOUND)
    end()
    alarms.end_if_idle()


def test_an_alarm_that_fails_stops_no_other_and_not_itself(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        failed.release()
        raise RuntimeError("no")

    alarms = Alarms()
    looks, failed = threading.Semaphore(0), threading.Semaphore(0)
    ends = [alarms.repeat(0.001, fail), alarms.repeat(0.001, looks.release)]
    for _ in range(2):
        assert looks.acquire(timeout=BOUND)
        assert failed.acquire(timeout=BOUND)
    for end in ends:
        end()
    assert "the action of a timer failed" in caplog.text
    alarms.end_if_idle()


def test_the_thread_ends_on_request_only_if_nothing_is_set(threads: Callable[[], list[threading.Thread]]) -> None:
    alarms = Alarms()
    cancel = alarms.set(3600.0, lambda: None)
    alarms.end_if_idle()
    assert len(threads()) == 1
    cancel()
    alarms.end_if_idle()
    assert threads() == []
    rung = threading.Event()
    alarms.set(0.0, rung.set)
    assert rung.wait(BOUND)
