from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from pytest_uimcp.core.clock import Clock, RealClock, VirtualClock
from pytest_uimcp.engine.errors import BusyError, SessionClosed
from pytest_uimcp.engine.threads import Threads
from pytest_uimcp.engine.timer_heap import WorkerTimer
from pytest_uimcp.engine.worker import Worker
from tests import patience

BOUND = patience.SECONDS  # of every wait here; nothing comes near it unless it is broken


class Gate:
    """Work that tells when it runs and goes on when let."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.open = threading.Event()

    def __call__(self) -> str:
        self.entered.set()
        assert self.open.wait(BOUND)
        return "through"


class Works:
    def __init__(self, clock: Clock) -> None:
        self.ended: list[int] = []
        self.threads = Threads()
        self.worker = Worker("test-worker", clock, lambda: self.ended.append(1), threads=self.threads)
        self.worker.start()

    def do(self, work: Callable[[], object] = lambda: None) -> object:
        return self.worker.submit(work).result(BOUND)

    def at(self, when: float, action: Callable[[float], None]) -> WorkerTimer:
        timer = self.do(lambda: self.worker.call_at(when, action))
        assert isinstance(timer, WorkerTimer)
        return timer

    def gate(self) -> tuple[Gate, Future[str]]:
        gate = Gate()
        future = self.worker.submit(gate)
        assert gate.entered.wait(BOUND)
        return gate, future

    def stall(self) -> bool:
        running = self.worker.running
        assert running is not None
        return self.worker.stall(running, TimeoutError("at the limit"), lambda: BusyError("busy"))


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def works(clock: VirtualClock) -> Iterator[Works]:
    works = Works(clock)
    yield works
    works.worker.close(BOUND)
    assert works.ended


# -- work


def test_work_is_done_in_order_on_another_thread(works: Works) -> None:
    threads: list[tuple[int, int]] = []

    def note(n: int) -> None:
        threads.append((n, threading.get_ident()))

    futures = [works.worker.submit(partial(note, n)) for n in range(50)]
    for future in futures:
        future.result(BOUND)
    assert [n for n, _ in threads] == list(range(50))
    assert threading.get_ident() not in {thread for _, thread in threads}


def test_the_result_or_the_error_of_the_work_comes_back(works: Works) -> None:
    assert works.do(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        works.do(lambda: 1 // 0)
    assert works.do(lambda: 8) == 8


def test_queued_work_can_be_cancelled_and_running_work_not(works: Works) -> None:
    gate, running = works.gate()
    done: list[int] = []
    queued = works.worker.submit(lambda: done.append(1))
    assert queued.cancel()
    assert not running.cancel()
    gate.open.set()
    assert running.result(BOUND) == "through"
    with pytest.raises(CancelledError):
        queued.result(BOUND)
    works.do()
    assert not done


def test_the_worker_knows_its_own_thread(works: Works) -> None:
    assert works.do(lambda: works.worker.is_current_thread) is True
    assert not works.worker.is_current_thread


# -- timers


def test_timers_wait_for_the_clock_and_run_in_the_order_of_their_times(works: Works, clock: VirtualClock) -> None:
    told: list[float] = []
    for when in (3.0, 1.0, 2.0):
        works.at(when, told.append)
    works.do()
    assert told == []
    clock.advance(2.5)
    works.do()
    assert told == [1.0, 2.0]
    clock.advance(1)
    works.do()
    assert told == [1.0, 2.0, 3.0]


def test_timers_of_one_time_run_in_the_order_they_were_set(works: Works, clock: VirtualClock) -> None:
    told: list[str] = []

    def say(name: str, _when: float) -> None:
        told.append(name)

    for name in "abc":
        works.at(1.0, partial(say, name))
    clock.advance(1)
    works.do()
    assert told == ["a", "b", "c"]


def test_a_timer_set_by_a_timer_runs_at_its_own_time_within_one_jump(works: Works, clock: VirtualClock) -> None:
    told: list[float] = []

    def again(when: float) -> None:
        told.append(when)
        works.worker.call_at(when + 1.0, again)

    works.at(1.0, again)
    works.at(2.5, told.append)
    clock.advance(4)
    works.do()
    assert told == [1.0, 2.0, 2.5, 3.0, 4.0]


def test_a_late_timer_sees_its_own_time_and_other_work_the_present_one(works: Works, clock: VirtualClock) -> None:
    seen: list[float] = []
    works.at(1.0, lambda when: seen.append(works.worker.now))
    clock.advance(5)
    assert works.do(lambda: works.worker.now) == 5.0
    assert seen == [1.0]


def test_a_cancelled_timer_does_not_run(works: Works, clock: VirtualClock) -> None:
    told: list[float] = []
    timer = works.at(1.0, told.append)
    assert timer.armed
    works.do(timer.cancel)
    assert not timer.armed
    clock.advance(2)
    works.do()
    assert told == []


def test_timers_set_and_cancelled_all_the_time_do_not_pile_up(works: Works) -> None:
    def churn() -> int:
        for _ in range(10_000):
            works.worker.call_at(1e9, lambda when: None).cancel()
        return len(works.worker._timers)  # noqa: SLF001 -- what piles up is inside

    left: Any = works.do(churn)
    assert left < 100


def test_a_timer_that_fails_is_logged_and_the_worker_goes_on(
    works: Works, clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(when: float) -> None:
        raise RuntimeError("no")

    works.at(1.0, fail)
    clock.advance(1)
    assert works.do(lambda: 1) == 1
    assert "the action of a timer failed" in caplog.text


def test_the_real_clock_brings_timers_by_itself() -> None:
    works = Works(RealClock())
    rung = threading.Event()
    works.at(RealClock().now() + 0.01, lambda when: rung.set())
    assert rung.wait(BOUND)
    works.worker.close(BOUND)


def test_timers_that_real_work_sets_again_at_once_leave_the_queue_its_turn() -> None:
    clock = RealClock()
    works = Works(clock)

    def again(when: float) -> None:
        works.worker.call_at(clock.now(), again)

    works.at(clock.now(), again)
    works.at(clock.now(), again)
    assert works.do(lambda: 1) == 1
    works.worker.close(BOUND)


# -- leases


def has_thread() -> bool:
    return any(thread.name == "test-worker" for thread in threading.enumerate())


def wait_for_return() -> None:
    """Wait until the worker has given its thread back."""
    end = time.monotonic() + BOUND
    while has_thread() and time.monotonic() < end:
        time.sleep(0.01)
    assert not has_thread()


def test_a_worker_without_work_has_no_thread_and_gets_one_again(works: Works) -> None:
    for number in range(3):
        assert works.do(partial(int, number)) == number
        wait_for_return()


def test_a_timer_of_a_worker_without_a_thread_rings_by_itself() -> None:
    works = Works(RealClock())
    rung = threading.Event()
    works.at(RealClock().now() + 0.2, lambda when: rung.set())
    wait_for_return()
    assert rung.wait(BOUND)
    works.worker.close(BOUND)


def test_a_timer_of_a_worker_without_a_thread_comes_when_the_clock_is_moved(works: Works, clock: VirtualClock) -> None:
    rung = threading.Event()
    works.at(1.0, lambda when: rung.set())
    wait_for_return()
    clock.advance(0.5)
    assert not has_thread()
    clock.advance(0.5)
    assert rung.wait(BOUND)


def test_a_worker_without_a_thread_is_closed_by_whoever_closes_it(works: Works) -> None:
    works.do()
    wait_for_return()
    assert works.worker.close(0)
    assert works.ended == [1]


def test_work_is_never_done_by_two_threads_at_once(works: Works) -> None:
    # Posts from many threads, each after the last lease was given back or about to be.
    at_work: list[int] = []
    most: list[int] = []

    def note() -> None:
        at_work.append(1)
        most.append(len(at_work))
        at_work.pop()

    def post() -> None:
        for _ in range(200):
            works.worker.submit(note).result(BOUND)

    with ThreadPoolExecutor(4) as pool:
        for posting in [pool.submit(post) for _ in range(4)]:
            posting.result(BOUND)
    assert most == [1] * 800


# -- stuck work


def test_a_caller_of_stuck_work_gets_an_error_and_the_late_result_is_dropped(works: Works) -> None:
    gate, running = works.gate()
    assert works.stall()
    with pytest.raises(TimeoutError, match="at the limit"):
        running.result(BOUND)
    gate.open.set()
    assert works.worker.submit(lambda: 1, survives_stall=True).result(BOUND) == 1


def test_queued_and_new_work_is_refused_until_the_stuck_work_returns(works: Works) -> None:
    gate, _ = works.gate()
    done: list[int] = []
    queued = works.worker.submit(lambda: done.append(1))
    assert works.stall()
    assert works.worker.stalled
    for refused in (queued, works.worker.submit(lambda: done.append(2))):
        with pytest.raises(BusyError, match="busy"):
            refused.result(BOUND)
    gate.open.set()
    works.worker.submit(lambda: None, survives_stall=True).result(BOUND)
    assert works.do(lambda: "well again") == "well again"
    assert not works.worker.stalled
    assert done == []


def test_patient_work_stays_in_its_order(works: Works) -> None:
    gate, _ = works.gate()
    done: list[int] = []
    before = works.worker.submit(lambda: done.append(1), survives_stall=True)
    assert works.stall()
    after = works.worker.submit(lambda: done.append(2), survives_stall=True)
    assert not before.done()
    assert not after.done()
    gate.open.set()
    after.result(BOUND)
    assert done == [1, 2]


def test_a_piece_that_returned_in_time_is_not_called_stuck(works: Works) -> None:
    gate, running = works.gate()
    piece = works.worker.running
    assert piece is not None
    gate.open.set()
    running.result(BOUND)
    works.do()
    assert not works.worker.stall(piece, TimeoutError(), lambda: BusyError("busy"))
    assert works.do(lambda: 1) == 1


def test_a_stuck_piece_is_declared_stuck_once(works: Works) -> None:
    gate, _ = works.gate()
    assert works.stall()
    assert not works.stall()
    gate.open.set()


# -- the end


def test_closing_answers_what_is_queued(clock: VirtualClock) -> None:
    works = Works(clock)
    gate, running = works.gate()
    queued = works.worker.submit(lambda: 1)
    works.worker.close(timeout=0)
    gate.open.set()
    works.worker.close(BOUND)
    assert running.result(BOUND) == "through"
    with pytest.raises(SessionClosed, match="the session is closed"):
        queued.result(BOUND)
    assert works.ended == [1]


def test_nothing_runs_after_the_end(clock: VirtualClock) -> None:
    works = Works(clock)
    told: list[float] = []
    works.at(1.0, told.append)
    works.worker.close(BOUND)
    clock.advance(5)
    with pytest.raises(SessionClosed):
        works.worker.submit(lambda: 1).result(BOUND)
    assert told == []


def test_the_worker_can_be_closed_from_its_own_thread(clock: VirtualClock) -> None:
    works = Works(clock)
    works.do(lambda: works.worker.close(BOUND))
    works.worker.close(BOUND)
    assert works.ended == [1]


def test_closing_does_not_wait_for_ever_for_stuck_work(clock: VirtualClock) -> None:
    works = Works(clock)
    gate, _ = works.gate()
    works.worker.close(timeout=0.01)
    assert works.ended == []
    gate.open.set()
    works.worker.close(BOUND)
    assert works.ended


def test_a_worker_that_never_started_can_be_closed(clock: VirtualClock) -> None:
    ended: list[int] = []
    worker = Worker("test-worker", clock, lambda: ended.append(1))
    queued = worker.submit(lambda: 1)
    worker.close(BOUND)
    assert ended == [1]
    with pytest.raises(SessionClosed):
        queued.result(BOUND)


def test_a_timer_that_exits_does_not_end_the_worker(works: Works) -> None:
    works.at(0.0, lambda _: sys.exit(3))
    assert works.do(lambda: "still here") == "still here"
    assert works.worker.started
    assert not works.ended
