"""Log files of bounded size that other programs may read, truncate, move or delete at any time.

Each write opens, appends and closes. A file that would grow beyond its limit is renamed to `NAME.1` first, `NAME.1` to
`NAME.2`, and so on; three old files are kept.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

__all__ = ["MAX_FILE_BYTES", "MAX_OLD_FILES", "append"]

# Bytes.
MAX_FILE_BYTES: Final = 10_000_000
MAX_OLD_FILES: Final = 3

_turn = threading.Lock()


def append(path: Path, data: bytes, limit: int = MAX_FILE_BYTES) -> None:
    """Append to a file, in one write unless the data exceeds the limit; raises OSError."""
    for piece in _pieces(data[-limit * (MAX_OLD_FILES + 1) :], limit):
        while not _append(path, piece, limit):
            pass


def _pieces(data: bytes, limit: int) -> Iterator[bytes]:
    if len(data) <= limit:
        yield data
        return
    yield from (data[start : start + limit] for start in range(0, len(data), limit))


def _append(path: Path, data: bytes, limit: int) -> bool:
    """Append if there is room, else rotate; returns whether it appended."""
    # One write(2) with O_APPEND: lines of several sessions that share a file do not mix.
    handle = _open(path)
    try:
        size = os.fstat(handle).st_size
        if size and size + len(data) > limit:
            _rotate(path, handle)
            return False
        remainder = memoryview(data)
        while remainder:
            remainder = remainder[os.write(handle, remainder) :]
    finally:
        os.close(handle)
    return True


def _open(path: Path) -> int:
    """Open for appending. A link could lead apps into any file of the user, so only devices may be linked."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC
    if not path.is_symlink():
        return os.open(path, flags | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    handle = os.open(path, flags | os.O_NONBLOCK)
    if not stat.S_ISCHR(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.ELOOP, "it is a link, and a log is a file: remove the link", str(path))
    return handle


def _rotate(path: Path, handle: int) -> None:
    """Rename the open file, unless another session or process has just done so."""
    with _turn, suppress(FileNotFoundError):
        _lock(handle)
        if not os.path.samestat(os.fstat(handle), path.stat()):
            return
        for number in range(MAX_OLD_FILES - 1, 0, -1):
            with suppress(FileNotFoundError):
                _old(path, number).replace(_old(path, number + 1))
        path.replace(_old(path, 1))


def _old(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.{number}")


def _lock(handle: int) -> None:
    if sys.platform != "win32":
        import fcntl

        with suppress(OSError):  # a network file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
