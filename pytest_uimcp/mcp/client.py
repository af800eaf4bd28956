"""A client in the same process: it calls tools over MCP as an agent does, through in-memory streams."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pytest_uimcp.mcp.calls import ERROR_META, ToolResult

if TYPE_CHECKING:
    from jsonschema.protocols import Validator
    from mcp import Client
    from mcp.shared.subscriptions import ServerEvent
    from mcp.types import Resource, Tool


@asynccontextmanager
async def connect(server: Any) -> AsyncIterator[Client]:
    """A client of the SDK, connected to a server of the SDK in this process or by a transport.

    The validator of an output schema takes the SDK 2 ms to make, for every client anew; those of this process share it.
    """
    from mcp import Client

    async with Client(server) as client:
        session = client.session
        usual = session._output_schema_validator  # noqa: SLF001  # the SDK has no public place for validators

        def shared(name: str, schema: dict[str, Any]) -> Validator:
            # None for a schema that is wrong: what is said about that is the SDK's affair.
            return _validator(json.dumps(schema)) or usual(name, schema)

        session._output_schema_validator = shared  # type: ignore[assignment, method-assign]  # noqa: SLF001  # as above
        yield client


@lru_cache(maxsize=128)
def _validator(text: str) -> Validator | None:
    """As the SDK makes it."""
    from jsonschema import SchemaError
    from jsonschema.validators import validator_for
    from referencing import Registry

    schema = json.loads(text)
    validator = validator_for(schema)
    try:
        validator.check_schema(schema)
    except SchemaError:
        return None
    return validator(schema, registry=Registry())


class InMemoryClient:
    """An MCP client that connects at the first call and stays connected. Belongs to one event loop.

    `server` is a server of the SDK in this process, or a transport to one elsewhere.
    """

    def __init__(self, server: Any) -> None:
        self._server = server
        self._client: Client | None = None
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        # The notifications received since `listen`, in order.
        self.notifications: list[ServerEvent] = []

    async def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        """Call a tool. Errors, including that of an unknown tool, are results and never raised."""
        from mcp.shared.exceptions import MCPError

        client = await self._connected()
        try:
            return ToolResult.from_sdk(await client.call_tool(name, arguments))
        except MCPError as error:
            # A foreign server answers so to an unknown tool; ours reports it as a result, in the same form.
            meta = {ERROR_META: error.error.model_dump(exclude_none=True)}
            return replace(ToolResult.of_text(str(error), is_error=True), meta=meta)

    async def tools(self) -> list[Tool]:
        return list((await (await self._connected()).list_tools(cache_mode="refresh")).tools)

    async def resources(self) -> list[Resource]:
        return list((await (await self._connected()).list_resources(cache_mode="refresh")).resources)

    async def read(self, uri: str) -> str:
        """The text of a resource; MCPError when it cannot be read."""
        (content,) = (await (await self._connected()).read_resource(uri, cache_mode="refresh")).contents
        return str(getattr(content, "text", getattr(content, "blob", "")))

    async def listen(self, *uris: str) -> None:
        """Collect notifications of these resources, and of the lists of tools and resources, from now on."""
        client = await self._connected()
        opening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._start(self._listen(client, uris, opening), opening)
        await opening

    @property
    def listening(self) -> bool:
        return len(self._tasks) > 1

    async def close(self) -> None:
        self._stop.set()
        # The newest first, so that a stream ends before its connection.
        for task in reversed(self._tasks):
            await task

    async def _connected(self) -> Client:
        if self._client is None:
            ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
            # A client must be closed by the task that opened it (its cancel scopes belong to it), so that task stays.
            task = self._start(self._hold(ready), ready)
            try:
                self._client = await ready
            except asyncio.CancelledError:
                self._tasks.remove(task)  # what it raises is for this caller, not for close()
                await task
                raise
        return self._client

    def _start(self, work: Any, ready: asyncio.Future[Any]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.append(task)
        # A task that fails before it is ready must not leave its caller waiting.
        task.add_done_callback(lambda _: ready.done() or ready.cancel())
        return task

    async def _hold(self, ready: asyncio.Future[Client]) -> None:
        async with connect(self._server) as client:
            await client.list_tools()  # otherwise the client fetches the list again at every call
            ready.set_result(client)
            await self._stop.wait()

    async def _listen(self, client: Client, uris: tuple[str, ...], opening: asyncio.Future[None]) -> None:
        async with client.listen(
            tools_list_changed=True, resources_list_changed=True, resource_subscriptions=uris
        ) as events:
            opening.set_result(None)
            # In a task of its own, as the stream of events does not end by itself, and `_stop` has to end both.
            collecting = asyncio.create_task(self._collect(events))
            await self._stop.wait()
            collecting.cancel()
            await asyncio.gather(collecting, return_exceptions=True)

    async def _collect(self, events: Any) -> None:
        async for event in events:
            self.notifications.append(event)
