"""The one thread that owns a session's Lua state.

Work comes in through a queue and is done one piece at a time, each answered through a future. Things that
are due later wait in a heap that the same wait serves: the queue's time-out is the only timer there is.

A piece of work can be stuck in C code that nothing can stop. Then somebody else calls `stall`: those who
wait get an error instead, new work is refused, and all is well again when the stuck piece returns. Work
whose loss would leave the two sides with different ideas of the state (`survives_stall`) stays in the queue.
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
from pytest_uimcp.engine.jobs import Job, Timer

__all__ = ["Worker"]

T = TypeVar("T")

# Lua allows 200 calls of C in each other: of gsub, say, which take 2 MiB. Some systems give a thread less.
_STACK = 16 * 2**20
_starting = threading.Lock()
# A lock cannot wait for ever, and nobody notices a worker that looks up once an hour.
_LONGEST_WAIT = 3600.0


class Worker:
    """A queue, a heap of timers, and the thread that serves both."""

    def __init__(self, name: str, clock: Clock, finish: Callable[[], None]) -> None:
        """`finish` runs last on the thread, after `close`."""
        self._clock = clock
        self._finish = finish
        self._queue: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._refusable: set[Job[Any]] = set()
        self._heap: list[tuple[float, int, Timer]] = []
        self._count = 0
        self._due: float | None = None
        self._cancelled = 0
        self._lock = threading.Lock()
        self._refusal: Callable[[], Exception] | None = None
        self._closed = False
        self.running: Job[Any] | Timer | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._unsubscribe = self._clock.subscribe(self.wake)
        with _starting:
            usual = threading.stack_size(_STACK)
            try:
                self._thread.start()
            finally:
                threading.stack_size(usual)

    @property
    def started(self) -> bool:
        """Whether `start` was called."""
        return self._thread.ident is not None

    @property
    def here(self) -> bool:
        """Whether the caller is on the worker's own thread."""
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
        # Looked at after the job is where `stall` and `close` see it: one of the two sides answers it.
        if self._closed:
            job.fail(_closed())
        elif self._refusal is not None and not survives_stall:
            self._refuse(job)
        return job.future

    def wake(self) -> None:
        """Have the thread look at the time again."""
        self._queue.put(None)

    @property
    def now(self) -> float:
        """What time it is for the present piece: that of a timer which is late is its own, if the clock says so."""
        return self._clock.now() if self._due is None else self._clock.moment(self._due)

    def call_at(self, when: float, action: Callable[[float], None]) -> Timer:
        """Do something at a time, which it is told; only on the worker's thread."""
        when = round(when, DIGITS)
        timer = Timer(when, action, self._note_cancelled)
        self._count += 1
        heapq.heappush(self._heap, (when, self._count, timer))
        return timer

    def stall(self, running: Job[Any] | Timer, error: Exception, refusal: Callable[[], Exception]) -> bool:
        """Answer for a stuck piece of work and refuse more until it returns; False if it has."""
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
        """Whether a piece of work is known to be stuck."""
        return self._refusal is not None

    def close(self, patience: float) -> bool:
        """Begin nothing any more, answer what is queued with SessionClosed, and wait for the thread to end.

        A thread inside a C call cannot be stopped: after `patience` seconds this returns whether it has ended, or is
        the caller's.
        """
        self._closed = True
        self.wake()
        if not self.started:
            self._end()
            return True
        if self.here:
            return True
        self._thread.join(patience)
        return not self._thread.is_alive()

    def fail_running(self) -> None:
        """Answer for the running piece with SessionClosed; its thread ends when it can."""
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
            self._unsubscribe()
            self._end()

    def _next(self) -> Job[Any] | None:
        if not self._heap:
            return self._queue.get()
        timeout = self._clock.timeout(self._heap[0][0])
        try:
            return self._queue.get(timeout=None if timeout is None else min(timeout, _LONGEST_WAIT))
        except Empty:
            return None

    def _run_due(self) -> None:
        if not self._heap:
            return
        # One look at the clock: timers that real work arms again meanwhile let the queue have its turn.
        now = self._clock.now()
        while self._heap and self._heap[0][0] <= now and not self._closed:
            self._due, _, timer = heapq.heappop(self._heap)
            if timer.armed:
                self._do(timer)
            else:
                self._cancelled -= 1
        self._due = None

    def _do(self, piece: Job[Any] | Timer) -> None:
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
