"""SIGINT and SIGTERM as a polite request to stop."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

__all__ = ["stop_signals"]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_signals(stop: Callable[[], None]) -> Iterator[None]:
    """While open, the first SIGINT or SIGTERM calls `stop` in the running loop; the second one kills.

    Signals belong to the main thread: entered in another one, this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()

    # Python's own handlers, not the loop's: these exist on Windows too.
    def on_signal(_number: int, _frame: FrameType | None) -> None:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(stop)

    before: dict[signal.Signals, Any] = {number: signal.signal(number, on_signal) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
