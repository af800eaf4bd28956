"""Reads files of directories that somebody else may have filled.

A directory can hold a named pipe, on which an ordinary read waits for ever, or a link to a device, which never ends.
"""

from __future__ import annotations

import errno
import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import Final

# The bytes that a text which people write may have.
MAX_TEXT_BYTES: Final = 16 * 2**20

# Without O_NONBLOCK the open of a named pipe would wait for somebody to write into it.
_OPEN_FLAGS: Final = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
_PIECE: Final = 1 << 20


class FileTooLarge(OSError):
    """The file holds more than the caller is willing to read."""


def read_text(path: Path, max_bytes: int = MAX_TEXT_BYTES, *, encoding: str = "utf-8", errors: str = "strict") -> str:
    """The text of a regular file of at most `max_bytes` bytes, as `Path.read_text` gives it; raises OSError."""
    text = read_regular(path, max_bytes).decode(encoding, errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encoding_fault(error: UnicodeDecodeError) -> tuple[int, str]:
    """The line in which a text is not UTF-8, and what to do."""
    line = error.object[: error.start].count(b"\n") + 1
    byte = error.object[error.start]
    return line, f"the byte 0x{byte:02X} is not UTF-8: save the file as UTF-8, not as Latin-1 or Windows-1252"


def read_saved_text(path: Path) -> str:
    """`read_text` of a file that is read often: once each time it was saved; what is not UTF-8 is replaced."""
    status = path.stat()
    return _text_as_saved(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _text_as_saved(path: Path, _mtime_ns: int, _size: int) -> str:
    return read_text(path, errors="replace")


def read_regular(path: Path, max_bytes: int) -> bytes:
    """The content of a regular file of at most `max_bytes` bytes; raises OSError for anything else."""
    descriptor = open_regular(path)
    try:
        # Files such as those of /proc say that they are empty, so what comes counts as well.
        if (
            os.fstat(descriptor).st_size > max_bytes
            or len(content := _read(descriptor, max_bytes + 1, path)) > max_bytes
        ):
            raise FileTooLarge(errno.EFBIG, f"it is over {_size(max_bytes)}", str(path))
    finally:
        os.close(descriptor)
    return content


def read_beginning(path: Path, max_bytes: int) -> bytes:
    """The first bytes of a regular file; raises OSError for anything else."""
    descriptor = open_regular(path)
    try:
        return _read(descriptor, max_bytes, path)
    finally:
        os.close(descriptor)


def _read(descriptor: int, max_bytes: int, path: Path) -> bytes:
    pieces = []
    try:
        # A read may give less than it was asked for, also in the middle of a file.
        while max_bytes > 0 and (piece := os.read(descriptor, min(max_bytes, _PIECE))):
            pieces.append(piece)
            max_bytes -= len(piece)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    return b"".join(pieces)


def objection_to(path: Path) -> str | None:
    """Why a text cannot be read; None if it can."""
    try:
        read_regular(path, MAX_TEXT_BYTES)
    except OSError as error:
        return error.strerror
    return None


def open_regular(path: Path) -> int:
    """A descriptor to read a regular file; raises OSError for anything else, without waiting for it."""
    # Opening a device can be enough to make it act: a watchdog starts to run, a tape is wound back.
    _demand_regular(os.stat(path), path)  # noqa: PTH116 -- beside fstat
    descriptor = os.open(path, _OPEN_FLAGS)
    try:
        _demand_regular(os.fstat(descriptor), path)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _demand_regular(status: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a directory", str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))


def _size(count: int) -> str:
    if count >= 2**20 and count % 2**20 == 0:
        return f"{count // 2**20} MiB"
    return f"{count} bytes"
