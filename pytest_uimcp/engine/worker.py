"""A session's queue and its timers, served by one thread at a time.

Above it stands `SessionContext`, which wraps work into units; below it nothing but a queue, a clock and the threads of
`threads.py`. A session has a thread only while there is something to do:

    lease a thread when a job is queued, or a timer is due
    until nothing has come for `_LINGER_SECONDS`, and no timer is due within that time:
        run the timers that are due
        take the next job from the queue, or wait for one
        run it, answer its future
    rest, set an alarm for the next timer, give the thread back

The thread stays a little because work seldom comes alone, and waking it is faster than leasing another; not when
threads are scarce. Whoever has the lease owns the Lua state, which does not mind being entered by one thread after the
other.

**Jobs** are queued by `submit`, from any thread, and run in that order, one at a time. **Timers** are set by `call_at`,
under the lease only, and wait in a heap. While there is a lease, the time-out of the wait for the queue brings them;
otherwise the process's one thread for alarms leases a thread when the first of them is due. `wake` makes somebody
look at the time again, when the clock was moved.

**Time.** The clock decides how long a wait may be, and what time it is for a timer that runs late: with the real clock
the present, with a virtual one the moment it was due. Timers that come due while timers run wait for one turn of the
queue, so that a timer which always sets another does not keep jobs waiting.

**Stalls.** Lua can be inside a C call that nothing can interrupt. The stall detector looks at every lease a few times a
second, from the thread for alarms, and calls `stall`. From then on there is a `_refusal`: the running job and all
queued ones are answered with an error, and new ones are refused, until the call returns. A job that `survives_stall`
stays queued instead: without it, a frame for example, a tab and the session would have different ideas of the state.

**Races.** Each side first does its part and then looks at the other's, so that one of the two always sees the other.
`submit` queues a job before it looks at `_leased`, and the thread clears `_leased` before it looks at the queue once
more. `submit` changes `_latest` after it has queued a job, and `at_rest` reads that before it looks at the queue.
`submit` looks at `_closed` and `_refusal` after that; `close` and `stall` set them first and look at the queue
afterwards. A future takes only the first answer.

**Closing.** `close` takes the lease for good. If there is none it ends the session itself; otherwise it waits for the
thread for a while. If that is inside Lua, `fail_running` answers for the running job, and the thread ends the session
when it can.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from pytest_uimcp.core.clock import DIGITS, Clock
from pytest_uimcp.engine.errors import SessionClosed
from pytest_uimcp.engine.jobs import Job
from pytest_uimcp.engine.threads import THREADS, LeasedThread, Threads
from pytest_uimcp.engine.timer_heap import TimerHeap, WorkerTimer

__all__ = ["Worker"]

T = TypeVar("T")

_LINGER_SECONDS: Final = 0.05
_SOON_SECONDS: Final = 0.001


def _nothing() -> None:
    """What there is to cancel before there is an alarm, and to do at a rest."""


class Worker:
    """A queue, a heap of timers, and the lease of the thread that serves both."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        finish: Callable[[], None],
        rest: Callable[[], None] = _nothing,
        threads: Threads = THREADS,
    ) -> None:
        """`finish` runs last, after `close`; `rest` before the lease is given back."""
        self.name = name
        self.started = False
        self._clock = clock
        self._finish = finish
        self._rest = rest
        self._threads = threads
        self._queue: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._refusable: set[Job[Any]] = set()
        self._timers = TimerHeap()
        self._due: float | None = None
        self._lock = threading.Lock()
        self._refusal: Callable[[], Exception] | None = None
        self._closed = False
        self._ended = threading.Event()
        self._leased = False
        # The thread of the present lease, or the one that ended the session.
        self._thread: threading.Thread | None = None
        self._cancel_alarm: Callable[[], None] = _nothing
        self._check: tuple[Callable[[], None], float] | None = None
        self.running: Job[Any] | WorkerTimer | None = None
        # Another object for each piece of work that came, and the one that was there when last all was done.
        self._latest = object()
        self._rested: object = None

    def start(self) -> None:
        self._threads.enter()
        self._unsubscribe = self._clock.subscribe(self.wake)
        self.started = True
        if not self._queue.empty():
            self._lease()

    def check_leases(self, check: Callable[[], None], seconds: float) -> None:
        """Call `check` every so many seconds of each lease from now on, on another thread."""
        self._check = check, seconds

    @property
    def is_current_thread(self) -> bool:
        """Whether the caller runs under this worker's lease."""
        thread = self._thread
        return thread is not None and thread.ident == threading.get_ident()

    @property
    def at_rest(self) -> bool:
        """Whether nothing is queued or due after the present piece; only under the lease."""
        latest = self._latest
        due = self._timers.due
        if self._queue.empty() and (due is None or due > self._clock.now()):
            self._rested = latest
            return True
        return False

    def note_rest(self) -> None:
        """Remember whether that is so, for `is_still_at_rest`."""
        _ = self.at_rest

    @property
    def is_still_at_rest(self) -> bool:
        """Whether no work has come since it was last seen to be at rest, from any thread."""
        due = self._timers.due
        # The time first: a timer that is not there any more has changed the other two.
        is_due = due is not None and due <= self._clock.now()
        return self._rested is self._latest and not is_due and not self._closed

    def submit(self, work: Callable[[], T], *, survives_stall: bool = False) -> Future[T]:
        """Queue work, from any thread."""
        job = Job(work, survives_stall)
        if not survives_stall:
            self._refusable.add(job)
        self._queue.put(job)
        # After the job is queued: see "Races" above.
        self._latest = object()
        if not self._leased:
            self._lease()
        if self._closed:
            job.fail(_closed())
        elif self._refusal is not None and not survives_stall:
            self._refuse(job)
        return job.future

    def wake(self) -> None:
        """Have somebody look at the time again."""
        if self._leased:
            self._queue.put(None)
        # Also if it was leased: the thread may have given it back before it could see that.
        if not self._leased and not math.isinf(self._until_due()):
            self._lease()

    @property
    def now(self) -> float:
        """The time for the running piece of work: a late timer may see the moment it was due."""
        if self._due is None:
            return self._clock.now()
        return self._clock.moment(self._due)

    def call_at(self, due: float, action: Callable[[float], None]) -> WorkerTimer:
        """Call `action` with `due`, at that time; only under the lease."""
        return self._timers.add(round(due, DIGITS), action)

    def stall(self, running: Job[Any] | WorkerTimer, error: Exception, refusal: Callable[[], Exception]) -> bool:
        """Answer for a piece of work that hangs, and refuse others until it returns; False if it has returned."""
        with self._lock:
            if self.running is not running or self._refusal is not None:
                return False
            self._refusal = refusal
            if isinstance(running, Job):
                running.fail(error)
            for job in tuple(self._refusable):
                self._refuse(job)
            return True

    @property
    def stalled(self) -> bool:
        return self._refusal is not None

    def close(self, timeout: float) -> bool:
        """Start no more work, answer queued jobs with SessionClosed, and wait for the end of what runs.

        Returns whether that came within `timeout` seconds, or is the caller's own: a thread inside a C call cannot be
        stopped.
        """
        self._closed = True
        if self._take_lease():
            self._end()
            return True
        self._queue.put(None)
        if self.is_current_thread:
            return True
        if not self._ended.wait(timeout):
            return False
        thread = self._thread
        if isinstance(thread, LeasedThread) and thread.dismissed:
            thread.join()
        return True

    def fail_running(self) -> None:
        """Answer the running job with SessionClosed; the thread ends the session when it can."""
        running = self.running
        if isinstance(running, Job):
            running.fail(_closed())

    # The lease.

    def _take_lease(self) -> bool:
        with self._lock:
            if self._leased:
                return False
            self._leased = True
            return True

    def _lease(self) -> None:
        if not self.started or not self._take_lease():
            return
        try:
            self._threads.lease(self.name, self._serve)
        except BaseException:
            self._leased = False
            raise

    def _serve(self) -> None:
        self._thread = threading.current_thread()
        self._cancel_alarm()
        end_checks = _nothing
        if self._check is not None:
            check, seconds = self._check
            end_checks = self._threads.alarms.repeat(seconds, partial(self._look, check))
        unasked = True
        try:
            self._work()
            if not self._closed:  # or else all of it is given back soon
                self._rest()
            unasked = False
        finally:
            end_checks()
            # Also if it ends unasked: whoever comes later is refused rather than kept waiting.
            if self._closed or unasked:
                self._closed = True
                self._end()
            else:
                self._give_back()

    def _look(self, check: Callable[[], None]) -> None:
        if not self._closed:
            check()

    def _give_back(self) -> None:
        due = self._timers.due
        seconds = None if due is None else self._clock.timeout(due)
        if seconds is not None:
            self._cancel_alarm = self._threads.alarms.set(seconds, self._lease)
        self._thread = None
        self._leased = False
        # After it is given back: see "Races" above. An alarm that rang before that has done nothing.
        if not self._queue.empty() or self._until_due() < _SOON_SECONDS:
            self._lease()

    def _work(self) -> None:
        while not self._closed:
            self._run_due()
            linger = _LINGER_SECONDS
            if self._threads.are_scarce:
                linger = _SOON_SECONDS
            until_due = self._until_due()
            try:
                job = self._queue.get(timeout=min(linger, until_due))
            except Empty:
                if until_due > linger:
                    return
            else:
                if job is not None:
                    self._do(job)

    def _until_due(self) -> float:
        due = self._timers.due
        if due is None:
            return math.inf
        seconds = self._clock.timeout(due)
        if seconds is None:
            return math.inf
        return seconds

    def _run_due(self) -> None:
        if not self._timers:
            return
        # Read the clock once: timers that come due meanwhile wait until the queue has had its turn.
        time_now = self._clock.now()
        due = self._timers.due
        if due is not None and due <= time_now:
            self._latest = object()  # before it is taken: see `is_still_at_rest`
        while not self._closed and (timer := self._timers.take(time_now)) is not None:
            self._due = timer.when
            self._do(timer)
        self._due = None

    def _do(self, piece: Job[Any] | WorkerTimer) -> None:
        if isinstance(piece, Job):
            self._refusable.discard(piece)
            if self._closed:
                piece.fail(_closed())
        self.running = piece
        try:
            piece.run()
        finally:
            with self._lock:
                self.running = None
                self._refusal = None

    def _refuse(self, job: Job[Any]) -> None:
        refusal = self._refusal
        if refusal is not None:
            job.fail(refusal())

    def _end(self) -> None:
        self._cancel_alarm()
        if self.started:
            self._unsubscribe()
            self._threads.leave()
        self._timers.clear()
        try:
            self._finish()
        finally:
            while not self._queue.empty():
                job = self._queue.get()
                if job is not None:
                    job.fail(_closed())
            self._refusable.clear()
            self._ended.set()


def _closed() -> SessionClosed:
    return SessionClosed("the session is closed; nothing more runs in it")
