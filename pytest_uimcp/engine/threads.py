"""The threads of this process that serve sessions. A session leases one while it has work, and holds none otherwise.

A lease gets a thread that has nothing to do, or else a new one. When there are `_USUAL` threads it waits for one of
them, but never for long: what runs in one session may wait for another session, or for a command. So an alarm looks
at those that wait, and starts more threads.

A thread without a lease ends after a while, and when the last session is closed.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from pytest_uimcp.engine.alarms import Alarms

__all__ = ["THREADS", "LeasedThread", "Threads"]

log = logging.getLogger(__name__)

# Lua allows 200 calls of C in each other: of gsub, say, which take 2 MiB. Some systems give a thread less.
_STACK: Final = 16 * 2**20
_USUAL: Final = 16
_IDLE_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 0.05


class LeasedThread(threading.Thread):
    # Whether it takes no further lease.
    dismissed = False


class Threads:
    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget all threads: they are those of the process that this one was forked from."""
        self.alarms = Alarms()
        self._changed = threading.Condition()
        self._leases: deque[tuple[str, Callable[[], None]]] = deque()
        self._idle: set[LeasedThread] = set()
        self._count = 0
        self._users = 0
        self._ended = 0
        self._is_looked_after = False

    @property
    def are_scarce(self) -> bool:
        """Whether whoever may need a thread again soon should give it back meanwhile."""
        return self._count - len(self._idle) > _USUAL // 2

    def enter(self) -> None:
        """Count one more session that may lease threads."""
        with self._changed:
            self._users += 1

    def leave(self) -> None:
        """Count one less; without any, threads end as soon as they have nothing to do."""
        with self._changed:
            self._users -= 1
            if self._users:
                return
            # Those that wait, and the one that leaves. Any other ends when it comes back.
            ending = [*self._idle]
            current = threading.current_thread()
            if isinstance(current, LeasedThread):
                ending.append(current)
            for thread in ending:
                thread.dismissed = True
            self._count -= len(ending)
            self._idle.clear()
            self._changed.notify_all()
        for thread in ending:
            if thread is not current:
                thread.join()
        self.alarms.end_if_idle()

    def lease(self, name: str, work: Callable[[], None]) -> None:
        """Run `work` on a thread of its own, which has that name meanwhile."""
        with self._changed:
            self._leases.append((name, work))
            if len(self._idle) >= len(self._leases):
                self._changed.notify()
            elif self._count < _USUAL:
                self._start(1)
            else:
                self._look_later()

    def _start(self, count: int) -> None:
        usual = threading.stack_size(_STACK)
        try:
            for _ in range(count):
                LeasedThread(target=self._run, name="uimcp-idle", daemon=True).start()
                self._count += 1
        except RuntimeError:
            # The system gives no more threads: the others take what waits, if there are any.
            if not self._count:
                self._leases.clear()
                raise
        finally:
            threading.stack_size(usual)

    def _look_later(self) -> None:
        if not self._is_looked_after:
            self._is_looked_after = True
            self.alarms.set(_PATIENCE_SECONDS, partial(self._look, self._ended))

    def _look(self, ended: int) -> None:
        with self._changed:
            self._is_looked_after = False
            if not self._leases:
                return
            # If nothing moves, all of them wait for something: perhaps for those that get no thread.
            more = 1
            if self._ended == ended:
                more = min(len(self._leases), self._count)
            self._start(more)
            self._look_later()

    def _run(self) -> None:
        thread = threading.current_thread()
        assert isinstance(thread, LeasedThread)
        while not thread.dismissed and (lease := self._next(thread)) is not None:
            thread.name, work = lease
            try:
                work()
            except BaseException:
                log.exception("a session's work failed; the thread goes on")
            del lease, work  # what is not at work is kept alive by nobody
            thread.name = "uimcp-idle"
            with self._changed:
                self._ended += 1

    def _next(self, thread: LeasedThread) -> tuple[str, Callable[[], None]] | None:
        with self._changed:
            self._idle.add(thread)
            self._changed.wait_for(lambda: self._leases or thread.dismissed or not self._users, _IDLE_SECONDS)
            if thread.dismissed:
                return None
            self._idle.discard(thread)
            if not self._leases:
                self._count -= 1
                return None
            return self._leases.popleft()


# Those of this process.
THREADS: Final = Threads()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=THREADS.reset)
