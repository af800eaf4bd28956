"""Reading and writing file descriptors without stopping the event loop.

Pipes and sockets are asked whether they are ready; nothing is switched to non-blocking mode, because that
switch is shared with every process that holds the same pipe. Files, terminals and everything on Windows
go through a daemon thread, which a blocked read cannot keep from ending with its process.
"""

from __future__ import annotations

import asyncio
import os
import queue
import select
import stat
import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol

import anyio
import anyio.lowlevel

__all__ = ["Reader", "Writer", "open_reader", "open_writer"]

_CHUNK = 64 * 1024
_TURN = 64  # pieces written before other tasks get a turn


class Reader(Protocol):
    """Where bytes come from. The descriptor stays its owner's to close."""

    async def read(self) -> bytes:
        """Give the next bytes; none at the end."""
        ...

    def close(self) -> None:
        """Stop using the descriptor."""
        ...


class Writer(Protocol):
    """Where bytes go. The descriptor stays its owner's to close."""

    async def write(self, data: bytes) -> None:
        """Write all of it. Raises `BrokenPipeError` (or another `OSError`) when nobody can read it."""
        ...

    async def reader_gone(self) -> None:
        """Return when the other side has closed its end, as far as that can be seen."""
        ...

    def close(self) -> None:
        """Let go of the descriptor."""
        ...


def open_reader(fd: int) -> Reader:
    """The right way to read this descriptor."""
    return PolledReader(fd) if _can_be_polled(fd) else ThreadedReader(fd)


def open_writer(fd: int) -> Writer:
    """The right way to write to this descriptor."""
    return PolledWriter(fd) if _can_be_polled(fd) else ThreadedWriter(fd)


def _can_be_polled(fd: int) -> bool:
    kind = os.fstat(fd).st_mode
    return sys.platform != "win32" and (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind))


class PolledReader:
    """Reads a pipe or a socket."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    async def read(self) -> bytes:
        """Give the next bytes; none at the end."""
        await anyio.wait_readable(self._fd)
        return os.read(self._fd, _CHUNK)

    def close(self) -> None:
        """Let go of the descriptor."""


class PolledWriter:
    """Writes to a pipe or a socket, in pieces that a ready descriptor takes at once."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._room = select.poll()
        self._room.register(fd, select.POLLOUT)
        self._trouble = select.poll()
        self._trouble.register(fd, 0)  # errors and hang-ups are always reported
        self._capacity = _capacity(fd)

    async def write(self, data: bytes) -> None:
        """Write all of it."""
        rest = memoryview(data)
        pieces = 0
        while rest:
            if not self._room.poll(0):
                await anyio.wait_writable(self._fd)
            elif pieces and pieces % _TURN == 0:
                await anyio.lowlevel.checkpoint()
            rest = rest[os.write(self._fd, rest[: self._piece(len(rest))]) :]
            pieces += 1

    def _piece(self, wanted: int) -> int:
        """How much a descriptor that is ready takes without blocking."""
        if wanted <= select.PIPE_BUF or self._capacity <= select.PIPE_BUF or _unread(self._fd):
            return select.PIPE_BUF
        # An empty pipe takes as much as it holds; large pieces spare the other side many small reads.
        return self._capacity

    async def reader_gone(self) -> None:
        """Return when the other side has closed its end."""
        # The end of a pipe that is written to becomes readable only when its reader is gone.
        await anyio.wait_readable(self._fd)
        if not self._trouble.poll(0):
            # A socket that carries the input as well: its data says nothing about the other direction.
            await anyio.sleep_forever()

    def close(self) -> None:
        """Let go of the descriptor."""


def _capacity(fd: int) -> int:
    """How much the pipe holds, where the system tells."""
    import fcntl

    try:
        return fcntl.fcntl(fd, fcntl.F_GETPIPE_SZ)
    except (AttributeError, OSError):  # not Linux, or not a pipe
        return 0


def _unread(fd: int) -> int:
    """How much of the pipe's content the other side has not read yet."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(fd, termios.FIONREAD, bytes(4)), sys.byteorder)


class ThreadedReader:
    """Reads what cannot be polled."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._thread = _Thread("stdio reader")
        self._pending: asyncio.Future[bytes] | None = None

    async def read(self) -> bytes:
        """Give the next bytes; none at the end."""
        # A read that was given up goes on in the thread: its bytes belong to the next one who asks.
        self._pending = self._pending or self._thread.submit(lambda: os.read(self._fd, _CHUNK))
        data = await asyncio.shield(self._pending)
        self._pending = None
        return data

    def close(self) -> None:
        """Let the thread end; one that is blocked in a read ends with the process."""
        self._thread.close()


class ThreadedWriter:
    """Writes to what cannot be polled."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._thread = _Thread("stdio writer")

    async def write(self, data: bytes) -> None:
        """Write all of it."""
        await self._thread.submit(lambda: self._write_all(data))

    async def reader_gone(self) -> None:
        """Never return: files have no other side, and Windows shows it only to those who write."""
        await anyio.sleep_forever()

    def close(self) -> None:
        """Let the thread end after what it was given."""
        self._thread.close()

    def _write_all(self, data: bytes) -> bytes:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._fd, rest) :]
        return b""


class _Thread:
    """One daemon thread that makes blocking calls in order."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._calls: queue.SimpleQueue[tuple[Callable[[], bytes], asyncio.Future[bytes]] | None]
        self._calls = queue.SimpleQueue()
        threading.Thread(target=self._work, name=name, daemon=True).start()

    def submit(self, call: Callable[[], bytes]) -> asyncio.Future[bytes]:
        future: asyncio.Future[bytes] = self._loop.create_future()
        self._calls.put((call, future))
        return future

    def close(self) -> None:
        self._calls.put(None)

    def _work(self) -> None:
        while (job := self._calls.get()) is not None:
            call, future = job
            try:
                self._tell(future.set_result, call(), future)
            except OSError as error:
                self._tell(future.set_exception, error, future)

    def _tell(self, report: Callable[[Any], None], value: Any, future: asyncio.Future[bytes]) -> None:
        def deliver() -> None:
            if not future.done():
                report(value)

        try:
            self._loop.call_soon_threadsafe(deliver)
        except RuntimeError:  # the loop is closed: nobody waits any more
            self._calls.put(None)
