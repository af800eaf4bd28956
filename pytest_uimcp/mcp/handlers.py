"""The part of a server that answers from its tables: what `tools/…` and `resources/…` of the protocol mean for them.

Below: the handlers and readers in the tables, which receive the server object and the request, and know nothing of the
protocol. Whatever they raise ends here: an error of ours says what it says, any other is the server's fault.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import mcp_types as types
from mcp.shared.exceptions import MCPError

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.calls import ToolCall, ToolResult, has_room_for_errors
from pytest_uimcp.mcp.endpoint import Context, McpEndpoint, not_found
from pytest_uimcp.mcp.errors import ArgumentError, ResourceNotFound, error_text, failure, unknown_tool, valid_text
from pytest_uimcp.mcp.resources import ResourceContent, ResourceTable
from pytest_uimcp.mcp.tools import Tool, ToolTable
from pytest_uimcp.transport.principals import principal_of

log = logging.getLogger(__name__)

# Errors of the protocol that stay what they are: a client answers them itself, and its model never sees them.
PROTOCOL_CODES: Final = frozenset({types.URL_ELICITATION_REQUIRED, types.MISSING_REQUIRED_CLIENT_CAPABILITY})
Ready = Callable[[], Awaitable[None]]
S = TypeVar("S")
SdkResult = types.CallToolResult | types.InputRequiredResult


@dataclass(frozen=True, slots=True)
class ToolHandlers(Generic[S]):
    """Lists and calls the tools of a table. `ready` is awaited before each call, once it has been validated."""

    server: S
    table: ToolTable[S]
    ready: Ready | None = None

    def install(self, endpoint: McpEndpoint[S]) -> None:
        endpoint.handle("tools/list", types.PaginatedRequestParams, self._list)
        endpoint.handle("tools/call", types.CallToolRequestParams, self._call)

    async def _list(self, ctx: Context, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[_sdk_tool(tool) for tool in self.table.visible_to(principal_of(ctx.request))]
        )

    async def _call(self, ctx: Context, params: types.CallToolRequestParams) -> SdkResult:
        principal = principal_of(ctx.request)
        tool = self.table.find(params.name)
        try:
            # A tool that a principal may not see is as unknown to it as one that does not exist.
            if tool is None or not tool.is_visible_to(principal):
                raise unknown_tool(params.name, (tool.name for tool in self.table.visible_to(principal)))
            call = ToolCall(params.name, params.arguments or {}, principal=principal, context=ctx)
            return _sdk_result(await self.table.call(self.server, call, self.ready))
        except MCPError as error:
            # Raised by what a handler has called (a question to the client, say). For the model it is a failed call.
            if error.code in PROTOCOL_CODES:
                raise
            return _sdk_result(ToolResult.failed(valid_text(error.message), error.code, error.error.data))
        except UimcpError as error:
            has_room = tool is not None and has_room_for_errors(tool.output_schema)
            return _sdk_result(failure(error, has_room=has_room))
        except Exception as error:
            log.exception("%s failed", params.name)
            text = f"{params.name} failed inside the server: {type(error).__name__}: {error}"
            return _sdk_result(ToolResult.failed(valid_text(text), "internal_error"))


@dataclass(frozen=True, slots=True)
class ResourceHandlers(Generic[S]):
    """Lists and reads the resources of a table. `ready` is awaited before each read."""

    server: S
    table: ResourceTable[S]
    ready: Ready | None = None

    def install(self, endpoint: McpEndpoint[S]) -> None:
        endpoint.handle("resources/list", types.PaginatedRequestParams, self._list)
        endpoint.handle("resources/templates/list", types.PaginatedRequestParams, self._list_templates)
        endpoint.handle("resources/read", types.ReadResourceRequestParams, self._read)

    async def _list(self, _ctx: Context, _params: object) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=item.uri, name=item.name, description=item.description, mime_type=item.mime_type)
                for item in self.table.listed(self.server)
            ]
        )

    async def _list_templates(self, _ctx: Context, _params: object) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=item.uri, name=item.name, description=item.description, mime_type=item.mime_type
                )
                for item in self.table.templates
                if not item.hidden
            ]
        )

    async def _read(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        # Unlike a call, a read that fails is an error of the protocol: a resource has no result that could say so.
        uri = valid_text(str(params.uri))
        if self.ready is not None:
            await self.ready()
        try:
            content = await self.table.read(self.server, uri, ctx)
        except ResourceNotFound as error:
            why = f": {error}" if str(error) else ""
            raise not_found(ctx, uri, why) from None
        except ArgumentError as error:
            raise MCPError(types.INVALID_PARAMS, error_text(error), {"uri": uri}) from None
        except UimcpError as error:
            raise MCPError(types.INTERNAL_ERROR, error_text(error), {"uri": uri}) from None
        return types.ReadResourceResult(contents=[_sdk_contents(uri, content)])


def listed(tool: Tool[Any]) -> dict[str, Any]:
    """A tool as `tools/list` has it, for servers that are not written in Python."""
    return _sdk_tool(tool).model_dump(mode="json", by_alias=True, exclude_none=True)


def _sdk_tool(tool: Tool[Any]) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        output_schema=None if tool.output_schema is None else dict(tool.output_schema),
        annotations=_sdk_annotations(tool),
    )


def _sdk_annotations(tool: Tool[Any]) -> types.ToolAnnotations:
    # Those of another server are passed on as they are; a hint that it did not give would be our guess.
    if tool.annotations is not None:
        return types.ToolAnnotations.model_validate(tool.annotations)
    return types.ToolAnnotations(
        title=tool.title,
        read_only_hint=tool.read_only,
        destructive_hint=tool.destructive,
        idempotent_hint=tool.idempotent,
        open_world_hint=tool.open_world,
    )


def _sdk_result(result: ToolResult | types.InputRequiredResult) -> SdkResult:
    if isinstance(result, types.InputRequiredResult):
        return result
    # The usual result is made without validation, which would take as long as the rest of the call.
    if not result.extra and not result.meta and all(map(_is_plain_text, result.content)):
        content: list[types.ContentBlock] = [types.TextContent(text=block["text"]) for block in result.content]
        return types.CallToolResult(content=content, structured_content=result.data, is_error=result.is_error)
    # By the names of the wire only: a result of another server may hold a field called like one of Python's.
    return types.CallToolResult.model_validate(result.to_json(), by_name=False)


def _is_plain_text(block: Mapping[str, Any]) -> bool:
    return len(block) == 2 and block.get("type") == "text" and isinstance(block.get("text"), str)


def _sdk_contents(uri: str, content: ResourceContent) -> types.TextResourceContents | types.BlobResourceContents:
    if isinstance(content.content, str):
        return types.TextResourceContents(uri=uri, mime_type=content.mime_type, text=content.content)
    blob = base64.b64encode(content.content).decode("ascii")
    return types.BlobResourceContents(uri=uri, mime_type=content.mime_type, blob=blob)
