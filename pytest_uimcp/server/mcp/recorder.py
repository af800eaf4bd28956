"""What a server tells a recorder, if it has one: calls of clients, what people do in pages, and events that were taken.

Calls and reads pass it in a middleware of the MCP endpoint, calls of the tool API in `recorded_call`. Without a
recorder nothing of this happens, and pages send nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext

    from pytest_uimcp.server.server import UiServer


R = TypeVar("R")


class RecordedPage(Protocol):
    def take(self, frame: str | bytes) -> str | bytes | None:
        """Take what the page reports out of a frame; returns the rest, None if that was all."""

    def close(self) -> None:
        """The page has disconnected."""


class SessionRecorder(Protocol):
    """Hears of a session. Everything is called on the server's event loop."""

    # The script with which a page describes its document; it runs before any other.
    probe: Path

    def attach(self, server: UiServer) -> None:
        """Begin with a server."""

    async def call(self, name: str, arguments: Mapping[str, Any] | None, answer: Callable[[], Awaitable[R]]) -> R:
        """A client calls a tool: return what `answer` returns."""

    def read(self, uri: str) -> None:
        """A client reads a resource."""

    def delivered(self, events: list[dict[str, Any]]) -> None:
        """A client has got these events from `/wait`."""

    def page(self, deliver: Callable[[str], None]) -> RecordedPage:
        """A page connects; `deliver` sends it a frame."""


async def recorded_call(
    server: UiServer, name: str, arguments: Mapping[str, Any] | None, answer: Callable[[], Awaitable[R]]
) -> R:
    """What `answer` returns to a client that calls a tool, over MCP or the tool API."""
    recorder = server.recorder
    return await (answer() if recorder is None else recorder.call(name, arguments, answer))


def recording(server: UiServer) -> ServerMiddleware[Any]:
    """The middleware that tells the recorder what clients of the endpoint call and read."""

    async def record(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        recorder = server.recorder
        if recorder is None:
            return await call_next(ctx)
        # Nothing is validated yet; what is malformed is refused further on and not worth recording.
        match ctx.method, ctx.params:
            case "tools/call", {"name": str(name), **rest}:
                arguments = rest.get("arguments")
                if arguments is None or isinstance(arguments, Mapping):
                    return await recorder.call(name, arguments, partial(call_next, ctx))
            case "resources/read", {"uri": str(uri)}:
                recorder.read(uri)
        return await call_next(ctx)

    return record
