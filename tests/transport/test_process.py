from __future__ import annotations

import os
import sys
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification

from pytest_uimcp.transport.process import ProcessSpec, process_streams
from tests.transport.wires import PATIENCE, until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

HELLO = JSONRPCNotification(jsonrpc="2.0", method="hello")


def spec(code: str, told: list[str], **options: Any) -> ProcessSpec:
    return ProcessSpec([sys.executable, "-c", code], dict(os.environ), on_line=told.append, **options)


async def test_messages_go_both_ways_and_everything_else_is_logged() -> None:
    code = """if True:
        import sys
        print("a banner")
        print("x" * 3000)
        print("on standard error", file=sys.stderr)
        sys.stdout.flush()
        for line in sys.stdin:
            print(line, end="", flush=True)
    """
    told: list[str] = []
    with anyio.fail_after(PATIENCE):
        async with process_streams(spec(code, told, max_line=2000)) as (inbox, outbox):
            await outbox.send(SessionMessage(HELLO))
            item = await inbox.receive()
            assert isinstance(item, SessionMessage)
            assert item.message == HELLO
            await until(lambda: len(told) == 3)
    assert sorted(line.split(" (")[0] for line in told) == [
        "ignored a line of 3000 bytes; the limit is 2000",
        "ignored a line that is no message",
        "on standard error",
    ]


async def test_the_end_of_its_output_is_the_end_of_the_messages() -> None:
    ended: list[bool] = []
    with anyio.fail_after(PATIENCE):
        async with process_streams(spec("pass", []), lambda: ended.append(True)) as (inbox, outbox):
            with pytest.raises(anyio.EndOfStream):
                await inbox.receive()
            assert ended == [True]
            await outbox.send(SessionMessage(HELLO))  # nobody reads it, and nobody is harmed


async def test_a_process_that_does_not_end_is_killed() -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(600)"
    with anyio.fail_after(PATIENCE):
        async with process_streams(spec(code, [], patience=0.05)) as (_, outbox):
            await outbox.send(SessionMessage(HELLO))


async def test_what_cannot_be_started_is_an_oserror() -> None:
    with pytest.raises(FileNotFoundError):
        async with process_streams(ProcessSpec(["/no/such/command"], {})):
            pytest.fail("it must not start")
