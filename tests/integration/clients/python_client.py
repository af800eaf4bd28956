"""One MCP session by the official Python SDK: the twin of node/session.mjs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import anyio
from mcp import Client, MCPError
from mcp_types import ResourceUpdatedNotification

__all__ = ["session"]

PATIENCE: Final = 240.0
MODES: Final = {"legacy": "legacy", "modern": "auto"}

Json = dict[str, Any]


async def session(transport: Any, era: str, steps: list[Json]) -> Json:
    """Connect, take the steps, and print the results: `{"protocol": version, "account": [result, …]}`."""
    news = News()
    with anyio.fail_after(2 * PATIENCE):
        async with Client(transport, mode=MODES[era], message_handler=news, cache=None) as client:
            taker = Taker(client, era, news)
            account = [await taker.take(step) for step in steps]
            return {"protocol": client.protocol_version, "account": account}


class News:
    """Hears of resources that changed, in the handshake era."""

    def __init__(self) -> None:
        self._came = anyio.Event()
        self._uri = ""

    async def __call__(self, message: object) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            self._uri = str(message.params.uri)
            self._came.set()

    async def wait(self) -> str:
        with anyio.fail_after(PATIENCE):
            await self._came.wait()
        return self._uri


class Taker:
    """Takes one step after the other with a client."""

    def __init__(self, client: Client, era: str, news: News) -> None:
        self._client = client
        self._era = era
        self._news = news
        self._do: dict[str, Callable[[Json], Awaitable[Any]]] = {
            "tools": lambda _: client.list_tools(),
            "resources": lambda _: client.list_resources(),
            "templates": lambda _: client.list_resource_templates(),
            "call": self._call,
            "read": lambda step: client.read_resource(step["uri"]),
        }

    async def take(self, step: Json) -> Json:
        """The result of a step; a refusal by the protocol is one too."""
        if step["do"] == "greet":
            return {"serverInfo": _dumped(self._client.server_info), "instructions": self._client.instructions}
        if step["do"] == "hear":
            return {"uri": await self._hear(step)}
        try:
            return _dumped(await self._do[step["do"]](step))
        except MCPError as error:
            return {"refused": error.code, "why": error.message}

    async def _call(self, step: Json) -> Any:
        return await self._client.call_tool(step["tool"], step["arguments"])

    async def _hear(self, step: Json) -> str:
        if self._era == "legacy":
            await self._client.subscribe_resource(step["uri"])
            await self._call(step)
            uri = await self._news.wait()
            await self._client.unsubscribe_resource(step["uri"])
            return uri
        async with self._client.listen(resource_subscriptions=[step["uri"]]) as events:
            await self._call(step)
            with anyio.fail_after(PATIENCE):
                return str((await anext(events)).uri)


def _dumped(result: Any) -> Json:
    dumped: Json = result.model_dump(mode="json", by_alias=True, exclude_none=True)
    return dumped
