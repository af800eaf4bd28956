"""Graceful shutdown on SIGINT and SIGTERM."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_signals(stop: Callable[[], None]) -> Iterator[None]:
    """While the context is open, the first SIGINT or SIGTERM calls `stop` in the running loop; the second one kills.

    Does nothing outside the main thread, which alone can set signal handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()

    # Uses `signal.signal`, because the loop's own signal handlers do not exist on Windows.
    def on_signal(_number: int, _frame: FrameType | None) -> None:
        # A second signal has its usual effect: it ends a shutdown that hangs.
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(stop)

    with _waking(loop):
        handlers: dict[signal.Signals, Any] = {number: signal.signal(number, on_signal) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)


@contextmanager
def _waking(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """While the context is open, a signal wakes the loop.

    Python runs a handler between two steps of the main thread. A signal that arrives as the loop begins to wait, or
    in another thread, interrupts no wait: without this, its handler would run at the loop's next event.
    """
    if sys.platform == "win32":  # the loop wakes by itself
        yield
        return
    wakes, woken = socket.socketpair()
    with wakes, woken:
        wakes.setblocking(False)
        woken.setblocking(False)
        loop.add_reader(woken, woken.recv, 64)
        previous = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(previous)
            loop.remove_reader(woken)
