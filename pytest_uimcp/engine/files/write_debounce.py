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

    def time_left(self, paths: Iterable[Path], now: float) -> float:
        """Look at `paths`; returns in how many seconds to look again, 0.0 when all are complete."""
        if self._began is None:
            self._began = now
        left = max((self._left(path, now) for path in paths), default=0.0)
        left = min(left, self._began + self._limit - now)
        if left > _NOTHING:
            return min(left, self._pause)
        self._since.clear()
        self._began = None
        return 0.0

    def _left(self, path: Path, now: float) -> float:
        found = signature_of(path)
        before = self._since.get(path)
        if before is None or before[0] != found:
            before = self._since[path] = (found, now)
        return before[1] + self._needed_rest(found) - now

    def _needed_rest(self, found: Signature | None) -> float:
        if found is None:
            return self._missing
        if found.size:
            return self._pause
        return self._limit
