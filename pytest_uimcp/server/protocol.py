"""The server as MCP: its tools and resources on the SDK's low-level server, for clients of both eras."""

from __future__ import annotations

import base64
import logging
from typing import TYPE_CHECKING, Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.errors import UnknownSession
from pytest_uimcp.mcp.arguments import HALF_PAIR
from pytest_uimcp.mcp.subscriptions import RESOURCE_NOT_FOUND, Publisher
from pytest_uimcp.server import resources
from pytest_uimcp.server.notifier import Notifier
from pytest_uimcp.server.tools import TOOLS, Answer, Tool, call

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer

__all__ = ["INSTRUCTIONS", "McpServer"]

log = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]

INSTRUCTIONS: Final = (
    "Live user interfaces in the user's browser, made of Lua objects and HTML views. Read ui://mcp first, then "
    "ui://reference. Typical order: ui_start, ui_display, ui_open_browser, then ui_run; wait for what the user does "
    "with GET /wait on the MCP port."
)


class McpServer:
    """One UI server behind any number of MCP connections."""

    def __init__(self, server: UiServer) -> None:
        self._server = server
        self.publisher = Publisher(accepts=lambda uri: resources.exists(server, uri))
        self.sdk: Server[Any] = Server(
            "ui-server",
            version=server.version,
            title="ui-mcp",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
        )
        self.publisher.install(self.sdk)
        self._notifier = Notifier(server, self.publisher)

    def close(self) -> None:
        """Tell clients that listen that no news will come."""
        self._notifier.close()
        self.publisher.close()

    async def _list_tools(self, _ctx: Context, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool) for tool in TOOLS.values()])

    async def _call_tool(self, _ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in TOOLS:
            raise MCPError(types.INVALID_PARAMS, f"tool {params.name!r} not found; there are {', '.join(TOOLS)}")
        try:
            return _result(await call(self._server, params.name, params.arguments))
        except UimcpError as error:
            return _error(_describe(error))
        except Exception as error:
            log.exception("%s failed", params.name)
            return _error(f"{params.name} failed inside the server: {type(error).__name__}: {error}")

    async def _list_resources(self, _ctx: Context, _params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=item.uri, name=item.name, description=item.description, mime_type=item.mime_type)
                for item in resources.listed(self._server)
            ]
        )

    async def _list_templates(self, _ctx: Context, _params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=item.uri, name=item.name, description=item.description, mime_type=item.mime_type
                )
                for item in resources.TEMPLATES
            ]
        )

    async def _read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = _text(str(params.uri))
        await self._server.settled()
        try:
            content = await resources.read(self._server, uri)
        except resources.NoResource:
            raise MCPError(_not_found(ctx), f"Resource not found: {uri}", {"uri": uri}) from None
        except UnknownSession as error:
            raise MCPError(_not_found(ctx), f"Resource not found: {uri}: {error}", {"uri": uri}) from None
        except UimcpError as error:
            raise MCPError(types.INTERNAL_ERROR, _describe(error), {"uri": uri}) from None
        return types.ReadResourceResult(contents=[_contents(uri, content)])


def _not_found(ctx: Context) -> int:
    # A code of its own until 2026-07-28, which wants it to be an invalid parameter.
    return types.INVALID_PARAMS if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS else RESOURCE_NOT_FOUND


def _tool(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.read_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent,
            open_world_hint=tool.open_world,
        ),
    )


def _result(answer: Answer) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=answer.text)], structured_content=answer.data
    )


def _error(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)


def _describe(error: UimcpError) -> str:
    """The message; for Lua errors with the traceback, which is what an agent needs to mend its code."""
    traceback = getattr(error, "traceback", "")
    text = f"{error}\nstack traceback:\n{traceback}" if traceback else str(error)
    return _text(text)


def _text(text: str) -> str:
    """What Lua said may hold bytes that are no text, what a client said half a surrogate pair."""
    return HALF_PAIR.sub("\N{REPLACEMENT CHARACTER}", text)


def _contents(uri: str, content: resources.Content) -> types.TextResourceContents | types.BlobResourceContents:
    if isinstance(content.content, str):
        return types.TextResourceContents(uri=uri, mime_type=content.mime_type, text=content.content)
    blob = base64.b64encode(content.content).decode("ascii")
    return types.BlobResourceContents(uri=uri, mime_type=content.mime_type, blob=blob)
