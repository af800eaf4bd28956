from __future__ import annotations

import asyncio
import inspect
import json
import logging
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from aiohttp import web
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp.server.lowlevel import Server

from pytest_uimcp.transport.ports import serve_app
from pytest_uimcp.transport.streamable import StreamableEndpoint
from tests.transport.sample import Sample
from tests.transport.sites import Answer, Connection, ask, connected, request_head, site
from tests.transport.wires import INITIALIZE, PATIENCE, call, until

pytestmark = pytest.mark.anyio

ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}

ERAS = [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]

WAYS: list[dict[str, Any]] = [
    {},
    {"json_response": True},
    {"stateless": True},
    {"json_response": True, "stateless": True},
]


@pytest.mark.parametrize(("mode", "version"), ERAS)
@pytest.mark.parametrize("options", WAYS, ids=lambda options: " ".join(options) or "plain")
async def test_the_official_client_works_in_both_eras(
    sample: Sample, mode: str, version: str, options: dict[str, Any]
) -> None:
    async with site(sample, streamable=options) as here, Client(f"{here.url}/mcp", mode=mode) as client:
        assert client.protocol_version == version
        assert "echo" in [tool.name for tool in (await client.list_tools()).tools]
        for number in range(3):
            result = await client.call_tool("echo", {"text": str(number)})
            assert [getattr(block, "text", None) for block in result.content] == [str(number)]


async def test_the_path_is_configurable(sample: Sample) -> None:
    async with site(sample, streamable={"path": "/api/agent"}) as here:
        async with Client(f"{here.url}/api/agent", mode="legacy") as client:
            assert (await client.call_tool("echo", {"text": "x"})).content
        assert (await ask(here.port, "POST", "/mcp", b"{}", headers=ACCEPT)).status == 404


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_clients_are_served_side_by_side(sample: Sample, mode: str) -> None:
    seen: dict[str, list[str]] = {"a": [], "b": []}

    async def use(name: str, url: str) -> None:
        async with Client(url, mode=mode) as client:
            await client.list_tools()
            for number in range(10):
                result = await client.call_tool("echo", {"text": f"{name}{number}"})
                seen[name].append(getattr(result.content[0], "text", ""))

    async with site(sample) as here, anyio.create_task_group() as clients:
        for name in seen:
            clients.start_soon(use, name, f"{here.url}/mcp")
    assert seen == {name: [f"{name}{number}" for number in range(10)] for name in seen}


async def test_a_modern_call_is_cancelled_when_its_client_disconnects(sample: Sample) -> None:
    async with site(sample) as here:
        async with anyio.create_task_group() as tasks:

            async def use() -> None:
                async with Client(f"{here.url}/mcp", mode="2026-07-28") as client:
                    await client.list_tools()
                    await client.call_tool("wait", {})

            tasks.start_soon(use)
            await sample.started.wait()
            tasks.cancel_scope.cancel()
        await sample.cancelled.wait()
        await until(lambda: here.streamable.exchanges == 0)


