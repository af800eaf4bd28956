"""`ui-mcp serve` in a process of its own, and the server behind it."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest
from aiohttp import ClientSession
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.server.states import State
from pytest_uimcp.transport.ports import bind
from tests.server.commands.command import command
from tests.server.rig import STRICT, ports_written

pytestmark = pytest.mark.warm

anyio = pytest.mark.anyio


@pytest.mark.slow
@anyio
async def test_it_runs_at_once_on_both_ports_and_a_signal_ends_it(tmp_path: Path, http: ClientSession) -> None:
    base_dir = tmp_path / "ui"
    with command("serve", "--port", "0", "--mcp-port", "0", "--dir", str(base_dir)) as ui:
        told = {line.split()[0]: line.split()[1:] for line in map(_text, (ui.line(), ui.line()))}
        (ui_url,), (sse, streamable) = told["UI"], told["MCP"]
        ports = ports_written(base_dir)
        assert ui_url == f"http://127.0.0.1:{ports['ui-port']}"
        assert sse == f"http://127.0.0.1:{ports['mcp-port']}/sse"
        for transport in (sse_client(sse), streamable_http_client(streamable)):
            async with Client(transport, mode="legacy") as client:
                (block,) = (await client.call_tool("ui_status", {})).content
                assert isinstance(block, TextContent)
                status = json.loads(block.text)
                assert (status["state"], status["url"]) == ("running", ui_url)
        async with http.get(f"http://127.0.0.1:{ports['mcp-port']}/state") as response:
            assert response.status == 200
        ui.process.send_signal(signal.SIGTERM)
        code, said = ui.end()
    assert (code, "Traceback" in said) == (0, False)
    assert ports_written(base_dir) == {}


def _text(line: bytes | None) -> str:
    assert line is not None
    return line.decode()


@pytest.mark.slow
def test_a_port_that_is_taken_ends_the_start_with_1_and_its_number(tmp_path: Path) -> None:
    taken = bind()
    taken.listen()
    port = taken.getsockname()[1]
    try:
        arguments = ("--port", "0", "--mcp-port", str(port), "--dir", str(tmp_path / "ui"))
        with command("serve", *arguments) as ui:
            code, said = ui.end()
    finally:
        taken.close()
    assert (code, ui.lines) == (1, [])
    assert re.fullmatch(rf"ui-mcp serve: port {port} on 127\.0\.0\.1 is in use .*\n", said)


# The server behind it, in this process.


@anyio
async def test_in_strict_mode_mcp_is_served_at_once_and_the_rest_after_ui_start(
    base_dir: Path, http: ClientSession
) -> None:
    served = HttpUiServer(base_dir, options=STRICT)
    try:
        await served.open()
        assert served.listener is not None
        assert served.describe() == f"MCP  {served.listener.url}/sse  {served.listener.url}/mcp\n"
        async with http.get(f"{served.listener.url}/state") as response:
            assert response.status == 404
            assert (await response.json())["error"].startswith("Server not configured")
        await served.server.configure()
        started = await served.server.start()
        assert started.mcp_port == served.listener.port
        async with http.get(f"{served.listener.url}/state") as response:
            assert response.status == 200
    finally:
        await served.close()
    assert ports_written(base_dir) == {}


@anyio
async def test_reconfiguring_keeps_the_mcp_port_and_its_clients(tmp_path: Path, base_dir: Path) -> None:
    served = HttpUiServer(base_dir, options=ServerOptions())
    try:
        await served.open()
        assert served.listener is not None
        port = served.listener.port
        async with Client(streamable_http_client(f"{served.listener.url}/mcp"), mode="legacy") as client:
            result = await client.call_tool("ui_configure", {"base_dir": str(tmp_path / "other")})
            assert not result.is_error
            assert served.server.state is State.RUNNING, "a server that starts by itself does so again"
            started = await client.call_tool("ui_start", {})
            assert not started.is_error
            assert (started.structured_content or {})["mcpPort"] == port
        assert ports_written(tmp_path / "other")["mcp-port"] == port
    finally:
        await served.close()
    bind(port).close()
