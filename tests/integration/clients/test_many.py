"""Twenty official clients of one server at once: each is answered, and with its own answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from pytest_uimcp.chat import Conversation, Facade, open_store
from pytest_uimcp.compositor.policy import CallablePolicy
from pytest_uimcp.javafx import Platform, Ui, create, show_stage
from pytest_uimcp.javafx.server import StageServer
from pytest_uimcp.openapi.serving.mcp_server import NluiMcpServer
from pytest_uimcp.transport.http import serve_http
from tests import patience
from tests.compositor.mounting import composed
from tests.integration.clients.servers import make_base_dir, serving
from tests.openapi.api import serving as api_serving
from tests.openapi.serving.serving import service_of

pytestmark = [pytest.mark.anyio, pytest.mark.warm]

CLIENTS, CALLS, PATIENCE = 20, 3, patience.SECONDS
Ask = Callable[[Client, int, int], Awaitable[None]]


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    said = "".join(getattr(part, "text", "") for part in result.content)
    assert not result.is_error, said
    return said if result.structured_content is None else result.structured_content


@asynccontextmanager
async def stage(_tmp_path: Path) -> AsyncIterator[tuple[str, Ask]]:
    """Every client has a field of its own, and types into it while the others do."""
    platform = Platform.spawn()
    fields = [create("TextField", id=f"field{number}") for number in range(CLIENTS)]
    platform.call(lambda: show_stage(platform, create("VBox", children=fields), {"title": "App"}))
    server = StageServer(Ui(platform), enabled=True).mcp()

    async def ask(client: Client, number: int, turn: int) -> None:
        match = (await call(client, "ui_query", selector={"css": f"#field{number}"}))["matches"][0]
        target = {"ref": match["ref"]}
        actions = [
            {"type": "setText", "target": target, "text": ""},
            {"type": "typeText", "target": target, "text": f"{number} {turn}"},
        ]
        done = await call(client, "ui_perform", actions=actions, timeoutMs=PATIENCE * 1000)
        assert [result["ok"] for result in done["results"]] == [True, True], done
        assert (await call(client, "ui_get_node", ref=match["ref"]))["value"]["text"] == f"{number} {turn}"

    async with serve_http(server.sdk) as url:
        yield f"{url}/mcp", ask
    server.close()
    platform.close()


@asynccontextmanager
async def ui_mcp(tmp_path: Path) -> AsyncIterator[tuple[str, Ask]]:
    with serving(make_base_dir(tmp_path)) as served:
        async with Client(served.http) as client:
            await call(client, "ui_start")

        async def ask(client: Client, number: int, turn: int) -> None:
            code = f"local sum = 0 for i = 1, 1000 do sum = sum + {number} end return sum + {turn}"
            assert f"{1000 * number + turn}" in str(await call(client, "ui_run", code=code))

        yield served.http, ask


@asynccontextmanager
async def chat(_tmp_path: Path) -> AsyncIterator[tuple[str, Ask]]:
    conversation = Conversation(open_store())
    human = Facade(conversation, "human")

    async def ask(client: Client, number: int, turn: int) -> None:
        posted = await call(client, "chat.human.post", content=f"{number} {turn}")
        page = await call(client, "chat_read_since", after_id=posted["id"], limit=1)
        assert all(message["content"] != f"{number} {turn}" for message in page["messages"])

    async with serve_http(human.mcp.sdk) as url:
        yield f"{url}/mcp", ask
        async with Client(f"{url}/mcp") as client:
            page = await call(client, "chat_read_since", after_id=None, limit=100)
    messages = [message["content"] for message in page["messages"]]
    assert len(messages) == CLIENTS * CALLS
    for number in range(CLIENTS):
        mine = [message for message in messages if message.startswith(f"{number} ")]
        assert mine == [f"{number} {turn}" for turn in range(CALLS)]
    human.close()


@asynccontextmanager
async def compositor(_tmp_path: Path) -> AsyncIterator[tuple[str, Ask]]:
    async with composed("http auto", policy=CallablePolicy(lambda _: "allow")) as (compositor, child):

        async def ask(client: Client, number: int, turn: int) -> None:
            assert await call(client, "p_echo", text=f"{number} {turn}") == f"{number} {turn}"

        async with serve_http(compositor.mcp.sdk) as url:
            yield f"{url}/mcp", ask
        assert len(child.calls) == CLIENTS * CALLS


@asynccontextmanager
async def nlui(_tmp_path: Path) -> AsyncIterator[tuple[str, Ask]]:
    async with api_serving() as api, service_of(api) as service:
        for number in range(CLIENTS):
            for turn in range(CALLS):
                api.answers_json(f"/pets/{number}-{turn}", {"name": f"pet {number} {turn}"})
        server = NluiMcpServer(service)

        async def ask(client: Client, number: int, turn: int) -> None:
            assert f"pet {number} {turn}" in str(await call(client, "pets__getPet", id=f"{number}-{turn}"))

        async with serve_http(server.sdk) as url:
            yield f"{url}/mcp", ask
        server.close()


@pytest.mark.parametrize("server", [stage, ui_mcp, chat, compositor, nlui])
async def test_twenty_clients_at_once_are_each_answered_right(server: Any, tmp_path: Path) -> None:
    together = asyncio.Barrier(CLIENTS)

    async def one(url: str, ask: Ask, number: int) -> None:
        async with Client(url) as client:
            await together.wait()
            for turn in range(CALLS):
                await ask(client, number, turn)

    with anyio.fail_after(2 * PATIENCE):
        async with server(tmp_path) as (url, ask), asyncio.TaskGroup() as tasks:
            for number in range(CLIENTS):
                tasks.create_task(one(url, ask, number))
