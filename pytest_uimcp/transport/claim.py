"""Keeping the protocol stream clean.

A server on stdio owns its standard output: one stray line and the client is lost. So the real streams move
to private descriptors, and the well-known numbers are pointed elsewhere: 1 at standard error, 0 at nothing.
Whatever prints then (Python, a C library, Lua, a child process, a warning) is seen by the human, and
whatever reads gets an end of file. Works below `sys.stdout`, hence for all of them.

This module imports nothing heavy, so that a command can claim its streams before anything else is loaded.
"""

from __future__ import annotations

import errno
import io
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from pytest_uimcp.transport.errors import StdioUnavailable

__all__ = ["StdioClaim", "claim_stdout"]

_claimed: set[int] = set()
_lock = threading.Lock()


class StdioClaim:
    """The real input and output of a process, out of everybody else's reach. A context manager."""

    def __init__(self, stdin: int, stdout: int, stderr: int, *, restore: bool) -> None:
        self._public = (stdin, stdout)
        self._restore = restore
        self._open = True
        with _lock:
            if taken := _claimed.intersection(self._public):
                raise StdioUnavailable(
                    f"descriptor {min(taken)} already serves another stdio transport of this process; "
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
        # What was printed before and still sits in a buffer is as little a message as what comes later.
        _flush_python(stdout)
        self._line_buffering = _print_by_lines(stdout, True)

    def close(self) -> None:
        """Give the streams back, or with `restore=False` leave them diverted, and close the private ones."""
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
    """Take standard output and input for the protocol; everybody else's output goes to standard error.

    With `restore=False` the streams stay diverted after the claim is closed: the choice of a command that
    is about to end, where late output (of C buffers, of exit handlers) must not reach the client either.
    """
    return StdioClaim(stdin, stdout, stderr, restore=restore)


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
    """OSError for a stream that was closed at the start: what is open by its number now is any file.

    The first file that is opened gets the number; that need not be by us. From Debian's libffi 3.5 on, `import ctypes`
    opens one and keeps it.
    """
    started_with = {0: sys.__stdin__, 1: sys.__stdout__, 2: sys.__stderr__}
    if started_with.get(fd, fd) is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _divert(fd: int, replacement: Callable[[], int]) -> None:
    other = replacement()
    try:
        os.dup2(other, fd)
    finally:
        os.close(other)
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
    """What Python prints to this descriptor with, if anything."""
    stream = sys.stdout
    with suppress(OSError, ValueError):
        if isinstance(stream, io.TextIOWrapper) and stream.fileno() == fd:
            return stream
    return None


def _flush_python(fd: int) -> None:
    if stream := _python_stream(fd):
        with suppress(OSError):
            stream.flush()


def _print_by_lines(fd: int, wanted: bool) -> bool:
    """Let `print` show at once, in order with the log it now shares a stream with. Tells what was before."""
    stream = _python_stream(fd)
    if stream is None:
        return False
    before = stream.line_buffering
    with suppress(OSError):
        stream.reconfigure(line_buffering=wanted)  # flushes
    return before


def _flush_c() -> None:
    import ctypes

    with suppress(AttributeError, OSError):
        library = ctypes.CDLL("ucrtbase") if sys.platform == "win32" else ctypes.CDLL(None)
        library.fflush(None)
