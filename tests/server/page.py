"""A browser page as the server sees it: a WebSocket client of the wire protocol."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from tests.server.rig import PATIENCE


class BrowserPage:
    """Creates variables, and keeps their last values and all received messages."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.messages: list[dict[str, Any]] = []
        self.values: dict[int, Any] = {}
        self._last = 1

    async def send(self, *messages: dict[str, Any], user_event: bool = True) -> None:
        await self.socket.send_json({"userEvent": user_event, "messages": list(messages)})

    async def create(self, path: str, parent: int = 1, **properties: str) -> int:
        """Create a watched variable and wait for its first value."""
        self._last += 1
        var_id = self._last
        data = {"id": var_id, "parentId": parent, "properties": {"path": path} | properties}
        await self.send({"type": "create", "data": data})
        await self.until(lambda: var_id in self.values)
        return var_id

    async def watch_root(self) -> None:
        await self.send({"type": "watch", "data": {"varId": 1}})
        await self.until(lambda: 1 in self.values)

    async def update(self, var_id: int, value: Any) -> None:
        await self.send({"type": "update", "data": {"varId": var_id, "value": value}})

    async def until(self, condition: Any) -> None:
        """Read frames until a condition holds."""
        with anyio.fail_after(PATIENCE):
            while not condition():
                await self.frame()

    async def frame(self) -> list[dict[str, Any]]:
        """The next frame."""
        with anyio.fail_after(PATIENCE):
            received = await self.socket.receive()
        assert received.type is WSMsgType.TEXT, received
        messages: list[dict[str, Any]] = json.loads(received.data)
        for message in messages:
            self.messages.append(message)
            if message["type"] == "update" and "value" in message["data"]:
                self.values[message["data"]["varId"]] = message["data"]["value"]
        return messages

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [message["data"] for message in self.messages if message["type"] == kind]

    def viewdefs(self) -> dict[str, str]:
        """The last version of every viewdef received."""
        found: dict[str, str] = {}
        for data in self.of_type("update"):
            text = next((v for k, v in data.get("properties", {}).items() if k == "viewdefs"), None)
            if text:
                found |= json.loads(text)
        return found


@asynccontextmanager
async def opened(
    http: ClientSession, ui_url: str, session_id: str, *, page: str | None = None
) -> AsyncIterator[BrowserPage]:
    """Open the connection of a page to its session."""
    query = f"?page={page}" if page else ""
    async with http.ws_connect(f"{ui_url}/ws/{session_id}{query}", headers={"Origin": ui_url}) as socket:
        yield BrowserPage(socket)
