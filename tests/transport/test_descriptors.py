from __future__ import annotations

import fcntl
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest

from pytest_uimcp.transport.descriptors import (
    PolledReader,
    PolledWriter,
    Reader,
    ThreadedReader,
    ThreadedWriter,
    Writer,
    open_reader,
    open_writer,
)
from tests.transport.wires import PATIENCE, until

pytestmark = pytest.mark.anyio

BIG = bytes(range(256)) * 40_000

READERS = [PolledReader, ThreadedReader]
WRITERS = [PolledWriter, ThreadedWriter]


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    yield read, write
    for fd in (read, write):
        with suppress(OSError):
            os.close(fd)


async def read_all(reader: Reader) -> bytes:
    found = b""
    with anyio.fail_after(PATIENCE):
        while chunk := await reader.read():
            found += chunk
    reader.close()
    return found


@pytest.mark.parametrize("make_reader", READERS)
@pytest.mark.parametrize("make_writer", WRITERS)
async def test_ten_megabytes_go_through_a_pipe(
    pipe: tuple[int, int], make_reader: type[PolledReader], make_writer: type[PolledWriter]
) -> None:
    read, write = pipe
    writer = make_writer(write)
    received = b""

    async def receive() -> None:
        nonlocal received
        received = await read_all(make_reader(read))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(receive)
        await writer.write(BIG)
        writer.close()
        os.close(write)
    assert received == BIG


@pytest.mark.parametrize("make_writer", WRITERS)
async def test_a_full_pipe_does_not_block_the_event_loop(
    pipe: tuple[int, int], make_writer: type[PolledWriter]
) -> None:
    read, write = pipe
    writer: Writer = make_writer(write)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(writer.write, BIG)
        for _ in range(100):
            await anyio.lowlevel.checkpoint()
        received = b""
        while len(received) < len(BIG):
            received += await anyio.to_thread.run_sync(os.read, read, 65536)
    assert received == BIG
    writer.close()


@pytest.mark.parametrize("make_writer", WRITERS)
async def test_writing_without_a_reader_is_a_broken_pipe(
    pipe: tuple[int, int], make_writer: type[PolledWriter]
) -> None:
    read, write = pipe
    os.close(read)
    writer = make_writer(write)
    with pytest.raises(BrokenPipeError), anyio.fail_after(PATIENCE):
        await writer.write(BIG)
    writer.close()


@pytest.mark.parametrize("kind", ["pipe", "socket"])
async def test_a_closed_other_end_is_noticed_without_writing(pipe: tuple[int, int], kind: str) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, anyio.fail_after(PATIENCE):
        writer = open_writer(pipe[1] if kind == "pipe" else ours.fileno())
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(writer.reader_gone)
            await anyio.lowlevel.checkpoint()
            os.close(pipe[0])
            theirs.close()


async def test_data_on_a_bidirectional_socket_is_not_mistaken_for_its_end() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.send(b"a request")
        with anyio.move_on_after(0.05) as scope:
            await PolledWriter(ours.fileno()).reader_gone()
        assert scope.cancelled_caught
        assert ours.recv(100) == b"a request"


async def test_descriptors_keep_their_blocking_mode(pipe: tuple[int, int]) -> None:
    before = [fcntl.fcntl(fd, fcntl.F_GETFL) for fd in pipe]
    await open_writer(pipe[1]).write(b"x")
    assert await open_reader(pipe[0]).read() == b"x"
    assert [fcntl.fcntl(fd, fcntl.F_GETFL) for fd in pipe] == before


@pytest.mark.parametrize("make_reader", READERS)
async def test_a_cancelled_read_loses_nothing(pipe: tuple[int, int], make_reader: type[PolledReader]) -> None:
    reader = make_reader(pipe[0])
    with anyio.move_on_after(0.01):
        await reader.read()
    os.write(pipe[1], b"later")
    with anyio.fail_after(PATIENCE):
        assert await reader.read() == b"later"
    reader.close()


async def test_files_are_read_and_written_by_threads_that_end(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with path.open("wb") as file:
        writer = open_writer(file.fileno())
        assert isinstance(writer, ThreadedWriter)
        await writer.write(BIG)
        writer.close()
    with path.open("rb") as file:
        reader = open_reader(file.fileno())
        assert isinstance(reader, ThreadedReader)
        assert await read_all(reader) == BIG
    await until(lambda: not [thread for thread in threading.enumerate() if "stdio" in thread.name])


async def test_a_call_that_fails_in_any_way_is_answered_and_the_thread_goes_on(pipe: tuple[int, int]) -> None:
    writer: Any = ThreadedWriter(pipe[1])
    with anyio.fail_after(PATIENCE):
        with pytest.raises(TypeError):
            await writer.write("text, not bytes")
        await writer.write(b"more")
    assert os.read(pipe[0], 100) == b"more"
    writer.close()
