"""An MCP server: a table of tools, a table of resources, and the object that does the work.

Above: the transports, which take `McpServer.sdk` and serve any number of clients in both protocol eras.
Below: the handlers in the two tables, which receive the object and the request, and know nothing of the protocol.
Beside: the publisher, which sends notifications (`resource_updated`, `tools_changed` and others) to the clients that
subscribed. Both tables may change while clients are connected.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, Generic, TypeVar

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.calls import ToolCall, ToolResult, has_room_for_errors
from pytest_uimcp.mcp.errors import ArgumentError, ResourceNotFound, error_text, failure, unknown_tool, valid_text
from pytest_uimcp.mcp.listeners import Batch
from pytest_uimcp.mcp.resources import Content, Resource, ResourceTable, ResourceTemplate
from pytest_uimcp.mcp.subscriptions import RESOURCE_NOT_FOUND, Publisher
from pytest_uimcp.mcp.tools import Tool, ToolTable
from pytest_uimcp.transport.principals import principal_of

__all__ = ["PROTOCOL_CODES", "Context", "McpServer", "not_found"]

log = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]
"""The SDK's context of a request."""
PROTOCOL_CODES: Final = frozenset({types.URL_ELICITATION_REQUIRED, types.MISSING_REQUIRED_CLIENT_CAPABILITY})
"""Errors of the protocol that stay what they are: a client answers them itself, and its model never sees them."""
S = TypeVar("S")


class McpServer(Generic[S]):
    """Serves one `server` object to any number of MCP connections. Make it on the event loop that serves them.

    `lists_change` tells clients of the handshake era that the lists of tools and resources may change. `ready` is
    awaited before each call and each read, after the request has been validated. `batches` are the resources whose
    notifications carry more than the URI. `publisher` replaces the one that accepts subscriptions to the resources of
    the table.
    """

    def __init__(
        self,
        name: str,
        server: S,
        tools: Iterable[Tool[S]] = (),
        resources: Iterable[Resource[S] | ResourceTemplate[S]] = (),
        *,
        version: str = "",
        title: str | None = None,
        instructions: str | None = None,
        lists_change: bool = False,
        ready: Callable[[], Awaitable[None]] | None = None,
        batches: Mapping[str, Callable[[], Batch]] | None = None,
        publisher: Publisher | None = None,
    ) -> None:
        self.server = server
        self.publisher = publisher or Publisher(accepts=lambda uri: self.resources.exists(server, uri), batches=batches)
        self.tools: ToolTable[S] = ToolTable(tools, self.publisher.tools_changed)
        self.resources: ResourceTable[S] = ResourceTable(resources, self.publisher.resources_changed)
        self._ready = ready
        self.sdk = _SdkServer(
            name,
            version=version,
            title=title,
            instructions=instructions,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
        )
        self.sdk.lists_change = lists_change
        self.publisher.install(self.sdk)

    def close(self) -> None:
        """End the listen streams: there will be no more notifications."""
        self.publisher.close()

    async def _list_tools(self, ctx: Context, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool) for tool in self.tools.shown(principal_of(ctx.request))])

    async def _call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> _Result:
        principal = principal_of(ctx.request)
        tool = self.tools.find(params.name)
        try:
            if tool is None or not tool.visible_to(principal):
                raise unknown_tool(params.name, (one.name for one in self.tools.shown(principal)))
            call = ToolCall(params.name, params.arguments or {}, principal=principal, context=ctx)
            return _result(await self.tools.call(self.server, call, self._ready))
        except MCPError as error:
            if error.code in PROTOCOL_CODES:
                raise
            return _result(ToolResult.failed(valid_text(error.message), error.code, error.error.data))
        except UimcpError as error:
            has_room = tool is not None and has_room_for_errors(tool.output_schema)
            return _result(failure(error, has_room=has_room))
        except Exception as error:
            log.exception("%s failed", params.name)
            text = f"{params.name} failed inside the server: {type(error).__name__}: {error}"
            return _result(ToolResult.failed(valid_text(text), "internal_error"))

    async def _list_resources(self, _ctx: Context, _params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=item.uri, name=item.name, description=item.description, mime_type=item.mime_type)
                for item in self.resources.listed(self.server)
            ]
        )

    async def _list_templates(self, _ctx: Context, _params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=item.uri, name=item.name, description=item.description, mime_type=item.mime_type
                )
                for item in self.resources.templates
                if not item.hidden
            ]
        )

    async def _read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = valid_text(str(params.uri))
        if self._ready is not None:
            await self._ready()
        try:
            content = await self.resources.read(self.server, uri, ctx)
        except ResourceNotFound as error:
            why = f": {error}" if str(error) else ""
            raise not_found(ctx, uri, why) from None
        except ArgumentError as error:
            raise MCPError(types.INVALID_PARAMS, error_text(error), {"uri": uri}) from None
        except UimcpError as error:
            raise MCPError(types.INTERNAL_ERROR, error_text(error), {"uri": uri}) from None
        return types.ReadResourceResult(contents=[_contents(uri, content)])


class _SdkServer(Server[Any]):
    """The SDK's server, except that it knows whether its lists change. In the SDK each transport has to say so."""

    lists_change = False

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *args: Any, **kwargs: Any
    ) -> InitializationOptions:
        """The capabilities for `initialize`, which clients of the handshake era receive."""
        if notification_options is None:
            notification_options = NotificationOptions(
                tools_changed=self.lists_change,
                resources_changed=self.lists_change,
                prompts_changed=self.lists_change,
            )
        return super().create_initialization_options(notification_options, *args, **kwargs)


def not_found(ctx: Context, uri: str, why: str = "") -> MCPError:
    """The error for a resource that does not exist."""
    # Has a code of its own before protocol version 2026-07-28, and is an invalid parameter since.
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        code = types.INVALID_PARAMS
    else:
        code = RESOURCE_NOT_FOUND
    return MCPError(code, f"Resource not found: {uri}{why}", {"uri": uri})


def _tool(tool: Tool[Any]) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        output_schema=None if tool.output_schema is None else dict(tool.output_schema),
        annotations=_annotations(tool),
    )


def _annotations(tool: Tool[Any]) -> types.ToolAnnotations:
    if tool.annotations is not None:
        return types.ToolAnnotations.model_validate(tool.annotations)
    return types.ToolAnnotations(
        title=tool.title,
        read_only_hint=tool.read_only,
        destructive_hint=tool.destructive,
        idempotent_hint=tool.idempotent,
        open_world_hint=tool.open_world,
    )


_Result = types.CallToolResult | types.InputRequiredResult


def _result(result: ToolResult | types.InputRequiredResult) -> _Result:
    if isinstance(result, types.InputRequiredResult):
        return result
    return types.CallToolResult.model_validate(result.to_json(), by_name=False)


def _contents(uri: str, content: Content) -> types.TextResourceContents | types.BlobResourceContents:
    if isinstance(content.content, str):
        return types.TextResourceContents(uri=uri, mime_type=content.mime_type, text=content.content)
    blob = base64.b64encode(content.content).decode("ascii")
    return types.BlobResourceContents(uri=uri, mime_type=content.mime_type, blob=blob)
