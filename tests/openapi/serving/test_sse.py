"""§8.2 of the contract, by raw HTTP."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from pytest_uimcp.openapi.serving.service import Service
from pytest_uimcp.openapi.serving.transports import serving_over_http
from pytest_uimcp.transport.errors import PortUnavailable
from tests.openapi.api import Api
from tests.openapi.serving.serving import Slow, call, request, service_of, text
from tests.transport.sites import Answer, Connection, ask, connected
from tests.transport.wires import until

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def served(api: Api, **server: Any) -> AsyncIterator[int]:
    async with service_of(api, **server) as service, serving_over_http(service) as listener:
        yield listener.port


@asynccontextmanager
async def stream(port: int, host: str = "127.0.0.1") -> AsyncIterator[tuple[Connection, str]]:
    """An open event stream, and the address for its POSTs."""
    async with connected(port) as connection:
        answer = await connection.ask("GET", "/sse", {"Host": f"{host}:{port}"})
        assert (answer.status, answer.headers["content-type"]) == (200, "text/event-stream")
        assert (answer.headers["cache-control"], answer.headers["connection"]) == ("no-cache", "keep-alive")
        name, address = await connection.event()
        assert name == "endpoint"
        yield connection, address


async def post(port: int, address: str, body: Any, **headers: str) -> Answer:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return await ask(port, "POST", re.sub("^http://[^/]*", "", address), data, headers=headers)


async def heard(connection: Connection) -> Any:
    name, data = await connection.event()
    assert name == "message"
    return json.loads(data)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
async def test_the_endpoint_is_an_address_of_the_host_that_was_used(api: Api, host: str) -> None:
    async with served(api) as port, stream(port, host) as (_, address):
        assert re.fullmatch(rf"http://{re.escape(host)}:{port}/messages\?sessionId=[0-9a-f]{{32}}", address)


async def test_the_endpoint_may_be_relative(api: Api) -> None:
    async with served(api, endpoint="relative") as port, stream(port) as (_, address):
        assert address.startswith("/messages?sessionId=")


async def test_a_request_is_accepted_at_once_and_answered_on_the_stream(api: Api) -> None:
    slow = Slow(api)
    async with served(api) as port, stream(port) as (connection, address):
        answer = await post(port, address, call(1, "slow"))
        assert (answer.status, answer.body) == (202, b"")
        assert (await post(port, address, request(2, "ping"))).status == 202
        assert (await heard(connection))["id"] == 2
        slow.go.set()
        assert text(await heard(connection)) == "at last"


async def test_bad_json_is_refused_by_status_and_an_invalid_request_on_the_stream(api: Api) -> None:
    async with served(api) as port, stream(port) as (connection, address):
        refused = await post(port, address, b"{")
        assert refused.status == 400
        assert refused.json["error"].startswith("Parse error: ")
        assert (await post(port, address, {"jsonrpc": "2.0", "id": 1})).status == 202
        assert (await heard(connection))["error"]["code"] == -32600
        wrong = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": [1]}
        assert (await post(port, address, wrong)).status == 202
        assert (await heard(connection))["error"]["code"] == -32602
        batch = [request(3, "ping"), request(4, "ping")]
        assert (await post(port, address, batch, **{"Content-Type": "text/plain"})).status == 202
        assert [reply["id"] for reply in await heard(connection)] == [3, 4]
        assert (await post(port, address, {"jsonrpc": "2.0", "method": "notifications/x"})).status == 202
        assert (await post(port, address, request(5, "ping"))).status == 202
        assert (await heard(connection))["id"] == 5


async def test_replies_go_to_their_own_session_and_a_dead_one_is_not_found(api: Api) -> None:
    async with served(api) as port:
        async with stream(port) as (one, first), stream(port) as (two, second):
            assert first != second
            await post(port, second, request("b", "ping"))
            await post(port, first, request("a", "ping"))
            assert ((await heard(one))["id"], (await heard(two))["id"]) == ("a", "b")
        for address in (first, "/messages?sessionId=0", "/messages"):
            while (gone := await post(port, address, request(1, "ping"))).status == 202:
                pass  # its end has not been noticed yet
            assert (gone.status, gone.json) == (404, {"error": "session not found"})


async def test_a_client_that_goes_cancels_its_calls(api: Api) -> None:
    slow = Slow(api)
    async with served(api) as port:
        async with stream(port) as (_, address):
            await post(port, address, call(1, "slow"))
            await until(lambda: slow.came == 1)
        await until(lambda: slow.left == 1)


async def test_other_methods_paths_hosts_and_origins_are_refused(api: Api) -> None:
    async with served(api) as port:
        for method, path, allowed in (("POST", "/sse", "GET"), ("GET", "/messages", "POST"), ("PUT", "/sse", "GET")):
            answer = await ask(port, method, path)
            assert (answer.status, answer.headers["allow"]) == (405, allowed)
        assert (await ask(port, "GET", "/")).status == 404
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            for method, path in (("GET", "/sse"), ("POST", "/messages?sessionId=1"), ("POST", "/mcp")):
                assert (await ask(port, method, path, headers=headers)).status == 403


async def test_a_body_over_the_limit_is_refused(api: Api) -> None:
    async with served(api) as port, stream(port) as (_, address):
        headers = {"Content-Length": str(16 * 1024 * 1024 + 1)}
        answer = await ask(port, "POST", re.sub("^http://[^/]*", "", address), headers=headers)
        assert answer.status == 413
        assert "longer than the 16777216 bytes" in answer.json["error"]


async def test_a_session_that_is_given_too_much_is_busy(api: Api) -> None:
    async with served(api) as port, stream(port) as (connection, address):
        answer = await post(port, address, [request(number, "ping") for number in range(65)])
        assert (answer.status, answer.json) == (503, {"error": "session busy"})
        assert (await post(port, address, request(1, "ping"))).status == 202
        assert (await heard(connection))["id"] == 1


async def test_an_idle_stream_is_kept_alive(api: Api) -> None:
    async with (
        service_of(api) as service,
        serving_over_http(service, keep_alive=0.01) as listener,
        stream(listener.port) as (connection, _),
    ):
        assert await connection.event() == ("", ": keep-alive\n\n\r\n")


async def test_the_line_about_the_port_and_a_port_in_use(api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    async with service_of(api) as service:
        async with serving_over_http(service) as listener:
            base = f"http://127.0.0.1:{listener.port}"
            said = capsys.readouterr().err
            assert (
                f"MCP SSE server on 127.0.0.1:{listener.port}\nSSE: {base}/sse, Streamable HTTP: {base}/mcp\n" in said
            )
        with socket.create_server(("127.0.0.1", 0)) as taken:
            await _expect_in_use(service, taken.getsockname()[1])


async def _expect_in_use(service: Service, port: int) -> None:
    with pytest.raises(PortUnavailable, match="in use by another process"):
        async with serving_over_http(service, port):
            pytest.fail("it must not open")
