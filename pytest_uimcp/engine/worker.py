"""The one thread that owns a session's Lua state.

Above it stands `SessionContext`, which wraps work into units; below it nothing but a queue and a clock. The loop:

    until closed:  run the timers that are due
                   take the next job from the queue, or wait for one until the next timer is due
                   run it, answer its future

**Jobs** are queued by `submit`, from any thread, and run in that order, one at a time. **Timers** are set by `call_at`,
on the worker's thread only, and wait in a heap. The time-out of the wait for the queue is the only real timer there is;
`wake` ends that wait early, when the clock was moved or the worker is to close.

**Time.** The clock decides how long a wait may be, and what time it is for a timer that runs late: with the real clock
the present, with a virtual one the moment it was due. Timers that come due while timers run wait for one turn of the
queue, so that a timer which always sets another does not keep jobs waiting.

**Stalls.** Lua can be inside a C call that nothing can interrupt. The stall detector notices that, from a thread of its
own, and calls `stall`. From then on there is a `_refusal`: the running job and all queued ones are answered with an
error, and new ones are refused, until the call returns. A job that `survives_stall` stays queued instead: without it,
a frame for example, a tab and the session would have different ideas of the state.

**Races.** `submit` queues a job first and looks at `_closed` and `_refusal` afterwards; `close` and `stall` set them
first and look at the queue afterwards. So one of the two sides always answers. A future takes only the first answer.

**Closing.** `close` waits for the thread for a while. If it is inside Lua, `fail_running` answers for the running job,
and the thread ends when it can.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from pytest_uimcp.core.clock import DIGITS, Clock
from pytest_uimcp.engine.errors import SessionClosed
from pytest_uimcp.engine.jobs import Job, WorkerTimer

__all__ = ["Worker"]

T = TypeVar("T")

# Lua allows 200 calls of C in each other: of gsub, say, which take 2 MiB. Some systems give a thread less.
_STACK = 16 * 2**20
_starting = threading.Lock()
# The system limits how long a lock may be waited for.
_MAX_WAIT_SECONDS = 3600.0


class Worker:
    """A queue, a heap of timers, and the thread that serves both."""

    def __init__(self, name: str, clock: Clock, finish: Callable[[], None]) -> None:
        """`finish` runs last on the thread, after `close`."""
        self._clock = clock
        self._finish = finish
        self._queue: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._refusable: set[Job[Any]] = set()
        self._heap: list[tuple[float, int, WorkerTimer]] = []
        self._count = 0
        self._due: float | None = None
        self._cancelled = 0
        self._lock = threading.Lock()
        self._refusal: Callable[[], Exception] | None = None
        self._closed = False
        self.running: Job[Any] | WorkerTimer | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._unsubscribe = self._clock.subscribe(self.wake)
        with _starting:
            usual = threading.stack_size(_STACK)
            try:
                self._thread.start()
            finally:
                threading.stack_size(usual)

    @property
    def started(self) -> bool:
        return self._thread.ident is not None

    @property
    def is_current_thread(self) -> bool:
        return threading.get_ident() == self._thread.ident

    @property
    def at_rest(self) -> bool:
        """Whether nothing is queued or due after the present piece; only on the worker's thread."""
        due = bool(self._heap) and self._heap[0][0] <= self._clock.now()
        return not due and self._queue.empty()

    def submit(self, work: Callable[[], T], *, survives_stall: bool = False) -> Future[T]:
        """Queue work, from any thread."""
        job = Job(work, survives_stall)
        if not survives_stall:
            self._refusable.add(job)
        self._queue.put(job)
        # After the job is queued: see "Races" above.
        if self._closed:
            job.fail(_closed())
        elif self._refusal is not None and not survives_stall:
            self._refuse(job)
        return job.future

    def wake(self) -> None:
        """Make the thread look at the time again."""
        self._queue.put(None)

    @property
    def now(self) -> float:
        """The time for the running piece of work: a late timer may see the moment it was due."""
        if self._due is None:
            return self._clock.now()
        return self._clock.moment(self._due)

    def call_at(self, due: float, action: Callable[[float], None]) -> WorkerTimer:
        """Call `action` with `due`, at that time; only on the worker's thread."""
        due = round(due, DIGITS)
        timer = WorkerTimer(due, action, self._note_cancelled)
        # The count keeps timers of one moment in the order in which they were set; timers themselves have none.
        self._count += 1
        heapq.heappush(self._heap, (due, self._count, timer))
        return timer

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
        """Start no more work, answer queued jobs with SessionClosed, and wait for the thread to end.

        Returns whether it ended within `timeout` seconds, or is the caller's own: a thread inside a C call cannot be
        stopped.
        """
        self._closed = True
        self.wake()
        if not self.started:
            self._end()
            return True
        if self.is_current_thread:
            return True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def fail_running(self) -> None:
        """Answer the running job with SessionClosed; the thread ends when it can."""
        running = self.running
        if isinstance(running, Job):
            running.fail(_closed())

    def _run(self) -> None:
        try:
            while not self._closed:
                self._run_due()
                job = self._next()
                if job is not None:
                    self._do(job)
        finally:
            # Also if it ends unasked: whoever comes later is refused rather than kept waiting.
            self._closed = True
            self._unsubscribe()
            self._end()

    def _next(self) -> Job[Any] | None:
        if not self._heap:
            return self._queue.get()
        timeout = self._clock.timeout(self._heap[0][0])
        try:
            return self._queue.get(timeout=None if timeout is None else min(timeout, _MAX_WAIT_SECONDS))
        except Empty:
            return None

    def _run_due(self) -> None:
        if not self._heap:
            return
        # Read the clock once: timers that come due meanwhile wait until the queue has had its turn.
        time_now = self._clock.now()
        while self._heap and self._heap[0][0] <= time_now and not self._closed:
            self._due, _, timer = heapq.heappop(self._heap)
            if timer.armed:
                self._do(timer)
            else:
                self._cancelled -= 1
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

    def _note_cancelled(self) -> None:
        self._cancelled += 1
        # Timers that are set and cleared all the time must not pile up until they would have been due.
        if self._cancelled > 32 and self._cancelled * 2 > len(self._heap):
            self._heap = [entry for entry in self._heap if entry[2].armed]
            heapq.heapify(self._heap)
            self._cancelled = 0

    def _end(self) -> None:
        self._heap.clear()
        try:
            self._finish()
        finally:
            while not self._queue.empty():
                job = self._queue.get()
                if job is not None:
                    job.fail(_closed())
            self._refusable.clear()


def _closed() -> SessionClosed:
    return SessionClosed("the session is closed; nothing more runs in it")
