"""The client's side of stdio: starts a server as a child process and exchanges messages with it.

Unlike the SDK's stdio client, this one limits the length of a line, ignores lines that are not messages or not UTF-8,
passes on what the server writes to standard error line by line, and kills the server's own child processes as well.
"""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE

import anyio
from anyio.abc import ByteReceiveStream, ByteSendStream, Process
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from pytest_uimcp.transport.jsonrpc import Refusal, decode, encode
from pytest_uimcp.transport.lines import DEFAULT_MAX_LINE, LineBuffer, OverlongLine

_MAX_STDERR_LINE_BYTES = 64 * 1024
_POLL = 0.01

Into = MemoryObjectSendStream[SessionMessage | Exception]
Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]


def _ignore(*_: object) -> None:
    """The default of `on_line` and `ended`."""


@dataclass(frozen=True, slots=True)
class ProcessSpec:
    """A command, without a shell. `env` is its whole environment; `on_line` gets lines for the user.

    `patience` is how many seconds it may take to end by itself, and then again after it was asked to.
    """

    command: Sequence[str] = field(repr=False)
    env: Mapping[str, str] = field(repr=False)
    cwd: Path | str | None = None
    on_line: Callable[[str], None] = _ignore
    max_line: int = DEFAULT_MAX_LINE
    patience: float = 2.0


@asynccontextmanager
async def process_streams(spec: ProcessSpec, ended: Callable[[], None] = _ignore) -> AsyncIterator[Streams]:
    """Start the process; yields what it says and what to say to it. It has ended when the context closes.

    Raises OSError if it cannot be started. When it closes its output, `ended` is called and the stream of messages
    ends.
    """
    process = await anyio.open_process(
        list(spec.command),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        env=dict(spec.env),
        cwd=spec.cwd,
        # A group of its own, so that what it starts can be ended with it.
        start_new_session=os.name == "posix",
    )
    # No await until the task group is entered, or a cancellation in between would leave the process behind.
    into, inbox = anyio.create_memory_object_stream[SessionMessage | Exception]()
    outbox, out_of = anyio.create_memory_object_stream[SessionMessage]()
    stdin = process.stdin
    stdout = process.stdout
    stderr = process.stderr
    assert stdin is not None
    assert stdout is not None
    assert stderr is not None
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_listen, stdout, into, spec, ended)
        tasks.start_soon(_tell, stderr, spec)
        tasks.start_soon(_speak, stdin, out_of)
        try:
            yield inbox, outbox
        finally:
            inbox.close()
            outbox.close()
            with anyio.CancelScope(shield=True):
                await _end(process, stdin, spec.patience)
            tasks.cancel_scope.cancel()


async def _listen(stdout: ByteReceiveStream, into: Into, spec: ProcessSpec, ended: Callable[[], None]) -> None:
    lines = LineBuffer(spec.max_line)
    async with into:
        # The reader may have gone; the rest is still read, so that no server waits to be rid of its last words.
        async for chunk in _chunks(stdout):
            for line in lines.feed(chunk):
                await _take(line, into, spec)
        for line in lines.finish():
            await _take(line, into, spec)
        ended()


async def _take(line: bytes | OverlongLine, into: Into, spec: ProcessSpec) -> None:
    if isinstance(line, OverlongLine):
        spec.on_line(f"ignored a line of {line.size} bytes; the limit is {spec.max_line}")
        return
    try:
        message = decode(line)
    except Refusal as refusal:
        spec.on_line(f"ignored a line that is no message ({refusal}): {line[:200].decode(errors='replace')}")
        return
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
        # Not when the reader has gone; the output is read to its end all the same.
        await into.send(SessionMessage(message))


async def _tell(stderr: ByteReceiveStream, spec: ProcessSpec) -> None:
    lines = LineBuffer(_MAX_STDERR_LINE_BYTES)
    async for chunk in _chunks(stderr):
        for line in lines.feed(chunk):
            spec.on_line(_text(line))
    for line in lines.finish():
        spec.on_line(_text(line))


def _text(line: bytes | OverlongLine) -> str:
    return (f"{line.head[:200]!r}…" if isinstance(line, OverlongLine) else line.decode(errors="replace")).rstrip()


async def _chunks(stream: ByteReceiveStream) -> AsyncIterator[bytes]:
    with suppress(anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        while True:
            yield await stream.receive(65536)


async def _speak(stdin: ByteSendStream, out_of: MemoryObjectReceiveStream[SessionMessage]) -> None:
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        async with out_of:
            async for item in out_of:
                await stdin.send(encode(item.message) + b"\n")


async def _end(process: Process, stdin: ByteSendStream, patience: float) -> None:
    """Close its input and wait, ask it to end and wait, kill it: with everything it has started."""
    with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
        await stdin.aclose()
    if not await _ended(process, patience):
        _signal(process, signal.SIGTERM)
        await _ended(process, patience)
    _kill(process)
    await _ended(process, patience)
    await process.aclose()


async def _ended(process: Process, seconds: float) -> bool:
    # Not `wait()`, which also waits for whoever inherited the pipes.
    with anyio.move_on_after(seconds):
        while process.returncode is None:
            await anyio.sleep(_POLL)
    return process.returncode is not None


def _signal(process: Process, number: int) -> None:
    with suppress(OSError):
        if os.name == "posix":
            # The group lives as long as any process in it, and its number is not given to another one meanwhile.
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.terminate()


def _kill(process: Process) -> None:
    if os.name == "posix":
        _signal(process, signal.SIGKILL)
    elif process.returncode is None:
        process.kill()
