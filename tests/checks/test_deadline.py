from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from pytest_uimcp.checks.deadline import TimeIsUp, deadline, defer_deadline

BOUND = 30.0
SOON = 0.05


def for_ever() -> None:
    end = time.monotonic() + BOUND
    while time.monotonic() < end:
        pass
    pytest.fail("it was not interrupted")


@pytest.fixture
def alarms() -> Iterator[Callable[[float], None]]:
    """Set an alarm as other code would; the previous handler is restored afterwards."""
    handler = signal.getsignal(signal.SIGALRM)
    began, before = time.monotonic(), signal.getitimer(signal.ITIMER_REAL)

    def ring(number: int, frame: object) -> None:
        raise TimeoutError("somebody else's")

    def set_one(seconds: float) -> None:
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)

    yield set_one
    signal.signal(signal.SIGALRM, handler)
    left = max(before[0] - (time.monotonic() - began), 0.001) if before[0] else 0
    signal.setitimer(signal.ITIMER_REAL, left, before[1])


@pytest.mark.parametrize("work", [for_ever, lambda: threading.Event().wait(BOUND)])
def test_a_block_that_takes_longer_is_interrupted(work: Callable[[], object]) -> None:
    with pytest.raises(TimeIsUp), deadline(SOON):
        work()


def test_a_block_that_ends_in_time_is_not_interrupted(alarms: Callable[[float], None]) -> None:
    alarms(0)
    with deadline(BOUND):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_code_that_swallows_the_alarm_gets_another() -> None:
    def stubborn() -> None:
        try:
            for_ever()
        except BaseException:  # noqa: BLE001 -- that is what this is about
            for_ever()

    with pytest.raises(TimeIsUp), deadline(SOON):
        stubborn()


def test_a_deferred_block_is_not_interrupted() -> None:
    done = []

    def whole() -> None:
        with defer_deadline():
            # The next alarm is further away than the first was, so the first has rung.
            while signal.getitimer(signal.ITIMER_REAL)[0] <= SOON:
                pass
            done.append("it")

    with pytest.raises(TimeIsUp), deadline(SOON):
        whole()
    assert done == ["it"]


def test_an_alarm_of_other_code_rings_when_it_is_due(alarms: Callable[[float], None]) -> None:
    alarms(BOUND)
    with pytest.raises(TimeIsUp), deadline(SOON):
        for_ever()
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left < BOUND
    alarms(SOON)
    with pytest.raises(TimeoutError, match="somebody else's"), deadline(BOUND):
        for_ever()


def test_another_thread_has_no_alarm(alarms: Callable[[float], None]) -> None:
    alarms(0)
    seen: list[tuple[float, float]] = []

    def work() -> None:
        with deadline(BOUND):
            seen.append(signal.getitimer(signal.ITIMER_REAL))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(BOUND)
    assert seen == [(0.0, 0.0)]
