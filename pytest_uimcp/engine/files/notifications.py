"""File notifications of the operating system, or polling where it refuses."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from pytest_uimcp.engine.files.file_state import printable

__all__ = ["FileNotifier", "open_notifier"]

_ATTEMPTS = 5
_POLL_MS = 300
_LIMITS = "Raise its limits: sysctl fs.inotify.max_user_watches, fs.inotify.max_user_instances and ulimit -n"


class _Event(Protocol):
    def is_set(self) -> bool: ...

    def wait(self, timeout: float) -> bool: ...


class FileNotifier(Protocol):
    """Reports what happens in some directories from the moment it is created."""

    def watch(
        self, debounce_ms: int, step_ms: int, timeout_ms: int, stop_event: _Event | None, /
    ) -> set[tuple[int, str]] | Literal["signal", "stop", "timeout"]:
        """The changes since the last call; waits if there are none, without limit if the timeout is 0."""

    def close(self) -> None:
        """Release the system's resources."""


class PollingNotifier:
    """Compares listings every 300 ms. (The polling of watchfiles misses what happens within one second.)"""

    def __init__(self, directories: Sequence[str]) -> None:
        self._directories = tuple(directories)
        self._seen = self._look()

    def watch(
        self, debounce_ms: int, step_ms: int, timeout_ms: int, stop_event: _Event | None, /
    ) -> set[tuple[int, str]] | Literal["signal", "stop", "timeout"]:
        pause = min(timeout_ms or _POLL_MS, _POLL_MS) / 1000
        waited = 0.0
        # Waiting for the stop event is the pause, so that stopping does not wait for it.
        while not timeout_ms or waited * 1000 < timeout_ms:
            if stop_event is not None and stop_event.wait(pause):
                return "stop"
            waited += pause
            previous = self._seen
            self._seen = self._look()
            if previous != self._seen:
                return {(2, path) for path, _ in previous.items() ^ self._seen.items()}
        return "timeout"

    def close(self) -> None:
        """Nothing to release."""

    def _look(self) -> dict[str, tuple[int, ...]]:
        states: dict[str, tuple[int, ...]] = {}
        for directory in self._directories:
            states |= {entry.path: _state(entry) for entry in _entries(directory)}
        return states


def open_notifier(directories: Sequence[str], wait: Callable[[float], object]) -> tuple[FileNotifier, str | None]:
    """Return a notifier that already watches, and why if it can only poll."""
    # Most sessions of tests and all of checks watch nothing, and `watchfiles` brings an event loop along.
    from watchfiles import _rust_notify

    if _polling_wanted():
        return PollingNotifier(directories), None
    for name in directories:
        if name != printable(name):
            reason = "the watch takes only names in UTF-8"
            advice = f"Rename {printable(name)}"
            break
    else:
        for attempt in range(_ATTEMPTS):
            try:
                # Not recursive: a recursive watch would follow links, but not notice them turned.
                return _rust_notify.RustNotify(list(directories), False, False, _POLL_MS, False, True), None
            except (OSError, RuntimeError) as error:
                reason = f"the system refuses to watch {len(directories)} directories ({error})"
                advice = _LIMITS
            # A notifier closed a moment ago releases its file descriptor from a thread of its own.
            wait(0.01 * 2**attempt)
    return PollingNotifier(directories), f"{reason}; files are polled every {_POLL_MS} ms instead. {advice}"


def _entries(directory: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as entries:
            return list(entries)
    except OSError:
        return []


def _state(entry: os.DirEntry[str]) -> tuple[int, ...]:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return ()
    if stat.S_ISDIR(status.st_mode):  # changes inside it are reported by its own watch
        return (status.st_ino,)
    return (status.st_ino, status.st_size, status.st_mtime_ns)


def _polling_wanted() -> bool:
    """Whether the user forces polling, with the variable that watchfiles documents."""
    setting = os.environ.get("WATCHFILES_FORCE_POLLING", "")
    return bool(setting) and setting.lower() not in {"false", "disable", "disabled"}
