from __future__ import annotations

import json
from collections.abc import Mapping

import anyio
import pytest
from aiohttp import web
from mcp import Client
from mcp.client.sse import sse_client

from pytest_uimcp.transport.jsonrpc import Refusal
from pytest_uimcp.transport.ports import serve_app
from pytest_uimcp.transport.sse import SseEndpoint
from tests.transport.bad_input import BAD_LINES, Bad
from tests.transport.sample import Sample
from tests.transport.sites import Answer, Connection, Site, ask, connected, site
from tests.transport.wires import INITIALIZE, PATIENCE, call, until

pytestmark = pytest.mark.anyio

JSON = {"Content-Type": "application/json"}

ERAS = [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]


async def open_stream(here: Site, connection: Connection) -> str:
    """Open an event stream and return the address for POSTs."""
    answer = await connection.ask("GET", here.sse.path, {"Host": f"127.0.0.1:{here.port}"})
    assert (answer.status, answer.headers["content-type"]) == (200, "text/event-stream")
    assert (answer.headers["cache-control"], answer.headers["connection"]) == ("no-cache", "keep-alive")
    name, address = await connection.event()
    assert name == "endpoint"
    return address


async def post(here: Site, address: str, body: bytes | Mapping[str, object]) -> Answer:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return await ask(here.port, "POST", address, data, headers=JSON)


async def initialized(here: Site, connection: Connection) -> str:
    address = await open_stream(here, connection)
    assert (await post(here, address, INITIALIZE)).status == 202
    assert json.loads((await connection.event())[1])["id"] == "init"
    return address


@pytest.mark.parametrize(("mode", "version"), ERAS)
async def test_the_official_client_works_in_both_eras(sample: Sample, mode: str, version: str) -> None:
    async with site(sample) as here, Client(sse_client(f"{here.url}/sse"), mode=mode) as client:
        assert client.protocol_version == version
        assert "echo" in [tool.name for tool in (await client.list_tools()).tools]
        result = await client.call_tool("echo", {"text": "hello"})
        assert [getattr(block, "text", None) for block in result.content] == ["hello"]
        assert here.sse.sessions == 1


async def test_paths_and_the_name_of_the_query_parameter_are_configurable(sample: Sample) -> None:
    options = {"path": "/events/in", "post_path": "/messages", "query": "session_id"}
    async with site(sample, sse=options) as here:
        async with connected(here.port) as connection:
            address = await open_stream(here, connection)
            assert address.startswith("/messages?session_id=")
        async with Client(sse_client(f"{here.url}/events/in"), mode="legacy") as client:
            assert (await client.call_tool("echo", {"text": "x"})).content


async def test_the_address_may_be_absolute_on_the_host_that_was_used(sample: Sample) -> None:
    async with site(sample, sse={"absolute": True}) as here, connected(here.port) as connection:
        await connection.ask("GET", "/sse", {"Host": f"localhost:{here.port}"})
        _, address = await connection.event()
        assert address.startswith(f"http://localhost:{here.port}/message?sessionId=")


async def test_session_ids_cannot_be_guessed(sample: Sample) -> None:
    async with site(sample) as here:
        ids = []
        for _ in range(20):
            async with connected(here.port) as connection:
                ids.append((await open_stream(here, connection)).partition("=")[2])
        assert len(set(ids)) == 20
        assert all(len(bytes.fromhex(id_)) == 16 for id_ in ids)


async def test_two_clients_get_their_own_answers(sample: Sample) -> None:
    seen: dict[str, list[str]] = {"a": [], "b": []}

    async def use(name: str, url: str) -> None:
        async with Client(sse_client(url), mode="legacy") as client:
            await client.list_tools()
            for number in range(20):
                result = await client.call_tool("echo", {"text": f"{name}{number}"})
                seen[name].append(getattr(result.content[0], "text", ""))

    async with site(sample) as here:
        async with anyio.create_task_group() as clients:
            for name in seen:
                clients.start_soon(use, name, f"{here.url}/sse")
        await until(lambda: here.sse.sessions == 0)
    assert seen == {name: [f"{name}{number}" for number in range(20)] for name in seen}


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_client_that_disconnects_in_the_middle_of_a_call_cancels_it(sample: Sample, mode: str) -> None:
    async with site(sample) as here:
        async with anyio.create_task_group() as tasks:

            async def use() -> None:
                async with Client(sse_client(f"{here.url}/sse"), mode=mode) as client:
                    await client.list_tools()
                    await client.call_tool("wait", {})

            tasks.start_soon(use)
            await sample.started.wait()
            tasks.cancel_scope.cancel()
        await sample.cancelled.wait()
        await until(lambda: here.sse.sessions == 0)