class Session:
    """A minimal client of the handshake era."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.headers = {**ACCEPT, "Host": f"127.0.0.1:{port}"}

    async def open(self) -> None:
        async with connected(self.port) as connection:
            answer = await self.post(connection, INITIALIZE)
            assert answer.status == 200
        self.headers["Mcp-Session-Id"] = answer.headers["mcp-session-id"]

    async def post(self, connection: Connection, message: dict[str, Any] | bytes) -> Answer:
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return await connection.ask("POST", "/mcp", self.headers, body)

    async def result(self, message: dict[str, Any]) -> Any:
        async with connected(self.port) as connection:
            answer = await self.post(connection, message)
            assert answer.headers["content-type"].startswith("text/event-stream")
            return json.loads((await connection.event())[1].strip())["result"]


async def test_a_session_outlives_a_connection_that_breaks_in_the_middle_of_a_call(sample: Sample) -> None:
    async with site(sample) as here:
        session = Session(here.port)
        await session.open()
        async with connected(here.port) as connection:
            await session.post(connection, call(1, "wait"))
            await sample.started.wait()
            connection.writer.transport.abort()
            await until(lambda: here.streamable.exchanges == 0)
        assert not sample.cancelled.is_set()  # a lost connection is not a cancelled call in this era
        sample.release.set()
        assert (await session.result(call(2, "echo", text="still here")))["content"][0]["text"] == "still here"


async def test_a_deleted_session_no_longer_exists(sample: Sample) -> None:
    async with site(sample) as here:
        session = Session(here.port)
        await session.open()
        async with connected(here.port) as connection:
            assert (await connection.ask("DELETE", "/mcp", session.headers)).status == 200
            assert (await session.post(connection, call(1, "echo"))).status == 404


async def test_there_is_no_second_stream_while_the_first_is_open(sample: Sample) -> None:
    async with site(sample) as here:
        session = Session(here.port)
        await session.open()
        async with connected(here.port) as first, connected(here.port) as second:
            assert (await first.ask("GET", "/mcp", session.headers)).status == 200
            assert (await second.ask("GET", "/mcp", session.headers)).status == 409
            first.writer.transport.abort()
            await until(lambda: here.streamable.exchanges == 0)
        async with connected(here.port) as third:
            assert (await third.ask("GET", "/mcp", session.headers)).status == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, -32700),
        (b"[]", 400, -32602),
        (b"\xff", 400, -32700),
        (b"5", 400, -32602),
        (b"[" * 100_000, 400, -32700),
    ],
    ids=["malformed", "batch", "not UTF-8", "number", "deep nesting"],
)
async def test_a_bad_body_is_an_error_and_the_session_continues(
    sample: Sample, body: bytes, status: int, code: int
) -> None:
    async with site(sample) as here:
        session = Session(here.port)
        await session.open()
        async with connected(here.port) as connection:
            answer = await session.post(connection, body)
            assert (answer.status, answer.json["error"]["code"]) == (status, code)
        assert (await session.result(call(2, "echo", text="alive")))["content"][0]["text"] == "alive"


async def test_a_body_over_the_limit_is_refused(sample: Sample) -> None:
    async with site(sample, streamable={"max_body": 1000}) as here:
        session = Session(here.port)
        await session.open()
        async with connected(here.port) as connection:
            assert (await session.post(connection, call(1, "size", text="x" * 2000))).status == 413


async def test_ten_megabytes_pass_in_both_directions(sample: Sample) -> None:
    async with site(sample) as here:
        # The library that reads events has a limit, which the SDK lets its users lift from 2.3 on.
        limits: dict[str, Any] = {}
        size = 500_000
        if "max_sse_event_size" in inspect.signature(streamable_http_client).parameters:
            limits["max_sse_event_size"] = None
            size = 10_000_000
        transport = streamable_http_client(f"{here.url}/mcp", **limits)
        async with Client(transport, mode="legacy") as client:
            result = await client.call_tool("size", {"text": "x" * 10_000_000})
            assert getattr(result.content[0], "text", None) == "10000000"
            result = await client.call_tool("big", {"size": size})
            assert len(getattr(result.content[0], "text", "")) == size


async def test_an_interrupted_upload_leaves_nothing(sample: Sample, caplog: pytest.LogCaptureFixture) -> None:
    async with site(sample, streamable={"max_sessions": 1}) as here, connected(here.port) as connection:
        headers = ACCEPT | {"Host": f"127.0.0.1:{here.port}", "Content-Length": "1000"}
        connection.writer.write(request_head("POST", "/mcp", headers.items()) + b"{")
        await until(lambda: here.streamable.exchanges == 1)
        connection.writer.transport.abort()
        await until(lambda: here.streamable.exchanges == 0)
        await Session(here.port).open()  # there is only one
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_handler_that_fails_is_an_error_of_its_call_only(sample: Sample) -> None:
    async with site(sample) as here, Client(f"{here.url}/mcp", mode="2026-07-28") as client:
        await client.list_tools()
        with pytest.raises(MCPError):
            await client.call_tool("surrogate", {})
        assert (await client.call_tool("echo", {"text": "x"})).content


async def test_after_shutting_down_calls_are_refused(sample: Sample) -> None:
    app = web.Application()
    endpoint = StreamableEndpoint(sample.server)
    endpoint.mount(app)
    async with serve_app(app) as listener:
        await app.shutdown()
        headers = {**ACCEPT, "Host": "x"}
        answer = await ask(listener.port, "POST", "/mcp", json.dumps(INITIALIZE).encode(), headers=headers)
        assert answer.status == 503
        assert "shutting down" in answer.text


async def test_a_server_whose_lifespan_fails_does_not_start() -> None:
    @asynccontextmanager
    async def lifespan(_server: Any) -> Any:
        raise LookupError("no database")
        yield

    before = asyncio.all_tasks()
    app = web.Application()
    StreamableEndpoint(Server("broken", lifespan=lifespan)).mount(app)
    with pytest.raises(LookupError, match="no database"), anyio.fail_after(PATIENCE):
        async with serve_app(app):
            pass
    assert asyncio.all_tasks() == before


@pytest.mark.parametrize("method", ["HEAD", "PUT", "OPTIONS"])
async def test_other_methods_are_not_allowed_and_the_connection_stays_open(sample: Sample, method: str) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        host = {"Host": f"127.0.0.1:{here.port}"}
        connection.writer.write(request_head(method, "/mcp", host.items()))
        head = (await connection.reader.readuntil(b"\r\n\r\n")).decode()
        assert head.startswith("HTTP/1.1 405")
        if method != "HEAD":
            length = next(line for line in head.lower().splitlines() if line.startswith("content-length"))
            await connection.reader.readexactly(int(length.partition(":")[2]))
        assert (await connection.ask("GET", "/hello", host)).text == "hello"


async def test_a_plain_answer_that_nobody_waits_for_does_not_delay_the_end(sample: Sample) -> None:
    async with site(sample, streamable={"json_response": True}) as here:
        session = Session(here.port)
        await session.open()
        async with connected(here.port) as connection:
            body = json.dumps(call(1, "wait")).encode()
            headers = [*session.headers.items(), ("Content-Length", str(len(body)))]
            connection.writer.write(request_head("POST", "/mcp", headers) + body)
            await sample.started.wait()
            connection.writer.transport.abort()
        await here.listener.stop()
        await sample.cancelled.wait()
        assert here.streamable.exchanges == 0
