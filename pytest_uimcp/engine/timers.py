"""`setImmediate`, `setTimeout`, `setInterval`: each firing is a unit of work of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pytest_uimcp.engine.context import SessionContext
from pytest_uimcp.engine.log import ERROR
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.timer_heap import WorkerTimer

__all__ = ["Timers"]

_MIN_SECONDS: Final = 0.001
_MAX_SECONDS: Final = 1e9


class Timers:
    """The timers of one session by their Lua handles; on the worker only."""

    def __init__(self, context: SessionContext) -> None:
        self._context = context
        self._waiting: dict[int, WorkerTimer | None] = {}
        # Whether the app has ever set one that takes time: what it shows may then depend on when somebody looks.
        self.in_use = False

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        return {"timer_set": self._set, "timer_clear": self._clear}

    def _set(self, handle: float, milliseconds: float, repeat: bool) -> None:
        handle = int(handle)
        if milliseconds <= 0 and not repeat:
            # Through the queue, not the heap: a chain of these lets other work have its turn.
            self._waiting[handle] = None
            unit = partial(self._context.unit, partial(self._fire_queued, handle))
            self._context.worker.submit(unit, survives_stall=True)
        else:
            self.in_use = True
            seconds = _seconds(milliseconds)
            self._arm(handle, self._context.worker.now + seconds, seconds if repeat else None)

    def _clear(self, handle: float) -> None:
        timer = self._waiting.pop(int(handle), None)
        if timer is not None:
            timer.cancel()

    def _arm(self, handle: int, due: float, period: float | None) -> None:
        action = partial(self._fire_due, handle, period)
        self._waiting[handle] = self._context.worker.call_at(due, action)

    def _fire_queued(self, handle: int) -> None:
        if handle in self._waiting:
            del self._waiting[handle]
            self._fire(handle)

    def _fire_due(self, handle: int, period: float | None, due: float) -> None:
        del self._waiting[handle]
        if period is not None:
            self._arm(handle, self._context.worker.now + period, period)
        self._context.unit(partial(self._fire, handle))

    def _fire(self, handle: int) -> None:
        try:
            self._context.host.call("fire", handle)
        except LuaError as error:
            self._context.host.call("timer_failed", error.message)
            self._context.app_failed(error, "running a timer")
            self._context.log(ERROR, f"a timer failed: {error}\n{error.traceback}".rstrip())


def _seconds(milliseconds: float) -> float:
    # A delay of 0 goes through the queue. NaN counts as the shortest delay, values beyond the range as the longest.
    if math.isnan(milliseconds):
        return _MIN_SECONDS
    return min(max(milliseconds / 1000, _MIN_SECONDS), _MAX_SECONDS)
