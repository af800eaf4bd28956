"""A raw JSON-RPC client over the in-memory transport: it sends exactly what a test gives it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCMessage, jsonrpc_message_adapter

from pytest_uimcp.server.mcp.server import UiMcpServer
from pytest_uimcp.transport.memory import in_memory
from tests.server.rig import PATIENCE

INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "recorded", "version": "1"},
}


class Wire:
    """A connection that numbers its requests and keeps received notifications."""

    def __init__(self, read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        self._read = read
        self._write = write
        self._last = 0
        self.notifications: list[dict[str, Any]] = []

    async def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return its response, with `result` or `error`."""
        self._last += 1
        request: dict[str, Any] = {"jsonrpc": "2.0", "id": self._last, "method": method}
        if params is not None:
            request["params"] = params
        with anyio.fail_after(PATIENCE):
            await self._write.send(SessionMessage(_message(request)))
            while True:
                answer = await self._next()
                if answer.get("id") == self._last:
                    return answer
                self.notifications.append(answer)

    async def _next(self) -> dict[str, Any]:
        item = await self._read.receive()
        assert isinstance(item, SessionMessage)
        dumped: dict[str, Any] = item.message.model_dump(mode="json", by_alias=True, exclude_none=True)
        return dumped


def _message(data: dict[str, Any]) -> JSONRPCMessage:
    message: JSONRPCMessage = jsonrpc_message_adapter.validate_python(data)
    return message


@asynccontextmanager
async def wired(mcp: UiMcpServer) -> AsyncIterator[Wire]:
    async with in_memory(mcp.sdk) as (read, write):
        yield Wire(read, write)
