"""The part of a server that clients connect to: the SDK's server, its middleware, and the notifications.

Above: the transports, which serve an endpoint (or its `sdk`) to any number of clients in both protocol eras.
Below: whoever answers the requests. `McpServer` does so from tables; the front of a compositor asks other servers.
Beside: `firstversion.py`, the endpoint for MCP as it was in its first version.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Generic, TypeVar

import mcp_types as types
from mcp.server.context import HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel

from pytest_uimcp.mcp.subscriptions import RESOURCE_NOT_FOUND, Publisher
from pytest_uimcp.transport.jsonrpc import JsonRpcDialect

# The SDK's context of a request.
Context = ServerRequestContext[Any, Any]
S = TypeVar("S")
Params = TypeVar("Params", bound=BaseModel)


class McpEndpoint(Generic[S]):
    """The SDK's server in front of a `server` object. Make it on the event loop that serves it.

    It answers nothing until it is given handlers. `lists_change` tells clients of the handshake era that its lists may
    change.
    """

    dialect: ClassVar = JsonRpcDialect.CURRENT

    def __init__(
        self,
        name: str,
        server: S,
        publisher: Publisher,
        *,
        version: str = "",
        title: str | None = None,
        instructions: str | None = None,
        lists_change: bool = False,
    ) -> None:
        self.server = server
        self.publisher = publisher
        self.sdk = _SdkServer(name, version=version, title=title, instructions=instructions)
        self.sdk.lists_change = lists_change
        publisher.install(self.sdk)

    def handle(
        self, method: str, params: type[Params], handler: Callable[[Context, Params], Awaitable[HandlerResult]]
    ) -> None:
        """Have requests of a method answered; what the server declares to clients follows from its methods."""
        self.sdk.add_request_handler(method, params, handler)

    def use(self, middleware: ServerMiddleware[Any]) -> None:
        """Have every message pass through a function on its way to the handler; the first one is the outermost."""
        # The SDK's own (tracing) stays outermost.
        self.sdk.middleware.append(middleware)

    async def serve(self, read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        await self.sdk.run(read, write, self.sdk.create_initialization_options())

    def close(self) -> None:
        """End the listen streams: there will be no more notifications."""
        self.publisher.close()


class _SdkServer(Server[Any]):
    """The SDK's server, except that it knows whether its lists change. In the SDK each transport has to say so."""

    lists_change = False

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *args: Any, **kwargs: Any
    ) -> InitializationOptions:
        # Asked without options by every transport but those that our own code calls with some.
        if notification_options is None:
            notification_options = NotificationOptions(
                tools_changed=self.lists_change,
                resources_changed=self.lists_change,
                prompts_changed=self.lists_change,
            )
        return super().create_initialization_options(notification_options, *args, **kwargs)


def not_found(ctx: Context, uri: str, why: str = "") -> MCPError:
    # Has a code of its own before protocol version 2026-07-28, and is an invalid parameter since.
    code = RESOURCE_NOT_FOUND
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        code = types.INVALID_PARAMS
    return MCPError(code, f"Resource not found: {uri}{why}", {"uri": uri})
