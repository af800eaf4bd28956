"""The approvals of an agent in another process, over MCP: it reads `approvals://pending` and calls `decide_call`."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import anyio
from mcp import Client
from mcp.shared.exceptions import MCPError

from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.mcp.calls import ToolError, ToolResult

log = logging.getLogger(__name__)

PENDING: Final = "approvals://pending"
CONNECT_SECONDS: Final = 10.0
BACK_OFF: Final = (0.2, 0.4, 0.8, 1.6, 3.2, 5.0)

Open = Callable[[], AbstractAsyncContextManager["Client"]]


@dataclass(frozen=True, slots=True)
class RemoteCall:
    """A call that waits there, as its server describes it."""

    body: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return self.body


def over_http(url: str, token: str = "") -> Open:
    @asynccontextmanager
    async def connect() -> AsyncIterator[Client]:
        import httpx2
        from mcp import Client
        from mcp.client.streamable_http import streamable_http_client

        from pytest_uimcp.transport.content_encoding import unpacked

        headers = {"Authorization": f"Bearer {token}"} if token else {}
        # A stream of updates is silent for as long as nothing happens.
        timeout = httpx2.Timeout(CONNECT_SECONDS, read=None)
        async with (
            httpx2.AsyncClient(**unpacked(headers), timeout=timeout) as http,
            Client(streamable_http_client(url, http_client=http), cache=None) as client,
        ):
            yield client

    return connect


class RemoteApprovals:
    """An `ApprovalSource`. While `run` runs it is connected, and connects again when the connection is lost."""

    def __init__(self, connect: Open) -> None:
        self._connect = connect
        self._client: Client | None = None
        self._pending: list[RemoteCall] = []
        self._listeners: Listeners[None] = Listeners("the pending approvals")

    def pending(self) -> list[RemoteCall]:
        """What waits; nothing while the other process cannot be reached."""
        return self._pending

    async def decide(
        self, item_id: str, decision: object, *, reason: str | None = None, by: str = "human"
    ) -> RemoteCall:
        """Have one of them decided there. Who decided is the principal of the token there, not `by`."""
        if self._client is None:
            raise ChatError("store_unavailable", f"the agent cannot be reached now, so {by} cannot decide; try again")
        arguments = {"call_id": item_id, "decision": decision, **({"reason": reason} if reason else {})}
        try:
            result = ToolResult.from_sdk(await self._client.call_tool("decide_call", arguments))
        except MCPError as error:
            raise ToolError(f"the decision was not taken: {error}", code="failed") from None
        if result.is_error:
            fault = result.error or {}
            raise ToolError(str(fault.get("message") or result.text), code=str(fault.get("code") or "failed"))
        return RemoteCall({"id": item_id, "decision": decision, "reason": reason})

    def listen(self, listener: Callable[[Any], object]) -> Callable[[], None]:
        return self._listeners.add(listener)

    async def run(self) -> None:
        """Follow the other process until cancelled."""
        # The connection stood, so the next failure is the first of another series.
        failures = 0
        while True:
            try:
                async with self._connect() as client, client.listen(resource_subscriptions=[PENDING]) as events:
                    self._client = client
                    failures = 0
                    await self._read(client)
                    async for _ in events:
                        await self._read(client)
            except Exception as error:  # noqa: BLE001 - whatever it was, there is another connection to try
                log.warning("the approvals cannot be read: %s: %s", type(error).__name__, error)
            finally:
                self._client = None
                # Nothing can be decided while there is no connection, so nothing is shown as waiting.
                self._show([])
            await anyio.sleep(BACK_OFF[min(failures, len(BACK_OFF) - 1)])
            failures += 1

    async def _read(self, client: Client) -> None:
        (content,) = (await client.read_resource(PENDING, cache_mode="refresh")).contents
        self._show([RemoteCall(item) for item in json.loads(getattr(content, "text", "{}"))["pending"]])

    def _show(self, pending: list[RemoteCall]) -> None:
        if pending != self._pending:
            self._pending = pending
            self._listeners.tell(None)
