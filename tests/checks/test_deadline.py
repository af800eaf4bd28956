from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from pytest_uimcp.checks.deadline import PATIENCE, TimeIsUp, TimeSpent, WorkClock, deadline, defer_deadline

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


@pytest.mark.slow
@pytest.mark.parametrize("work", [for_ever, lambda: threading.Event().wait(BOUND)])
def test_a_block_that_takes_longer_is_interrupted(work: Callable[[], object]) -> None:
    with pytest.raises(TimeIsUp), deadline(SOON):
        work()


def test_a_block_that_ends_in_time_is_not_interrupted(alarms: Callable[[float], None]) -> None:
    alarms(0)
    with deadline(BOUND):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.slow
def test_code_that_swallows_the_alarm_gets_another() -> None:
    def stubborn() -> None:
        try:
            for_ever()
        except BaseException:  # noqa: BLE001 -- that is what this is about
            for_ever()

    with pytest.raises(TimeIsUp), deadline(SOON):
        stubborn()


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


class Hands:
    """Two clocks that stand still until a test moves them."""

    def __init__(self) -> None:
        self.work = self.wall = 100.0

    def limit(self, seconds: float) -> AbstractContextManager[None]:
        return deadline(seconds, lambda: self.wall, lambda: self.work)

    def move(self, work: float, wall: float) -> None:
        self.work += work
        self.wall += wall
        signal.raise_signal(signal.SIGALRM)


def play(hands: Hands, moves: list[tuple[float, float]]) -> tuple[int, TimeSpent]:
    """Move the clocks in a block of 20 seconds; returns how often it went on, and what was spent at its end."""
    went_on = 0
    try:
        with hands.limit(20):
            for work, wall in moves:
                hands.move(work, wall)
                went_on += 1
    except TimeIsUp as up:
        return went_on, up.spent
    pytest.fail("it was not interrupted")


def test_time_by_the_clock_alone_ends_nothing_until_it_is_far_above_the_limit() -> None:
    almost = [(0.5, 20.0)] * (PATIENCE - 1)
    went_on, spent = play(Hands(), [*almost, (0.5, 19.5), (0.0, 0.5), (0.0, 20.0)])
    assert went_on == PATIENCE
    assert spent == TimeSpent(0.5 * PATIENCE, 20.0 * PATIENCE)


def test_processor_time_ends_it_at_the_limit() -> None:
    assert play(Hands(), [(19.5, 60.0), (0.5, 1.0), (1.0, 1.0)]) == (1, TimeSpent(20.0, 61.0))


@pytest.mark.slow
def test_the_processor_time_is_that_of_this_thread_and_of_those_it_starts() -> None:
    def busy(go: threading.Event, done: threading.Event, end: threading.Event) -> None:
        go.wait(BOUND)
        enough = time.thread_time() + 0.3
        while time.thread_time() < enough:
            pass
        done.set()
        end.wait(BOUND)

    def spent(*, before: bool) -> float:
        go, done, end = (threading.Event() for _ in range(3))
        thread = threading.Thread(target=busy, args=(go, done, end))
        if before:
            thread.start()
        clock = WorkClock()
        if not before:
            thread.start()
        go.set()
        assert done.wait(BOUND)
        found = clock()
        end.set()
        thread.join(BOUND)
        return found

    assert spent(before=True) < 0.15
    assert spent(before=False) >= 0.3


def test_an_alarm_of_other_code_rings_inside_a_block_that_goes_on_longer(alarms: Callable[[float], None]) -> None:
    hands = Hands()
    alarms(2 * SOON)
    with pytest.raises(TimeoutError, match="somebody else's"), hands.limit(SOON):
        for_ever()


def test_a_deferred_block_is_not_interrupted() -> None:
    hands, done = Hands(), []

    def whole() -> None:
        with defer_deadline():
            hands.move(work=20.0, wall=20.0)
            done.append("it")

    with pytest.raises(TimeIsUp), hands.limit(20):
        whole()
    assert done == ["it"]
