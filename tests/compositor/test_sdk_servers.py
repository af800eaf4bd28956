"""Servers made with MCPServer: their tools ask in the handshake era, and they tell of changes in 2026-07-28."""

from __future__ import annotations

from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel

from tests.compositor.mounting import ERAS, PATIENCE, Ear, client_of, names, permissive, said, until, uris

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]


class Name(BaseModel):
    name: str


def greeter() -> MCPServer:
    server = MCPServer("greeter", instructions="Greet.")

    @server.tool()
    async def greet(ctx: Context) -> str:
        found: Any = await ctx.elicit("Your name?", schema=Name)
        return f"hello {found.data.name}"

    @server.tool()
    async def change(ctx: Context) -> str:
        await ctx.notify_resource_updated("note://now")
        return "changed"

    @server.resource("note://now")
    def now() -> str:
        return "noon"

    @server.prompt()
    def wish() -> str:
        return "A wish."

    return server


async def elicit(_context: Any, _params: Any) -> types.ElicitResult:
    return types.ElicitResult(action="accept", content={"name": "Ada"})


@pytest.mark.parametrize("era", ERAS)
async def test_a_tool_asks_and_everything_is_listed(era: str) -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("g", greeter())
        async with client_of(compositor, era, elicitation_callback=elicit) as client:
            assert await names(client) == ["g_greet", "g_change"]
            assert await uris(client) == ["note://g/now"]
            assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["g_wish"]
            with anyio.fail_after(PATIENCE):
                assert said(await client.call_tool("g_greet")) == "hello Ada"


async def test_a_notification_of_one_era_reaches_clients_of_the_other() -> None:
    ear = Ear()
    async with permissive() as compositor:
        await compositor.mount_inproc("g", greeter())
        async with client_of(compositor, message_handler=ear) as client:
            await client.subscribe_resource("note://g/now")
            await client.call_tool("g_change")
            await until(lambda: "note://g/now" in ear.heard)
            subscribed = await compositor.call_tool("resources_subscribe", {"server": "g", "uri": "note://now"})
            assert not subscribed.is_error