async def test_a_connection_that_breaks_ends_its_session(sample: Sample) -> None:
    async with site(sample) as here:
        async with connected(here.port) as connection:
            address = await initialized(here, connection)
            await post(here, address, call(1, "wait"))
            await sample.started.wait()
            connection.writer.transport.abort()
            await sample.cancelled.wait()
            await until(lambda: here.sse.sessions == 0)
        assert (await post(here, address, call(2, "echo"))).status == 404
        async with Client(sse_client(f"{here.url}/sse"), mode="legacy") as client:
            assert (await client.call_tool("echo", {"text": "still here"})).content


@pytest.mark.parametrize("bad", BAD_LINES, ids=lambda bad: bad.name)
async def test_a_bad_message_is_answered_in_the_response(sample: Sample, bad: Bad) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        address = await initialized(here, connection)
        answer = await post(here, address, bad.line)
        assert (answer.status, answer.headers["content-type"]) == (400, "application/json")
        assert (answer.json["id"], answer.json["error"]["code"]) == (bad.id, bad.code)
        assert bad.says in answer.json["error"]["message"]
        await post(here, address, call(1, "echo", text="next"))
        assert json.loads((await connection.event())[1])["id"] == 1


async def test_json_that_is_not_a_message_may_be_refused_on_the_stream(sample: Sample) -> None:
    async with site(sample, sse={"errors_on_stream": True}) as here, connected(here.port) as connection:
        address = await initialized(here, connection)
        assert (await post(here, address, b'{"jsonrpc":"2.0","id":7}')).status == 202
        reply = json.loads((await connection.event())[1])
        assert (reply["id"], reply["error"]["code"]) == (7, -32600)
        assert (await post(here, address, b"{")).status == 400


async def test_an_accepted_message_is_acknowledged_without_a_body(sample: Sample) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        address = await initialized(here, connection)
        answer = await post(here, address, call(1, "wait"))
        assert (answer.status, answer.body) == (202, b"")  # before the tool has finished


@pytest.mark.parametrize("path", ["/message", "/message?sessionId=", "/message?sessionId=" + "0" * 32])
async def test_an_unknown_session_is_not_found(sample: Sample, path: str) -> None:
    async with site(sample) as here:
        answer = await post(here, path, call(1, "echo"))
        assert answer.status == 404
        assert "unknown session: expected ?sessionId=" in answer.json["error"]["message"]


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded"])
async def test_only_json_is_accepted(sample: Sample, kind: str | None) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        address = await open_stream(here, connection)
        headers = {} if kind is None else {"Content-Type": kind}
        answer = await ask(here.port, "POST", address, json.dumps(INITIALIZE).encode(), headers=headers)
        assert answer.status == 415
        assert "expected Content-Type application/json" in answer.json["error"]["message"]


async def test_json_may_name_its_charset(sample: Sample) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        address = await open_stream(here, connection)
        headers = {"Content-Type": "application/json; charset=utf-8"}
        answer = await ask(here.port, "POST", address, json.dumps(INITIALIZE).encode(), headers=headers)
        assert answer.status == 202


