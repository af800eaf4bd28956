from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client, MCPError

from pytest_uimcp.compositor.specs import HttpSpec
from pytest_uimcp.transport.http import serve_http
from tests.compositor.child import Child
from tests.compositor.mounting import Ear, client_of, permissive, until

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]


async def read(client: Client, uri: str) -> Any:
    (content,) = (await client.read_resource(uri, cache_mode="refresh")).contents
    return json.loads(content.text)


async def test_the_servers_are_listed_in_order() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server)
        async with client_of(compositor) as client:
            assert await read(client, "compositor://compositor_meta/servers") == ["resources", "compositor_meta", "p"]


@pytest.mark.parametrize(("era", "version"), [("legacy", "2025-11-25"), ("modern", "2026-07-28")])
async def test_a_running_server_is_shown_with_what_it_said_of_itself(era: Any, version: str) -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child("echo").server, era=era)
        async with client_of(compositor) as client:
            state = await read(client, "compositor://compositor_meta/p/state")
    assert state["state"] == "running"
    assert state["tools"] == [{"name": "echo", "inputSchema": {"type": "object"}}]
    initialize = state["initialize"]
    assert initialize["protocolVersion"] == version
    assert initialize["serverInfo"] == {"name": "child", "version": "1.0"}
    assert initialize["instructions"] == "Be careful."
    assert initialize["capabilities"]["resources"]["subscribe"] is True


async def test_a_server_that_could_not_be_mounted_is_shown_with_its_error() -> None:
    async with permissive() as compositor:
        await compositor.mount_servers_from_config({"bad": {"command": "/no/such"}}, on_error="collect")
        async with client_of(compositor) as client:
            state = await read(client, "compositor://compositor_meta/bad/state")
    assert state["state"] == "failed"
    assert "No such file or directory: '/no/such'" in state["error"]


async def test_mount_events_update_the_state_and_the_list() -> None:
    ear = Ear()
    async with permissive() as compositor, client_of(compositor, message_handler=ear) as client:
        await client.subscribe_resource("compositor://compositor_meta/servers")
        async with serve_http(Child().server) as url:
            await compositor.mount_server("far", HttpSpec(f"{url}/mcp"))
            await until(lambda: "compositor://compositor_meta/servers" in ear.heard)
            assert "resources" in ear.heard
            await client.subscribe_resource("compositor://compositor_meta/far/state")
        await client.call_tool("far_echo")
        await until(lambda: "compositor://compositor_meta/far/state" in ear.heard)
        state = await read(client, "compositor://compositor_meta/far/state")
        assert state["state"] == "failed"
        assert state["error"].startswith(f"{url} cannot be reached")


async def test_the_state_of_an_unknown_server_does_not_exist() -> None:
    async with permissive() as compositor, client_of(compositor) as client:
        with pytest.raises(MCPError, match="Resource not found: compositor://compositor_meta/none/state"):
            await client.read_resource("compositor://compositor_meta/none/state")
