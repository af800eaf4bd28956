from __future__ import annotations

import asyncio
import re
import socket
import threading
from contextlib import suppress
from pathlib import Path

import anyio
import pytest
from aiohttp import web
from mcp import Client, MCPError
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from pytest_uimcp.transport.errors import PortUnavailable
from pytest_uimcp.transport.ports import HttpPort, bind, serve_app
from tests.transport.sample import Sample
from tests.transport.sites import ask, connected, site
from tests.transport.wires import PATIENCE, until

pytestmark = pytest.mark.anyio


def sockets() -> set[str]:
    found = set()
    for link in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found.add(str(link.readlink()))
    return {target for target in found if target.startswith("socket:")}


async def test_only_the_loopback_interface_is_bound() -> None:
    with bind() as sock:
        assert sock.getsockname()[0] == "127.0.0.1"
        assert sock.getsockname()[1] > 0


async def test_a_port_in_use_is_an_error_with_a_next_step() -> None:
    with bind() as sock:
        sock.listen()
        port = sock.getsockname()[1]
        with pytest.raises(PortUnavailable) as refused:
            bind(port)
    assert refused.value.port == port
    assert str(refused.value) == (
        f"port {port} on 127.0.0.1 is in use by another process; stop that one, "
        "choose another port, or 0 for any free one"
    )


async def test_a_port_that_another_process_took_after_it_was_bound_is_named_too() -> None:
    with bind() as other, suppress(PortUnavailable):
        listener = HttpPort(web.Application(), bind(other.getsockname()[1]))
        other.listen()
        with pytest.raises(PortUnavailable, match=f"port {listener.port} on 127.0.0.1 is in use"):
            await listener.start()


async def test_connections_are_refused_until_the_listener_starts() -> None:
    listener = HttpPort(web.Application(), bind())
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", listener.port)
    assert not listener.serving
    await listener.start()
    assert listener.serving
    assert (await ask(listener.port, "GET", "/")).status == 404
    await listener.stop()
    assert not listener.serving


@pytest.mark.parametrize("port", [-1, 65536])
async def test_an_invalid_port_number_is_named(port: int) -> None:
    with pytest.raises(PortUnavailable, match=rf"{port} is not a port: expected 0 \(any free one\) to 65535"):
        bind(port)


async def test_a_port_can_be_bound_again_at_once_after_it_served(sample: Sample) -> None:
    async with site(sample) as here:
        port = here.port
        async with connected(port) as connection:
            answer = await connection.ask("GET", "/hello", {"Host": f"127.0.0.1:{port}"})
            assert answer.text == "hello"
    bind(port).close()


