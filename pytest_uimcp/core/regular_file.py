"""Reads files of directories that somebody else may have filled.

A directory can hold a named pipe, on which an ordinary read waits for ever, or a link to a device, which never ends.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

__all__ = ["read_beginning", "read_regular"]

# Without O_NONBLOCK the open of a named pipe would wait for somebody to write into it.
_HOW: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def read_regular(path: Path, most: int) -> bytes:
    """The content of a regular file of at most `most` bytes; raises OSError for anything else."""
    content = read_beginning(path, most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has over {most} bytes", str(path))
    return content


def read_beginning(path: Path, most: int) -> bytes:
    """The first bytes of a regular file; raises OSError for anything else."""
    with os.fdopen(os.open(path, _HOW), "rb") as file:
        found = os.fstat(file.fileno())
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        # Files such as those of /proc say that they are empty, so what counts is what comes.
        return file.read(most)
