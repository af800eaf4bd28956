"""Ownership of a directory's port files: they belong to the server whose process id is in `server-pid`.

That server holds a lock on the file as long as it runs. The lock of a killed server is released by the system, and
another process that happens to get the same process id does not hold it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from pytest_uimcp.core.regular_file import read_regular
from pytest_uimcp.transport.errors import PortFileError

OWNER = "server-pid"


class PortFileOwnership:
    def __init__(self, directory: Path) -> None:
        self._path = directory / OWNER
        self._descriptor: int | None = None
        # Whether the previous owner ended without releasing it.
        self.successor = False

    def acquire(self) -> bool:
        """Take the ownership unless another server has it; returns whether this server has it now."""
        try:
            # Between `open` and the lock the previous owner may remove the file: then what is locked has no name any
            # more.
            while not self._is_held():
                # Through a link, the number would be written over a file that is not ours.
                flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
                descriptor = os.open(self._path, flags, 0o644)
                if not _lock(descriptor):
                    os.close(descriptor)
                    return False
                self._descriptor = descriptor
                # A number in the file was left by a server that was killed, for others remove the file.
                self.successor = bool(os.pread(descriptor, 1, 0))
        except OSError as error:
            self.release()
            raise self._unwritable(error) from None
        return True

    def write_pid(self) -> None:
        assert self._descriptor is not None
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            raise self._unwritable(error) from None

    def release(self) -> None:
        descriptor = self._descriptor
        self._descriptor = None
        if descriptor is not None:
            with suppress(OSError):
                # While the lock is held, so that nobody's new file is removed in place of ours.
                if _same(descriptor, self._path):
                    self._path.unlink()
            os.close(descriptor)

    @property
    def holder(self) -> str:
        number = _number(self._path)
        if number is None:
            return "another server"
        return f"another server (process {number})"

    def _is_held(self) -> bool:
        """Whether the locked file is still the one in the directory: the previous owner may have removed it."""
        descriptor = self._descriptor
        if descriptor is None:
            return False
        if _same(descriptor, self._path):
            return True
        os.close(descriptor)
        self._descriptor = None
        return False

    def _unwritable(self, error: OSError) -> PortFileError:
        return PortFileError(f"cannot write {self._path}: {error.strerror}; is the directory writable?")


def _lock(descriptor: int) -> bool:
    """Lock the file. Where locks are not supported, check that the process whose id it holds is not running."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # not supported, as on some network file systems
            pass
        else:
            return True
    number = _parsed(os.pread(descriptor, 20, 0))
    return number is None or number == os.getpid() or not _lives(number)


def _same(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _number(path: Path) -> int | None:
    try:
        return _parsed(read_regular(path, 100))
    except OSError:
        return None


def _parsed(content: bytes) -> int | None:
    text = content.strip()
    if text.isdigit():
        return int(text)
    return None


def _lives(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:  # another user's
        return True
    return True
