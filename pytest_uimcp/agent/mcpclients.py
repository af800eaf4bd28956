"""What an agent needs of MCP servers, through client sessions of the SDK: its tools, and its chat.

`McpTools` is a `ToolProvider` on a session with a compositor, `mcp_chat` opens the sessions of an `Orchestrator`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

import anyio
import mcp_types as types
from anyio.abc import TaskGroup, TaskStatus
from mcp import Client
from mcp.shared.exceptions import MCPError

from pytest_uimcp.agent.models.base import ToolSpec
from pytest_uimcp.agent.sidecar import ChatClient, ConnectionLost
from pytest_uimcp.agent.tools import with_error_as_data
from pytest_uimcp.chat.updates import INBOX
from pytest_uimcp.compositor.policy.errors import refusal_of
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.calls import CALL_ID_META, ToolError, ToolResult

Open = Callable[[], AbstractAsyncContextManager["Client"]]


class ChatFault(UimcpError):
    """The chat answered a request with an error."""


class McpTools:
    """The tools of an MCP server, which is a compositor as a rule."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def list_tools(self) -> Sequence[ToolSpec]:
        tools: list[ToolSpec] = []
        cursor: str | None = None
        while True:
            # Asked anew: a mount may have come or gone since the last sampling.
            page = await self._client.list_tools(cursor=cursor, cache_mode="refresh")
            tools += [ToolSpec(tool.name, tool.description or "", tool.input_schema) for tool in page.tools]
            cursor = page.next_cursor
            if not cursor:
                return tools

    async def call_tool(self, name: str, arguments: Mapping[str, Any], *, call_id: str) -> ToolResult:
        """Make a call. The model's call id goes along, so that an approval can be found by it."""
        meta: Any = {CALL_ID_META: call_id}
        try:
            result = ToolResult.from_sdk(await self._client.call_tool(name, dict(arguments), meta=meta))
        except MCPError as error:
            raise ToolError.refused(error.error.code, error.error.message, error.error.data) from None
        # The policy's refusals can end a turn, so they are errors of their own and no results.
        if (refusal := refusal_of(result)) is not None:
            raise refusal
        return with_error_as_data(result)


def mcp_chat(human: Open, assistant: Open) -> Callable[[], AbstractAsyncContextManager[ChatClient]]:
    """How an `Orchestrator` connects: it reads and subscribes at the human's server, and posts at the assistant's."""

    @asynccontextmanager
    async def connect() -> AsyncIterator[ChatClient]:
        async with human() as reading, assistant() as posting, anyio.create_task_group() as tasks:
            yield _McpChat(reading, posting, tasks)
            # The subscriptions of this connection end with it.
            tasks.cancel_scope.cancel()

    return connect


class _McpChat:
    def __init__(self, reading: Client, posting: Client, tasks: TaskGroup) -> None:
        self._reading = reading
        self._posting = posting
        self._tasks = tasks

    async def subscribe(self, uri: str, updated: Callable[[], None]) -> None:
        # Returns when the subscription stands: what is posted from now on is not missed.
        await self._tasks.start(self._listen, uri, updated)

    async def read_since(self, after_id: str | None, limit: int) -> Mapping[str, Any]:
        return await _called(self._reading, "chat_read_since", {"after_id": after_id, "limit": limit})

    async def read_inbox(self) -> Mapping[str, Any]:
        with _losing():
            (content,) = (await self._reading.read_resource(INBOX, cache_mode="refresh")).contents
        body: Mapping[str, Any] = json.loads(getattr(content, "text", "{}"))
        return body

    async def post(self, mime: str, content: str) -> Mapping[str, Any]:
        return await _called(self._posting, "chat.assistant.post", {"mime": mime, "content": content})

    async def _listen(
        self, uri: str, updated: Callable[[], None], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        with _losing():
            async with self._reading.listen(resource_subscriptions=[uri]) as events:
                task_status.started()
                async for _ in events:
                    updated()
        # A server that goes away politely ends its streams without an error.
        raise ConnectionLost("the chat has ended the subscription")


async def _called(client: Client, name: str, arguments: dict[str, Any]) -> Mapping[str, Any]:
    with _losing():
        result = await client.call_tool(name, arguments)
    # Every tool of the chat answers with data.
    if result.is_error or result.structured_content is None:
        raise ChatFault(f"{name}: {ToolResult.from_sdk(result).lines or 'the result has no data'}")
    body: dict[str, Any] = result.structured_content
    return body


@contextmanager
def _losing() -> Iterator[None]:
    """Turn the SDK's error of a closed connection into ours, which has the orchestrator open another one."""
    try:
        yield
    except MCPError as error:
        if error.error.code == types.CONNECTION_CLOSED:
            raise ConnectionLost("the chat has closed the connection") from error
        raise