async def test_small_answers_are_not_delayed() -> None:
    seen: list[int] = []

    async def handler(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        sock = request.transport.get_extra_info("socket")
        seen.append(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        return web.Response()

    app = web.Application()
    app.router.add_get("/", handler)
    async with serve_app(app) as listener:
        await ask(listener.port, "GET", "/")
    assert seen == [1]


async def test_starting_and_stopping_leaves_nothing_behind(sample: Sample) -> None:
    tasks, threads, open_sockets = asyncio.all_tasks(), set(threading.enumerate()), sockets()
    async with site(sample) as here:
        host = {"Host": f"127.0.0.1:{here.port}"}
        async with connected(here.port) as idle, connected(here.port) as stream, connected(here.port) as call:
            await idle.ask("GET", "/hello", host)
            await stream.ask("GET", "/sse", host)
            assert (await stream.event())[0] == "endpoint"
            await call.ask("POST", "/mcp", host)
            await here.listener.stop()
            assert await stream.reader.read() == b"0\r\n\r\n"
            assert await idle.reader.read() == b""
    await until(lambda: asyncio.all_tasks() == tasks)
    await until(lambda: sockets() <= open_sockets)
    await until(lambda: set(threading.enumerate()) <= threads)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_stopping_under_connected_clients_leaves_nothing_behind(sample: Sample, mode: str) -> None:
    tasks, open_sockets = asyncio.all_tasks(), sockets()
    stopped = anyio.Event()

    async def wait(client: Client) -> None:
        with pytest.raises(MCPError):
            await client.call_tool("wait", {})

    async def use(client: Client) -> None:
        async with client:
            await client.call_tool("echo", {"text": "x"})
            async with anyio.create_task_group() as calls:
                calls.start_soon(wait, client)
                await stopped.wait()
                calls.cancel_scope.cancel()

    async with site(sample) as here, anyio.create_task_group() as clients:
        clients.start_soon(use, Client(sse_client(f"{here.url}/sse"), mode=mode, cache=None))
        clients.start_soon(use, Client(streamable_http_client(f"{here.url}/mcp"), mode=mode, cache=None))
        await until(lambda: sample.waiting == 2)
        await here.listener.stop()
        await until(lambda: sample.waiting == 0)
        stopped.set()
    await until(lambda: asyncio.all_tasks() == tasks)
    await until(lambda: sockets() <= open_sockets)


async def test_a_client_that_does_not_read_cannot_keep_its_connection_open() -> None:
    full = anyio.Event()

    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            with anyio.move_on_after(0.1) as scope:
                await response.write(b"x" * 65536)
            if scope.cancelled_caught:
                full.set()

    app = web.Application()
    app.router.add_get("/", endless)
    open_sockets = sockets()
    async with serve_app(app, grace=0.1) as listener, connected(listener.port) as connection:
        connection.writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport reads
        with anyio.fail_after(PATIENCE):
            await full.wait()
            await listener.stop()
        connection.writer.transport.abort()
    await until(lambda: sockets() <= open_sockets)


async def test_a_listener_may_be_stopped_by_another_task(sample: Sample) -> None:
    listeners: list[HttpPort] = []
    app = web.Application()
    from pytest_uimcp.transport.streamable import StreamableEndpoint

    StreamableEndpoint(sample.server).mount(app)

    async def start() -> None:
        listener = HttpPort(app, bind())
        await listener.start()
        listeners.append(listener)

    await asyncio.create_task(start())
    await asyncio.create_task(listeners[0].stop())


async def test_a_start_that_fails_releases_its_port() -> None:
    async def fail(_app: web.Application) -> None:
        raise LookupError("start-up")

    app = web.Application()
    app.on_startup.append(fail)
    sock = bind()
    port = sock.getsockname()[1]
    with pytest.raises(LookupError, match="start-up"):
        await HttpPort(app, sock).start()
    bind(port).close()


def test_no_module_binds_a_wildcard_address() -> None:
    sources = Path(__file__).parents[2] / "pytest_uimcp" / "transport"
    for path in sources.glob("*.py"):
        assert not re.search(r"0\.0\.0\.0|INADDR_ANY|[\"']::[\"']", path.read_text())


LISTENS = re.compile(
    r"\b(create_server|start_server|create_unix_server|start_unix_server|TCPSite|SockSite|UnixSite|run_app|uvicorn\.run|"
    r"\w*HTTPServer|TCPServer)\b"
)


def test_nothing_listens_but_what_asks_whose_connection_it_is() -> None:
    package = Path(__file__).parents[2] / "pytest_uimcp"
    sources = {path.relative_to(package).as_posix(): path.read_text("utf-8") for path in package.rglob("*.py")}
    # The second one only connects to itself, to try what the kernel says.
    assert {name for name, text in sources.items() if LISTENS.search(text)} == {
        "transport/ports.py",
        "transport/peer.py",
    }


@pytest.mark.parametrize("address", ["", "0.0.0.0", "::", "192.168.0.1", "::ffff:127.0.0.1", "localhost"])
def test_only_the_two_addresses_of_this_machine_are_bound(address: str) -> None:
    with pytest.raises(PortUnavailable, match="of this machine alone"):
        bind(0, address)
