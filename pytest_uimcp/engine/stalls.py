"""Stalls: Lua is inside a C function, past its time limit, and nothing can interrupt it.

While the session's worker has a lease, the thread for alarms asks `StallDetector.check` a few times a second. When it
finds a stall, the worker answers everybody who waits with an error, other work is refused, and each connection is told,
until the C function returns.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from pytest_uimcp.engine.context import SessionContext
from pytest_uimcp.engine.errors import BusyError
from pytest_uimcp.engine.log import WARNING
from pytest_uimcp.engine.lua.errors import LuaTimeout

__all__ = ["StallDetector", "UninterruptibleCall"]

_STUCK_IN = "a C call that nothing can stop (a pattern, a sort, a read from a file)"


class UninterruptibleCall(LuaTimeout):
    """The Lua code is past its time limit, inside a C function that cannot be interrupted."""


class StallDetector:
    """Decides whether a session is stalled, and answers in its place while it is."""

    def __init__(self, context: SessionContext, announce: Callable[[], None]) -> None:
        """`announce` is called once for each stall, on the thread for alarms."""
        self._context = context
        self._announce = announce
        self._since = 0.0
        self._limit = context.options.limits.seconds

    def watch(self) -> None:
        self._context.worker.check_leases(self.check, min(0.25, self._limit / 4))

    def refusal(self) -> BusyError:
        seconds = max(1, round(time.monotonic() - self._since))
        return BusyError(f"busy in a C call for {seconds} s; the session answers again when it returns")

    def check(self) -> None:
        """Look once; on any thread, without touching anything that Lua uses."""
        worker = self._context.worker
        # In this order: if `since` is that of a later piece of work, or of the time after a wait, it is recent.
        running = worker.running
        is_waiting = self._context.waiting
        since = self._context.busy_since
        if running is None or is_waiting or since is None:
            return
        if time.monotonic() - since <= self._limit + self._context.options.call_grace:
            return
        # Before the worker refuses anything: the refusal says how long it has been.
        self._since = since
        error = UninterruptibleCall(f"no answer after {self._limit:g} s: the code is inside {_STUCK_IN}")
        if worker.stall(running, error, self.refusal):
            self._context.log(WARNING, f"stuck in {_STUCK_IN}; other work is refused until it returns")
            self._announce()
