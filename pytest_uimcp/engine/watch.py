"""Watching a directory of apps: says that something changed, never what."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from watchfiles._rust_notify import RustNotify

__all__ = ["Watcher"]


class Watcher:
    """Calls back, from a thread of its own, after files under `base_dir` or behind its links changed."""

    def __init__(
        self, base_dir: str | Path, directories: tuple[str, ...] = ("lua", "viewdefs", "apps")
    ) -> None:
        self._base_dir = Path(base_dir)
        self._directories = directories
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, callback: Callable[[], object]) -> None:
        """Watch from now on: a change after this returns is noticed."""
        notify = RustNotify([str(self._base_dir)], False, False, 300, True, True)
        self._thread = threading.Thread(
            target=self._run, args=(notify, callback), name="uimcp-watch", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the watch; a callback that is under way is waited for, a little."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2.0)

    def _run(self, notify: RustNotify, callback: Callable[[], object]) -> None:
        with notify:
            while True:
                found = notify.watch(10, 5, 0, self._stop)
                if found == "stop":
                    return
                callback()
