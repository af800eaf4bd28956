"""Where the server's own log goes: standard error, and `log/server.log` once there is a base directory."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

__all__ = ["log_to_directory", "log_to_stderr"]

LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
# From -vvvv on, libraries speak too.
ALL = 4
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to_stderr(verbosity: int) -> None:
    """Warnings and errors, and with each -v more."""
    root = logging.getLogger()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(FORMAT))
    root.addHandler(handler)
    root.setLevel(logging.DEBUG if verbosity >= ALL else logging.WARNING)
    logging.getLogger("pytest_uimcp").setLevel(LEVELS[min(verbosity, len(LEVELS) - 1)])


def log_to_directory(base_dir: Path) -> None:
    """The same in `log/server.log`; a disk that refuses is said once on standard error."""
    try:
        handler = logging.FileHandler(base_dir / "log" / "server.log", encoding="utf-8", delay=True)
    except OSError as error:
        logging.getLogger(__name__).warning("no log file: %s", error)
        return
    handler.setFormatter(logging.Formatter(FORMAT))
    logging.getLogger().addHandler(handler)
