"""Tells when a watch has worked through all that happened to its files, so that no test waits to see nothing happen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pytest_uimcp.engine.files.notifications import FileNotifier, open_notifier
from tests import patience

BOUND = patience.SECONDS
AGAIN = 1.0
"""Seconds after which the mark is made again: a watch that is armed again does not see an earlier one."""


class Settling:
    """Opens notifiers that tell what the watch has been given and whether it waits for more."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._given: set[str] = set()
        self._handled: set[str] = set()
        self._idle = False

    def open(self, directories: Sequence[str], wait: Callable[[float], object]) -> tuple[FileNotifier, str | None]:
        notifier, problem = open_notifier(directories, wait)
        return _Observed(notifier, self), problem

    def settle(self, folder: Path, *, idle: bool = True) -> None:
        """Return when everything so far is handled and, with `idle`, no file is waited for; `folder` is watched."""
        mark = folder / "mark.txt"
        for _ in range(int(BOUND / AGAIN)):
            with self._changed:
                self._handled.clear()
            mark.write_text("")
            with self._changed:
                if self._changed.wait_for(lambda: str(mark) in self._handled and (self._idle or not idle), AGAIN):
                    return
        raise AssertionError(f"the watch of {folder} did not come to rest within {BOUND:g} s")

    def waits(self, idle: bool) -> None:
        with self._changed:
            self._handled |= self._given
            self._given.clear()
            self._idle = idle
            self._changed.notify_all()

    def gets(self, found: Any) -> None:
        with self._changed:
            self._idle = False
            if isinstance(found, set):
                self._given |= {path for _, path in found}


class _Observed:
    def __init__(self, notifier: FileNotifier, settling: Settling) -> None:
        self._notifier = notifier
        self._settling = settling

    def watch(self, debounce_ms: int, step_ms: int, timeout_ms: int, stop_event: Any, /) -> Any:
        self._settling.waits(idle=timeout_ms == 0)
        found = self._notifier.watch(debounce_ms, step_ms, timeout_ms, stop_event)
        self._settling.gets(found)
        return found

    def close(self) -> None:
        self._notifier.close()
