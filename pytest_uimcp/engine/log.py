"""The log of a session: lines go to the app's log files and to Python's logging."""

from __future__ import annotations

import logging
from typing import Final

from pytest_uimcp.engine.lua.output import Output, Stream

__all__ = ["DEBUG", "ERROR", "INFO", "WARNING", "Log"]

ERROR = 1
WARNING = 2
INFO = 3
DEBUG = 4

_LEVELS: Final[dict[int, tuple[str, Stream, int]]] = {
    ERROR: ("error", "err", logging.ERROR),
    WARNING: ("warning", "err", logging.WARNING),
    INFO: ("info", "out", logging.INFO),
    DEBUG: ("debug", "out", logging.DEBUG),
}

log = logging.getLogger("pytest_uimcp.session")


class Log:
    """Takes lines of four levels; apps write here with `session:log` and `ui.log`."""

    def __init__(self, output: Output, vended_id: str) -> None:
        self._output = output
        self._who = vended_id
        self._over = False

    def end(self) -> None:
        """Drop everything from now on."""
        self._over = True

    def __call__(self, level: int, message: str) -> None:
        if self._over:
            return
        name, stream, python_level = _LEVELS[level]
        # Bytes from Lua that are not UTF-8 came as surrogates, and go out as they were.
        self._output.write(stream, f"[{name}] {message}\n".encode("utf-8", "surrogateescape"))
        # Checked first: apps may log in a loop, and decoding costs more than the check.
        if log.isEnabledFor(python_level):
            text = message.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            log.log(python_level, "session %s: %s", self._who, text)

    def from_lua(self, level: float, message: bytes) -> None:
        """The host function `log`; a level out of range counts as the nearest one, NaN as info."""
        level_in_range = int(min(max(level, ERROR), DEBUG)) if level == level else INFO
        self(level_in_range, message.decode("utf-8", "surrogateescape"))
