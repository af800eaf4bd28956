"""MCP as it was in its first version, 2024-11-05, for clients of any version.

The SDK negotiates the version and requires a handshake first. Here there is one version and no handshake state: every
request is answered whenever it comes, calls run concurrently, and cancelled calls are not answered. Its `serve` is a
client handler for any transport.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol

import anyio
from anyio.abc import TaskGroup
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from pytest_uimcp.mcp.errors import ToolNotFound
from pytest_uimcp.transport.jsonrpc import JsonRpcDialect

log = logging.getLogger(__name__)

VERSION: Final = "2024-11-05"
# How many calls of one client run at once.
MAX_CALLS: Final = 16

Json = dict[str, Any]
# Asks the client's user a question with a form: the answer (`{"action": …}`), or None if this client cannot.
Ask = Callable[[str, Json], Awaitable[Json | None]]


class ToolSource(Protocol):
    """What is served: rows of `tools/list`, and calls, which give a `tools/call` result."""

    def listed(self) -> Sequence[Mapping[str, Any]]:
        """The tools as they are listed."""

    def follow(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call a function whenever the tools change; returns a function that stops this."""

    async def call_tool(self, name: str, arguments: Any, ask: Ask) -> Json:
        """The result of a call; raises ToolNotFound where an unknown tool is an error of the protocol."""


