"""Sessions with a chat server as they are on the wire, where notifications have all their parameters."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from pytest_uimcp.chat import Facade
from tests.transport.wires import Wire, served

INBOX = "ui://chat/inbox"


class Session:
    """A client of the handshake era."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.notified: list[dict[str, Any]] = []
        self._ids = count(1)

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """A request's reply; notifications that come before it are kept."""
        number = next(self._ids)
        await self.wire.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while (message := await self._receive()).get("id") != number:
            pass
        return message

    async def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """A tool's result."""
        result: dict[str, Any] = (await self.ask("tools/call", name=name, arguments=arguments))["result"]
        return result

    async def post(self, content: str) -> str:
        """Say something as the human; the message's id."""
        posted: str = (await self.call("chat.human.post", content=content))["structuredContent"]["id"]
        return posted

    async def subscribe(self, uri: str = INBOX) -> dict[str, Any]:
        return await self.ask("resources/subscribe", uri=uri)

    async def unsubscribe(self, uri: str = INBOX) -> dict[str, Any]:
        return await self.ask("resources/unsubscribe", uri=uri)

    async def notification(self) -> dict[str, Any]:
        """The parameters of the next update."""
        while not self.notified:
            await self._receive()
        return self.notified.pop(0)

    async def _receive(self) -> dict[str, Any]:
        message = await self.wire.receive()
        assert message is not None, "the server has gone"
        if message.get("method") == "notifications/resources/updated":
            self.notified.append(message["params"])
        return message


@asynccontextmanager
async def session(facade: Facade) -> AsyncIterator[Session]:
    """A session over pipes."""
    async with served(facade.mcp.sdk) as wire:
        await wire.initialize()
        yield Session(wire)
        wire.close_input()
