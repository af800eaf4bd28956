"""The server's log: on standard error, and in `log/mcp.log` of the base directory."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from pytest_uimcp.core.secrets import MaskingFormatter
from pytest_uimcp.engine.logfile import append

log = logging.getLogger(__name__)

# Without -v: what is wrong. -v: starts, configuration, installations, calls of tools. -vv: sessions, pages, requests.
LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
# From -vvv on, the log includes every frame between pages and sessions; from -vvvv on, that of libraries.
FRAMES = 3
ALL = 4
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to_stderr(verbosity: int) -> None:
    """Log warnings and errors to standard error; each -v adds more."""
    root = logging.getLogger()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(MaskingFormatter(FORMAT))
    root.addHandler(handler)
    root.setLevel(logging.DEBUG if verbosity >= ALL else logging.WARNING)
    logging.getLogger("pytest_uimcp").setLevel(LEVELS[min(verbosity, len(LEVELS) - 1)])
    logging.getLogger("pytest_uimcp.frames").setLevel(logging.DEBUG if verbosity >= FRAMES else logging.INFO)


def log_to_directory(base_dir: Path) -> None:
    """Log to `log/mcp.log` of this directory as well, instead of that of an earlier one."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, _LogFile)]:
        root.removeHandler(handler)
        handler.close()
    try:
        file = _LogFile(base_dir / "log" / "mcp.log")
    except OSError as error:
        log.warning("no log file: %s", error)
        return
    root.addHandler(file)


class _LogFile(logging.Handler):
    """A log file that is given up when it cannot be written, which is reported once on standard error."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.setFormatter(MaskingFormatter(FORMAT))
        # Writes nothing, but raises at once if the file cannot be written.
        append(path, b"")

    def emit(self, record: logging.LogRecord) -> None:
        try:
            # Half a surrogate pair, as from a client or from Lua, is no UTF-8.
            append(self._path, f"{self.format(record)}\n".encode("utf-8", "backslashreplace"))
        except Exception:  # noqa: BLE001 -- logging must not raise in the code that logs
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 -- logging's name
        reason = sys.exc_info()[1]
        logging.getLogger().removeHandler(self)
        log.warning("logging to %s has stopped: %s", self._path, reason)
