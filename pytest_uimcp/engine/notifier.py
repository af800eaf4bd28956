"""The system's file notifications, or polling where the system refuses."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from watchfiles._rust_notify import RustNotify

__all__ = ["Notifier", "open_notifier"]

_ATTEMPTS = 5
_POLL_MS = 300


class _Event(Protocol):
    def is_set(self) -> bool: ...


class Notifier(Protocol):
    """Reports what happens in some directories from its making on."""

    def watch(
        self, debounce_ms: int, step_ms: int, timeout_ms: int, stop_event: _Event | None, /
    ) -> set[tuple[int, str]] | Literal["signal", "stop", "timeout"]:
        """The changes since the last call, waited for if there are none; a timeout of 0 is none."""

    def close(self) -> None:
        """Give back what the system lent."""


def open_notifier(directories: Sequence[str], wait: Callable[[float], object]) -> tuple[Notifier, str | None]:
    """A notifier that already watches, and what is wrong if it can do so only by polling."""
    if _polling_wanted():
        return _notifier(directories, polling=True), None
    for attempt in range(_ATTEMPTS):
        try:
            return _notifier(directories, polling=False), None
        except (OSError, RuntimeError) as error:
            refused = error
        # A notifier closed a moment ago gives its file descriptor back from a thread of its own.
        wait(0.01 * 2**attempt)
    return _notifier(directories, polling=True), (
        f"the system refuses to watch {len(directories)} directories ({refused}); files are polled every"
        f" {_POLL_MS} ms instead. Raise its limits: sysctl fs.inotify.max_user_watches,"
        " fs.inotify.max_user_instances and ulimit -n"
    )


def _notifier(directories: Sequence[str], *, polling: bool) -> Notifier:
    # Not recursive: a recursive watch of the system's would follow links, but not notice them turned.
    return RustNotify(list(directories), False, polling, _POLL_MS, False, True)


def _polling_wanted() -> bool:
    """What watchfiles documents for file systems that notify nobody."""
    wanted = os.environ.get("WATCHFILES_FORCE_POLLING", "")
    return bool(wanted) and wanted.lower() not in {"false", "disable", "disabled"}