@dataclass(frozen=True, slots=True)
class FirstVersion:
    """The server of any number of clients: an endpoint, as that of the SDK's versions is (`endpoint.py`).

    With `list_changed`, clients are notified when the tools change. `ready` is awaited before tools are listed or
    called; everything else is answered at once.
    """

    dialect: ClassVar = JsonRpcDialect.FIRST

    source: ToolSource
    name: str
    version: str
    list_changed: bool = False
    ready: Callable[[], Awaitable[None]] | None = None

    async def serve(self, read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        async with read, write, anyio.create_task_group() as tasks:
            client = _Client(self, write, tasks)
            stop = _do_nothing
            if self.list_changed:
                stop = self.source.follow(client.tools_changed)
            try:
                async for item in read:
                    if isinstance(item, SessionMessage):
                        await client.take(item.message)
            finally:
                stop()
            tasks.cancel_scope.cancel()


class _Failed(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Client:
    """One client: its running calls, and the questions that it was asked."""

    def __init__(self, server: FirstVersion, write: WriteStream[SessionMessage], tasks: TaskGroup) -> None:
        self._server = server
        self._write = write
        self._tasks = tasks
        self._calls: dict[object, anyio.CancelScope] = {}
        self._limit = anyio.CapacityLimiter(MAX_CALLS)
        self._questions = _Questions(write)
        self._methods: dict[str, Callable[[Json], Awaitable[Json]]] = {
            "initialize": self._initialize,
            "ping": self._ping,
        }

    async def take(self, message: JSONRPCMessage) -> None:
        match message:
            case JSONRPCRequest(method="tools/call"):
                scope = self._calls[message.id] = anyio.CancelScope()
                self._tasks.start_soon(self._call, message, scope)
            case JSONRPCRequest(method="tools/list") if self._server.ready is None:
                await self._answer(message, self._list)
            case JSONRPCRequest(method="tools/list"):
                # Not here: a ping behind it must be answered while it waits for the server to be ready.
                self._tasks.start_soon(self._answer, message, self._list)
            case JSONRPCRequest():
                await self._answer(message, self._methods.get(message.method, _unknown))
            case JSONRPCNotification(method="notifications/cancelled"):
                scope_of = self._calls.get((message.params or {}).get("requestId"))
                if scope_of is not None:
                    scope_of.cancel()
            case JSONRPCNotification():
                pass  # `notifications/initialized` too: there is no handshake to complete
            case JSONRPCResponse() | JSONRPCError():
                self._questions.deliver(message)

    def tools_changed(self) -> None:
        news = JSONRPCNotification(jsonrpc="2.0", method="notifications/tools/list_changed")
        self._tasks.start_soon(self._send, news)

    async def _call(self, request: JSONRPCRequest, scope: anyio.CancelScope) -> None:
        try:
            # Not answered if it is cancelled, also while it waits for its turn.
            with scope:
                async with self._limit:
                    await self._answer(request, self._call_tool)
        finally:
            if self._calls.get(request.id) is scope:
                del self._calls[request.id]

    async def _answer(self, request: JSONRPCRequest, method: Callable[[Json], Awaitable[Json]]) -> None:
        await self._send(await self._reply(request, method))

    async def _reply(self, request: JSONRPCRequest, method: Callable[[Json], Awaitable[Json]]) -> JSONRPCMessage:
        try:
            result = await method(request.params or {})
        except _Failed as failed:
            return _error(request, failed.code, str(failed))
        except Exception as error:
            # Without the words of the error: they are about the inside of the server, and may hold secrets.
            log.exception("%s failed", request.method)
            return _error(request, INTERNAL_ERROR, f"internal error: {type(error).__name__}")
        # Not validated: an id may be a fraction.
        return JSONRPCResponse.model_construct(jsonrpc="2.0", id=request.id, result=result)

    async def _send(self, message: JSONRPCMessage) -> None:
        try:
            await self._write.send(SessionMessage(message))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            log.debug("a client went before its answer")

    async def _initialize(self, params: Json) -> Json:
        self._questions.possible = isinstance(_capabilities(params).get("elicitation"), dict)
        tools = {"listChanged": True} if self._server.list_changed else {}
        # Whatever version the client has asked for, it is told the one there is.
        return {
            "protocolVersion": VERSION,
            "serverInfo": {"name": self._server.name, "version": self._server.version},
            "capabilities": {"tools": tools},
        }

    async def _ping(self, _params: Json) -> Json:
        return {}

    async def _list(self, _params: Json) -> Json:
        await self._ready()
        return {"tools": list(self._server.source.listed())}

    async def _ready(self) -> None:
        if self._server.ready is not None:
            await self._server.ready()

    async def _call_tool(self, params: Json) -> Json:
        name = params.get("name")
        arguments = params.get("arguments")
        # Only the outline is checked here, the arguments by the tool itself, whose errors are for a model.
        if not isinstance(name, str) or not isinstance(arguments, dict | None):
            raise _Failed(INVALID_PARAMS, "invalid params")
        await self._ready()
        try:
            return await self._server.source.call_tool(name, arguments, self._questions.ask)
        except ToolNotFound as error:
            raise _Failed(INVALID_PARAMS, str(error)) from None


class _Questions:
    def __init__(self, write: WriteStream[SessionMessage]) -> None:
        self.possible = False
        self._write = write
        self._number = 0
        self._open: dict[object, _Question] = {}

    async def ask(self, message: str, schema: Json) -> Json | None:
        # The answer to a form; None if the client cannot ask its user.
        if not self.possible:
            return None
        self._number += 1
        key = f"question-{self._number}"
        question = _Question()
        self._open[key] = question
        params = {"message": message, "requestedSchema": schema}
        try:
            request = JSONRPCRequest(jsonrpc="2.0", id=key, method="elicitation/create", params=params)
            await self._write.send(SessionMessage(request))
            return await question.answer()
        finally:
            del self._open[key]

    def deliver(self, message: JSONRPCResponse | JSONRPCError) -> None:
        # Deliver an answer; one that no question waits for is dropped.
        if (question := self._open.get(message.id)) is not None:
            question.set(message.result if isinstance(message, JSONRPCResponse) else None)


class _Question:
    def __init__(self) -> None:
        self._answer: Json | None = None
        self._there = anyio.Event()

    def set(self, answer: Json | None) -> None:
        self._answer = answer
        self._there.set()

    async def answer(self) -> Json | None:
        await self._there.wait()
        return self._answer


def _do_nothing() -> None:
    """Does nothing: for servers that announce no changes."""


async def _unknown(_params: Json) -> Json:
    raise _Failed(METHOD_NOT_FOUND, "method not found")


def _error(request: JSONRPCRequest, code: int, message: str) -> JSONRPCError:
    return JSONRPCError.model_construct(jsonrpc="2.0", id=request.id, error=ErrorData(code=code, message=message))


def _capabilities(params: Json) -> Json:
    capabilities = params.get("capabilities")
    if isinstance(capabilities, dict):
        return capabilities
    return {}
