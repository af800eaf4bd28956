"""A lock that allows one install at a time per project, because its base directories share the skills."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .errors import InstallError

WAIT_SECONDS = 10.0
_POLL_SECONDS = 0.02


@contextlib.contextmanager
def exclusive(directory: Path) -> Iterator[None]:
    """Lock the directory itself: this needs no lock file, and the system releases the lock of a killed process."""
    if sys.platform == "win32":  # directories cannot be locked there
        yield
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        _acquire(descriptor, directory, time.monotonic() + WAIT_SECONDS)
        yield
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, directory: Path, deadline: float) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise InstallError(
                    f"cannot install into {directory}: another install is still at work there. "
                    "Nothing was changed. Wait for it to end, then run the install again."
                ) from None
            time.sleep(_POLL_SECONDS)
        except OSError:  # a network file system without locks: renames still keep each file intact
            return
