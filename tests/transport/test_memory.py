from __future__ import annotations

from typing import Any

import pytest
from mcp import Client

from pytest_uimcp.transport.client_handler import client_handler
from pytest_uimcp.transport.memory import in_memory
from tests.transport.sample import Sample
from tests.transport.wires import until

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("mode", "version"),
    [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")],
)
async def test_a_client_and_a_server_communicate_in_memory(sample: Sample, mode: str, version: str) -> None:
    async with Client(in_memory(sample.server), mode=mode) as client:
        assert client.protocol_version == version
        assert (await client.call_tool("echo", {"text": "x"})).content


async def test_any_client_handler_can_be_served(sample: Sample) -> None:
    seen: list[Any] = []
    inner = client_handler(sample.server)

    async def serve(read: Any, write: Any) -> None:
        seen.append("came")
        await inner(read, write)
        seen.append("went")

    async with Client(in_memory(serve), mode="legacy") as client:
        assert (await client.call_tool("echo", {"text": "x"})).content
    assert seen == ["came", "went"]


async def test_a_server_that_does_not_notice_the_end_is_cancelled(sample: Sample) -> None:
    from anyio import create_task_group, sleep_forever

    async def deaf(_read: Any, _write: Any) -> None:
        await sleep_forever()

    async with create_task_group(), in_memory(deaf, grace=0.01):
        pass
    await until(lambda: True)


async def test_list_changes_are_announced_where_the_server_wants_it(sample: Sample) -> None:
    from mcp.server.lowlevel import NotificationOptions

    serve = client_handler(sample.server, NotificationOptions(tools_changed=True))
    async with Client(in_memory(serve), mode="legacy") as client:
        assert client.server_capabilities.tools is not None
        assert client.server_capabilities.tools.list_changed is True