async def test_a_message_over_the_limit_is_refused_whether_announced_or_not(sample: Sample) -> None:
    async with site(sample, sse={"max_body": 1000}) as here, connected(here.port) as connection:
        address = await initialized(here, connection)
        body = json.dumps(call(1, "size", text="x" * 2000)).encode()
        announced = await post(here, address, body)
        assert announced.status == 413
        assert "longer than the 1000 bytes" in announced.json["error"]["message"]
        chunked = {**JSON, "Host": f"127.0.0.1:{here.port}", "Transfer-Encoding": "chunked"}
        async with connected(here.port) as other:
            head = "\r\n".join([f"POST {address} HTTP/1.1", *(f"{k}: {v}" for k, v in chunked.items()), "", ""])
            other.writer.write(head.encode() + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
            assert (await other.answer()).status == 413


async def test_ten_megabytes_are_accepted(sample: Sample) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        address = await initialized(here, connection)
        assert (await post(here, address, call(1, "size", text="x" * 10_000_000))).status == 202
        assert "10000000" in (await connection.event())[1]


@pytest.mark.parametrize(("method", "path"), [("POST", "/sse"), ("HEAD", "/sse"), ("GET", "/message")])
async def test_other_methods_are_not_allowed(sample: Sample, method: str, path: str) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        host = {"Host": f"127.0.0.1:{here.port}", "Connection": "close"}
        connection.writer.write(
            "\r\n".join([f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in host.items()), "", ""]).encode()
        )
        head = (await connection.reader.read()).decode().lower()
        assert head.startswith("http/1.1 405")
        assert f"allow: {'get' if path == '/sse' else 'post'}\r\n" in head


async def test_a_session_whose_server_does_not_read_is_busy() -> None:
    async def deaf(*_streams: object) -> None:
        await anyio.sleep_forever()

    app = web.Application()
    endpoint = SseEndpoint(deaf, busy_at=2)
    endpoint.mount(app)
    async with serve_app(app) as listener, connected(listener.port) as connection:
        await connection.ask("GET", "/sse", {"Host": "x"})
        _, address = await connection.event()
        body = json.dumps(call(1, "echo")).encode()
        statuses = [(await ask(listener.port, "POST", address, body, headers=JSON)).status for _ in range(3)]
        assert statuses == [202, 202, 503]


async def test_a_quiet_stream_is_kept_alive(sample: Sample) -> None:
    async with site(sample, sse={"ping": 0.01}) as here, connected(here.port) as connection:
        await open_stream(here, connection)
        assert await connection.event() == ("", ": keep-alive\n\n\r\n")


async def test_a_client_that_reads_nothing_is_disconnected(sample: Sample) -> None:
    async with site(sample, sse={"send_timeout": 0.1}) as here, connected(here.port) as connection:
        address = await initialized(here, connection)
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport reads
        await post(here, address, call(1, "big", size=50_000_000))
        await until(lambda: here.sse.sessions == 0)


async def test_closing_answers_the_pending_calls_and_ends_the_streams(sample: Sample) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        address = await initialized(here, connection)
        await post(here, address, call(1, "wait"))
        await sample.started.wait()
        here.sse.close()
        assert "Connection closed" in (await connection.event())[1]
        assert await connection.reader.readline() == b"0\r\n"
        await until(lambda: here.sse.sessions == 0)


async def test_refusals_can_be_overridden(sample: Sample) -> None:
    class Brief(SseEndpoint):
        def refuse(self, status: int, refusal: Refusal) -> web.Response:
            return web.json_response({"error": str(refusal).partition(":")[0]}, status=status)

    app = web.Application()
    Brief(sample.server).mount(app)
    async with serve_app(app) as listener:
        answer = await ask(listener.port, "POST", "/message?sessionId=x", b"{}", headers=JSON)
        assert (answer.status, answer.json) == (404, {"error": "unknown session"})


async def test_a_server_that_fails_closes_only_its_own_stream(sample: Sample, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(*_streams: object) -> None:
        raise LookupError("the server itself")

    app = web.Application()
    endpoint = SseEndpoint(broken)
    endpoint.mount(app)
    async with serve_app(app) as listener, connected(listener.port) as connection:
        await connection.ask("GET", "/sse", {"Host": "x"})
        with anyio.fail_after(PATIENCE):
            await connection.reader.read()
        assert endpoint.sessions == 0
    assert "the server itself" in caplog.text
