"""Keeping the protocol stream clean.

On stdio, standard output belongs to the protocol: one stray line breaks the connection. So the real streams are
moved to private descriptors, and the standard numbers are redirected: 1 to standard error, 0 to the null device.
Anything that prints after that (Python, a C library, Lua, a child process, a warning) writes to standard error, and
anything that reads gets end of file. This covers all of them because it works on descriptors, below `sys.stdout`.

This module imports nothing heavy, so that a command can claim its streams before anything else is loaded.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple

from pytest_uimcp.transport.errors import StdioUnavailable

_claimed: set[int] = set()
_lock = threading.Lock()


class Opening(NamedTuple):
    """What has been read before the server was there: lines that have their answers, and what is still to be served.

    `unsent` is the rest of the last answer, if the client has not read it yet.
    """

    answered: bytes = b""
    unread: bytes = b""
    unsent: bytes = b""


class StdioClaim:
    """Holds the real input and output of the process on private descriptors. A context manager."""

    def __init__(self, stdin: int, stdout: int, stderr: int, *, restore: bool) -> None:
        self.opening = Opening()
        self._public = (stdin, stdout)
        self._restore = restore
        self._open = True
        with _lock:
            if occupied := _claimed.intersection(self._public):
                raise StdioUnavailable(
                    f"descriptor {min(occupied)} already serves another stdio transport of this process; "
                    "close that one first"
                )
            self.stdin = _private_copy(stdin, "standard input")
            try:
                self.stdout = _private_copy(stdout, "standard output")
            except StdioUnavailable:
                os.close(self.stdin)
                raise
            _claimed.update(self._public)
        _divert(stdin, lambda: os.open(os.devnull, os.O_RDONLY))
        _divert(stdout, lambda: _human_stream(stderr))
        # Text that was printed earlier and is still buffered must not reach the protocol stream either.
        _flush_python(stdout)
        self._line_buffering = _print_by_lines(stdout, True)

    def close(self) -> None:
        """Restore the streams (with `restore=False`, leave them diverted) and close the private descriptors."""
        with _lock:
            if not self._open:
                return
            self._open = False
            _claimed.difference_update(self._public)
        if self._restore:
            _print_by_lines(self._public[1], self._line_buffering)
            _flush_c()
            for private, public in zip((self.stdin, self.stdout), self._public, strict=True):
                os.dup2(private, public)
                _tell_windows(public)
        os.close(self.stdin)
        os.close(self.stdout)

    def __enter__(self) -> StdioClaim:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def claim_stdout(*, stdin: int = 0, stdout: int = 1, stderr: int = 2, restore: bool = True) -> StdioClaim:
    """Reserve standard input and output for the protocol; all other output goes to standard error.

    With `restore=False` the streams stay diverted after the claim is closed. Commands that are about to exit use
    this, so that late output (from C buffers or exit handlers) does not reach the client either.
    """
    return StdioClaim(stdin, stdout, stderr, restore=restore)


def can_be_polled(fd: int) -> bool:
    kind = os.fstat(fd).st_mode
    return sys.platform != "win32" and (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind))


def _private_copy(fd: int, name: str) -> int:
    try:
        _refuse_what_took_its_place(fd)
        if sys.platform == "win32":
            return os.dup(fd)
        import fcntl

        # Never 0, 1 or 2, even if some of them are closed.
        return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 3)
    except OSError as error:
        raise StdioUnavailable(
            f"{name} (descriptor {fd}) is closed; start this command with its streams connected, as an MCP client does"
        ) from error


def _refuse_what_took_its_place(fd: int) -> None:
    """Raise OSError for a stream that was closed when the process started and whose number now belongs to another file.

    The first file that anyone opens gets the free number. From Debian's libffi 3.5 on, `import ctypes` opens a file
    and keeps it.
    """
    started_with = {0: sys.__stdin__, 1: sys.__stdout__, 2: sys.__stderr__}
    if started_with.get(fd, fd) is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _divert(fd: int, replacement: Callable[[], int]) -> None:
    target = replacement()
    try:
        os.dup2(target, fd)
    finally:
        os.close(target)
    _tell_windows(fd)


def _human_stream(stderr: int) -> int:
    try:
        _refuse_what_took_its_place(stderr)
        return os.dup(stderr)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)


def _tell_windows(fd: int) -> None:
    if sys.platform == "win32":
        # Child processes inherit handles, which dup2 does not touch.
        from mcp.os.win32.utilities import rebind_std_handle_to_fd

        rebind_std_handle_to_fd(fd)


def _python_stream(fd: int) -> io.TextIOWrapper | None:
    stream = sys.stdout
    with suppress(OSError, ValueError):
        if isinstance(stream, io.TextIOWrapper) and stream.fileno() == fd:
            return stream
    return None


def _flush_python(fd: int) -> None:
    if stream := _python_stream(fd):
        with suppress(OSError):
            stream.flush()


def _print_by_lines(fd: int, by_lines: bool) -> bool:
    """Switch line buffering, so that `print` and the log keep their order on one stream. Returns the old setting."""
    stream = _python_stream(fd)
    if stream is None:
        return False
    previous = stream.line_buffering
    with suppress(OSError):
        stream.reconfigure(line_buffering=by_lines)  # flushes
    return previous


def _flush_c() -> None:
    import ctypes

    with suppress(AttributeError, OSError):
        if sys.platform == "win32":
            library = ctypes.CDLL("ucrtbase")
        else:
            library = ctypes.CDLL(None)
        library.fflush(None)
