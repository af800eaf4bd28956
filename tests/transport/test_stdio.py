from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import CONNECTION_CLOSED

from pytest_uimcp.transport.stdio import Ending
from tests.transport.bad_input import BAD_LINES, Bad
from tests.transport.sample import Sample
from tests.transport.wires import PATIENCE, call, cancel, served, until

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("bad", BAD_LINES, ids=lambda bad: bad.name)
async def test_a_bad_line_is_answered_and_the_next_call_works(sample: Sample, bad: Bad) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        reply = await wire.ask(bad.line)
        assert (reply["id"], reply["error"]["code"]) == (bad.id, bad.code)
        assert bad.says in reply["error"]["message"]
        assert await wire.text_of(call(1, "echo", text="still here")) == "still here"


async def test_a_bad_line_before_the_handshake_is_answered_too(sample: Sample) -> None:
    async with served(sample.server) as wire:
        assert (await wire.ask(b"{"))["error"]["code"] == -32700
        await wire.initialize()


async def test_blank_lines_are_ignored(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        await wire.raw(b"\n \r\n\n")
        assert await wire.text_of(call(1, "echo", text="only this")) == "only this"


async def test_a_request_may_come_in_pieces(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        for byte in json.dumps(call(1, "echo", text="é")).encode():
            await wire.raw(bytes([byte]))
        await wire.raw(b"\r\n")
        reply = await wire.receive()
        assert reply is not None
        assert reply["result"]["content"][0]["text"] == "é"


async def test_a_line_over_the_limit_is_refused_under_its_id_and_skipped(sample: Sample) -> None:
    async with served(sample.server, max_line=100_000) as wire:
        await wire.initialize()
        reply = await wire.ask(call(5, "size", text="x" * 1_000_000))
        assert (reply["id"], reply["error"]["code"]) == (5, -32600)
        assert "the limit is 100000" in reply["error"]["message"]
        assert await wire.text_of(call(6, "size", text="x" * 90_000)) == "90000"


async def test_lines_of_ten_megabytes_pass_in_both_directions(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        assert await wire.text_of(call(1, "size", text="x" * 10_000_000)) == "10000000"
        assert len(await wire.text_of(call(2, "big", size=10_000_000))) == 10_000_000


async def test_ten_megabytes_of_junk_are_refused(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        assert (await wire.ask(b"x" * 10_000_000))["error"]["code"] == -32700
        assert await wire.text_of(call(1, "echo", text="alive")) == "alive"


async def test_an_answer_that_json_cannot_hold_is_an_error_and_nothing_else_is_lost(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        reply = await wire.ask(call(1, "surrogate"))
        assert (reply["id"], reply["error"]["code"]) == (1, -32603)
        assert await wire.text_of(call(2, "echo", text="alive")) == "alive"


async def test_calls_are_served_side_by_side(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        await wire.send(call(1, "wait"))
        assert await wire.text_of(call(2, "echo", text="not blocked")) == "not blocked"
        await wire.send(call(3, "let_go"))
        replies = [await wire.receive(), await wire.receive()]
        assert {reply["id"] for reply in replies if reply} == {1, 3}


async def test_the_end_of_the_input_ends_the_serving(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        wire.close_input()
        assert await wire.end() is Ending.INPUT_ENDED
        assert await wire.receive() is None


async def test_empty_input_ends_the_serving_too(sample: Sample) -> None:
    async with served(sample.server) as wire:
        wire.close_input()
        assert await wire.end() is Ending.INPUT_ENDED


async def test_a_last_line_without_a_line_end_is_served(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        await wire.raw(json.dumps(call(1, "echo", text="last")).encode())
        wire.close_input()
        reply = await wire.receive()
        assert reply is not None
        assert reply["result"]["content"][0]["text"] == "last"


async def test_a_message_cut_off_by_the_end_is_refused(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        await wire.raw(json.dumps(call(1, "echo", text="last")).encode()[:-5])
        wire.close_input()
        reply = await wire.receive()
        assert reply is not None
        assert reply["error"]["code"] == -32700
        assert await wire.end() is Ending.INPUT_ENDED


async def test_a_call_in_progress_when_the_input_ends_is_finished(sample: Sample) -> None:
    async with served(sample.server, drain=PATIENCE) as wire:
        await wire.initialize()
        await wire.send(call(1, "wait"))
        await sample.started.wait()
        wire.close_input()
        sample.release.set()
        reply = await wire.receive()
        assert reply is not None
        assert reply["result"]["content"][0]["text"] == "released"
        assert await wire.end() is Ending.INPUT_ENDED


async def test_a_call_that_takes_too_long_after_the_end_is_cancelled_and_answered(sample: Sample) -> None:
    async with served(sample.server, drain=0.01) as wire:
        await wire.initialize()
        await wire.send(call(1, "wait"))
        await sample.started.wait()
        wire.close_input()
        reply = await wire.receive()
        assert reply is not None
        assert (reply["id"], reply["error"]["code"]) == (1, CONNECTION_CLOSED)
        assert sample.cancelled.is_set()


async def test_a_cancelled_call_does_not_delay_the_end(sample: Sample) -> None:
    async with served(sample.server, drain=PATIENCE * 2) as wire:
        await wire.initialize()
        await wire.send(call(1, "wait"))
        await sample.started.wait()
        await wire.send(cancel(1))
        wire.close_input()
        assert await wire.end() is Ending.INPUT_ENDED
        assert sample.cancelled.is_set()


async def test_a_closed_output_ends_the_serving_and_cancels_pending_calls(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        await wire.send(call(1, "wait"))
        await sample.started.wait()
        wire.close_output()
        assert await wire.end() is Ending.OUTPUT_CLOSED
        assert sample.cancelled.is_set()


async def test_a_client_that_does_not_read_delays_only_itself(sample: Sample) -> None:
    async with served(sample.server) as wire:
        await wire.initialize()
        await wire.send(call(1, "big", size=5_000_000))
        await wire.send(call(2, "wait"))
        await sample.started.wait()  # the first answer fills the pipe, and the second call runs
        first = await wire.receive()
        assert first is not None
        assert len(first["result"]["content"][0]["text"]) == 5_000_000
        sample.release.set()
        assert (await wire.receive() or {})["id"] == 2


@pytest.mark.slow
async def test_a_client_that_does_not_read_cannot_delay_the_end(sample: Sample) -> None:
    async with served(sample.server, drain=0.01) as wire:
        await wire.initialize()
        await wire.send(call(1, "big", size=5_000_000))
        await wire.send(call(2, "wait"))
        await sample.started.wait()
        wire.close_input()
        assert await wire.end() is Ending.INPUT_ENDED


async def test_a_failure_of_the_server_is_raised_as_it_is() -> None:
    async def broken(read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        async with read, write:
            await read.receive()
            raise LookupError("the server itself")

    with pytest.RaisesGroup(LookupError):  # raised by the task group of the test
        async with served(broken) as wire:
            await wire.send({"jsonrpc": "2.0", "method": "anything"})
            await anyio.sleep(PATIENCE)


async def test_a_server_that_finishes_ends_the_serving() -> None:
    said: list[Any] = []

    async def brief(read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        async with read, write:
            item = await read.receive()
            assert isinstance(item, SessionMessage)
            said.append(item.message)
            await write.send(item)

    async with served(brief) as wire:
        message = {"jsonrpc": "2.0", "method": "hello"}
        assert await wire.ask(message) == message
        assert await wire.end() is Ending.SERVED
    assert len(said) == 1


async def test_serving_leaves_no_task_behind(sample: Sample) -> None:
    import asyncio

    before = asyncio.all_tasks()
    async with served(sample.server) as wire:
        await wire.initialize()
        await wire.send(call(1, "wait"))
        await sample.started.wait()
        wire.close_output()
        await wire.end()
    await until(lambda: asyncio.all_tasks() == before)
