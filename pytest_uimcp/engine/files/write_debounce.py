"""Decides when files have been written completely."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pytest_uimcp.engine.files.file_state import Signature, signature_of

__all__ = ["WriteDebounce"]

# Sums of floats are not exact, and waits are in milliseconds anyway.
_NOTHING = 0.0005


class WriteDebounce:
    """Tells from repeated looks at files whether somebody is still writing them; it neither waits nor reads a clock.

    A file is complete when two looks a pause apart find it unchanged. An empty file was perhaps just truncated, and a
    missing one is perhaps being replaced: both get more time. After `limit` whatever is there counts, so that a file
    which never rests does not keep all others waiting.
    """

    def __init__(self, *, pause: float = 0.02, missing: float = 0.1, limit: float = 1.0) -> None:
        self._pause = pause
        self._missing = missing
        self._limit = limit
        self._since: dict[Path, tuple[Signature | None, float]] = {}
        self._began: float | None = None

    def time_left(self, paths: Iterable[Path], time_now: float) -> float:
        """Look at `paths`; returns in how many seconds to look again, 0.0 when all are complete."""
        if self._began is None:
            self._began = time_now
        seconds = max((self._left(path, time_now) for path in paths), default=0.0)
        # A file that is written all the time must not hold up all others.
        seconds = min(seconds, self._began + self._limit - time_now)
        if seconds > _NOTHING:
            return min(seconds, self._pause)
        self._since.clear()
        self._began = None
        return 0.0

    def _left(self, path: Path, time_now: float) -> float:
        signature = signature_of(path)
        since = self._since.get(path)
        if since is None or since[0] != signature:
            since = self._since[path] = (signature, time_now)
        return since[1] + self._needed_rest(signature) - time_now

    def _needed_rest(self, signature: Signature | None) -> float:
        if signature is None:
            return self._missing
        if signature.size:
            return self._pause
        return self._limit
