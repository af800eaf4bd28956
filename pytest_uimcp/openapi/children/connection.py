"""One process of a child, from start to end, and the MCP session with it.

The handshake and the list of tools bypass the SDK's validation: servers in use leave out what is required but not
needed here, and a tool of theirs must not be lost for that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

import anyio
import mcp_types as types
from anyio.abc import TaskGroup, TaskStatus
from mcp.client.session import ClientSession
from mcp.shared.dispatcher import Dispatcher
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from pytest_uimcp.compositor.connecting import Callbacks, connected
from pytest_uimcp.mcp.firstversion import VERSION
from pytest_uimcp.openapi.errors import ChildError
from pytest_uimcp.openapi.warn import Warn
from pytest_uimcp.transport.process import ProcessSpec, process_streams

MAX_TOOL_PAGES: Final = 100
_CLIENT_INFO: Final = {"name": "nlui", "version": "0.1.0"}

# Sends a request and returns the result unvalidated: a child may leave out what is not needed here.
Send = Callable[[str, Mapping[str, Any] | None], Awaitable[dict[str, Any]]]


async def greet(session: ClientSession, send: Send, warn: Warn) -> bool:
    """Initialize the session, and accept whatever version the child answers with; returns whether it has tools."""
    result = await send("initialize", {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": _CLIENT_INFO})
    version = result.get("protocolVersion")
    if version not in HANDSHAKE_PROTOCOL_VERSIONS:
        warn(f"it answers in the protocol version {version!r}, which is unknown here")
        version = VERSION
    # The SDK would refuse a result that lacks what it requires. What is needed here was read by hand.
    session.adopt(
        types.InitializeResult(
            protocol_version=version,
            capabilities=types.ServerCapabilities(),
            server_info=types.Implementation(name="", version=""),
        )
    )
    await session.send_notification(types.InitializedNotification())
    capabilities = result.get("capabilities")
    return isinstance(capabilities, dict) and isinstance(capabilities.get("tools"), dict)


async def list_tools(send: Send) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    params: dict[str, Any] = {}
    for _ in range(MAX_TOOL_PAGES):
        page = await send("tools/list", params)
        rows += _rows(page.get("tools"))
        cursor = page.get("nextCursor")
        if not isinstance(cursor, str) or not cursor:
            break
        params = {"cursor": cursor}
    return rows


def _rows(tools: Any) -> list[dict[str, Any]]:
    if not isinstance(tools, list):
        raise ChildError(f"tools/list: expected a list of tools, got {type(tools).__name__}")
    return [row for row in tools if isinstance(row, dict) and isinstance(row.get("name"), str)]


CLOSED: Final = "connection closed"
_NO_METHOD: Final = types.ErrorData(code=types.METHOD_NOT_FOUND, message="method not found")

Json = dict[str, Any]
_T = TypeVar("_T")


class ChildConnection:
    """`rows` are the tools that the child lists; `news` is called when it announces that they have changed.

    The session belongs to a task of its own in `tasks`, because whoever opens one has to close it.
    """

    def __init__(self, spec: ProcessSpec, tasks: TaskGroup, warn: Warn, news: Callable[[], None]) -> None:
        self.rows: list[Json] = []
        self.open = False
        self._spec = spec
        self._tasks = tasks
        self._warn = warn
        self._news = news
        self._send: Send | None = None
        self._has_tools = False
        # Set from any task, also by the process when it ends; the task that holds the session then leaves its context.
        self._over = anyio.Event()

    async def start(self, seconds: float) -> None:
        """Start it and list its tools; raises ChildError with the reason, and then nothing is left of it."""
        try:
            # The limit is for process, handshake and list together: a host waits for all of it.
            with anyio.fail_after(seconds):
                problem = await self._tasks.start(self._run)
        except TimeoutError:
            raise ChildError(f"timeout: no handshake within {seconds:g} seconds") from None
        if problem is not None:
            raise ChildError(problem)

    def end(self) -> None:
        """End it, and the requests in progress with it; may be called twice."""
        self.open = False
        self._over.set()

    async def call(self, tool: str, arguments: Any, seconds: float) -> Json:
        """Call a tool; returns the result as it was sent, or raises ChildError."""
        params = {"name": tool, "arguments": arguments}
        try:
            with anyio.fail_after(seconds):
                return await self._ask(lambda send: send("tools/call", params))
        except TimeoutError:
            raise ChildError(f"timeout: {tool} gave no answer within {seconds:g} seconds") from None

    async def refresh(self, seconds: float) -> None:
        """List its tools again; raises ChildError if that fails."""
        try:
            with anyio.fail_after(seconds):
                self.rows = await self._ask(list_tools)
        except TimeoutError:
            raise ChildError(f"timeout: no list of tools within {seconds:g} seconds") from None

    async def _ask(self, ask: Callable[[Send], Awaitable[_T]]) -> _T:
        if self._send is None or not self.open:
            raise ChildError(CLOSED)
        try:
            return await ask(self._send)
        except MCPError as error:
            # The SDK has a code for a closed connection that servers use for errors of their own.
            raise ChildError(_rpc(error) if self.open else CLOSED) from None

    async def _run(self, *, task_status: TaskStatus[str | None]) -> None:
        """Hold the session until it is over. A failure before that is reported through `task_status`."""
        problem: str | None = CLOSED
        try:
            async with connected(process_streams(self._spec, self.end), "legacy", self._callbacks()):
                if self._send and self._has_tools:
                    self.rows = await list_tools(self._send)
                # The process may have ended during the handshake; then it never was open.
                if not self._over.is_set():
                    self.open = True
                    problem = None
                    task_status.started(None)
                    await self._over.wait()
        except Exception as error:  # noqa: BLE001 - a child may fail in any way, and must harm nobody else
            if problem is not None:
                problem = self._reason(error)
        finally:
            self.end()
        if problem is not None:
            task_status.started(problem)

    def _callbacks(self) -> Callbacks:
        return Callbacks(self._hear, _refuse, _refuse, lambda _why: self.end(), roots=_refuse, greet=self._greet)

    async def _greet(self, session: ClientSession, dispatcher: Dispatcher[Any]) -> None:
        self._send = dispatcher.send_raw_request
        self._has_tools = await greet(session, self._send, self._warn)

    async def _hear(self, message: object) -> None:
        # Before it is open, the list of tools is still being read, and includes the change.
        if isinstance(message, types.ToolListChangedNotification) and self.open:
            self._news()

    def _reason(self, error: BaseException) -> str:
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        if isinstance(error, MCPError):
            if error.code == types.CONNECTION_CLOSED and self._over.is_set():
                return CLOSED
            return _rpc(error)
        if isinstance(error, OSError):
            command = self._spec.command[0]
            file = ""
            if error.filename not in (command, None):
                file = f" ({error.filename})"
            return f"{command} cannot be started: {error.strerror}{file}"
        return str(error) or type(error).__name__


async def _refuse(context: Any, params: Any = None) -> Any:
    return _NO_METHOD


def _rpc(error: MCPError) -> str:
    return f"RPC error {error.code}: {error.message}"
