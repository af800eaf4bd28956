"""Reading and writing file descriptors without blocking the event loop.

Pipes and sockets are polled for readiness. They are never switched to non-blocking mode, because that mode is
shared with every process that holds the same pipe. Files, terminals and everything on Windows go through a
daemon thread, so that a blocked read does not keep the process from exiting.
"""

from __future__ import annotations

import asyncio
import os
import queue
import select
import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol

import anyio
import anyio.lowlevel

from pytest_uimcp.transport.claim import can_be_polled

_CHUNK = 64 * 1024
_TURN = 64  # pieces written before other tasks get a turn


class Reader(Protocol):
    """Reads bytes from a descriptor, which its owner closes."""

    async def read(self) -> bytes:
        """Give the next bytes; none at the end."""
        ...

    def close(self) -> None: ...


class Writer(Protocol):
    """Writes bytes to a descriptor, which its owner closes."""

    async def write(self, data: bytes) -> None:
        """Write all data. Raises `BrokenPipeError` (or another `OSError`) when there is no reader."""
        ...

    async def reader_gone(self) -> None:
        """Return when the other side has closed its end, where that can be detected."""
        ...

    def close(self) -> None: ...


def open_reader(fd: int) -> Reader:
    if can_be_polled(fd):
        return PolledReader(fd)
    return ThreadedReader(fd)


def open_writer(fd: int) -> Writer:
    if can_be_polled(fd):
        return PolledWriter(fd)
    return ThreadedWriter(fd)


class PolledReader:
    def __init__(self, fd: int) -> None:
        self._fd = fd

    async def read(self) -> bytes:
        await anyio.wait_readable(self._fd)
        return os.read(self._fd, _CHUNK)

    def close(self) -> None:
        """Let go of the descriptor."""


class PolledWriter:
    """Writes to a pipe or a socket, in pieces that a ready descriptor accepts without blocking."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._room = select.poll()
        self._room.register(fd, select.POLLOUT)
        self._trouble = select.poll()
        self._trouble.register(fd, 0)  # errors and hang-ups are always reported
        self._capacity = _capacity(fd)

    async def write(self, data: bytes) -> None:
        remaining = memoryview(data)
        pieces = 0
        while remaining:
            if not self._room.poll(0):
                await anyio.wait_writable(self._fd)
            elif pieces and pieces % _TURN == 0:
                await anyio.lowlevel.checkpoint()
            remaining = remaining[os.write(self._fd, remaining[: self._piece(len(remaining))]) :]
            pieces += 1

    def _piece(self, size: int) -> int:
        """The size of the next piece: what a ready descriptor accepts without blocking."""
        if size <= select.PIPE_BUF or self._capacity <= select.PIPE_BUF or _unread(self._fd):
            return select.PIPE_BUF
        # An empty pipe accepts its full capacity; large pieces save the reader many small reads.
        return self._capacity

    async def reader_gone(self) -> None:
        # The write end of a pipe becomes readable only when the reader has closed its end.
        await anyio.wait_readable(self._fd)
        if not self._trouble.poll(0):
            # The socket also carries the input: incoming data says nothing about the output direction.
            await anyio.sleep_forever()

    def close(self) -> None:
        """Let go of the descriptor."""


def _capacity(fd: int) -> int:
    """The capacity of the pipe, where the system reports it."""
    import fcntl

    try:
        return fcntl.fcntl(fd, fcntl.F_GETPIPE_SZ)
    except (AttributeError, OSError):  # not Linux, or not a pipe
        return 0


def _unread(fd: int) -> int:
    """The number of bytes in the pipe that the other side has not read yet."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(fd, termios.FIONREAD, bytes(4)), sys.byteorder)


class ThreadedReader:
    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._thread = _Thread("stdio reader")
        self._pending: asyncio.Future[bytes] | None = None

    async def read(self) -> bytes:
        # A cancelled read continues in the thread; its bytes go to the next caller.
        self._pending = self._pending or self._thread.submit(lambda: os.read(self._fd, _CHUNK))
        data = await asyncio.shield(self._pending)
        self._pending = None
        return data

    def close(self) -> None:
        """End the thread; if it is blocked in a read, it ends with the process."""
        self._thread.close()


class ThreadedWriter:
    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._thread = _Thread("stdio writer")

    async def write(self, data: bytes) -> None:
        await self._thread.submit(lambda: self._write_all(data))

    async def reader_gone(self) -> None:
        """Never return: files have no other side, and on Windows only a write detects a closed end."""
        await anyio.sleep_forever()

    def close(self) -> None:
        """End the thread after the writes submitted so far."""
        self._thread.close()

    def _write_all(self, data: bytes) -> bytes:
        remaining = memoryview(data)
        while remaining:
            remaining = remaining[os.write(self._fd, remaining) :]
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
            except BaseException as error:  # noqa: BLE001 - whoever waits must get it, whatever it is
                self._tell(future.set_exception, error, future)

    def _tell(self, report: Callable[[Any], None], value: Any, future: asyncio.Future[bytes]) -> None:
        def deliver() -> None:
            if not future.done():
                report(value)

        try:
            self._loop.call_soon_threadsafe(deliver)
        except RuntimeError:  # the loop is closed, so nobody is waiting for the result
            self._calls.put(None)
