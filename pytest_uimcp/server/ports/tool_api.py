"""The tools over HTTP: `GET /api/ui_status`, `POST /api/ui_run` and so on, for scripts that speak no MCP.

Each route calls the tool of the same name in the table of MCP tools. The answer is `{"result": …}`; that of a tool that
fails is `{"error": message}` with status 422. What is broken in what is displayed comes as `broken` beside `result`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NoReturn

from aiohttp import hdrs, web

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.strict_json import strict_loads
from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from pytest_uimcp.mcp.errors import error_text
from pytest_uimcp.mcp.tools import Tool, ToolTable
from pytest_uimcp.server.mcp.recorder import recorded_call
from pytest_uimcp.server.mcp.tools import TOOLS, configure_answer
from pytest_uimcp.server.ports.routes import RouteKind, add_kind

if TYPE_CHECKING:
    from pytest_uimcp.server.ports.routes import Handler
    from pytest_uimcp.server.server import Configured, UiServer


log = logging.getLogger(__name__)

PREFIX: Final = "/api/"
MAX_BODY_BYTES: Final = 16 * 1024 * 1024
FAILED: Final = 422


def tool_method(tool: Tool[Any]) -> str:
    """The HTTP method of a tool: GET if it only reads and takes no arguments, else POST."""
    if tool.read_only and not tool.parameters:
        return hdrs.METH_GET
    return hdrs.METH_POST


class ToolApi:
    def __init__(self, server: UiServer) -> None:
        self._server = server
        self._tools = ToolTable(TOOLS.values())
        # A call goes on when its client is gone, or when the call itself closes the port; here it is kept alive.
        self._calls: set[asyncio.Future[Any]] = set()

    def add_to(self, app: web.Application) -> None:
        for tool in self._tools.values():
            resource = app.router.add_resource(f"{PREFIX}{tool.name}")
            resource.add_route(tool_method(tool), self._handler(tool))
            resource.add_route(hdrs.METH_ANY, _method_required(tool_method(tool)))
            add_kind(app, resource, RouteKind.PROGRAM)
        unknown = app.router.add_resource(f"{PREFIX}{{tool:ui_[^/]*}}")
        unknown.add_route(hdrs.METH_ANY, self.unknown)
        add_kind(app, unknown, RouteKind.PROGRAM)

    def _handler(self, tool: Tool[UiServer]) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                # A GET has no body, and what only reads takes no arguments here.
                arguments = {}
                if tool_method(tool) != hdrs.METH_GET:
                    arguments = await _arguments(request)
                answer = await self._finish(tool, self._call(tool, arguments))
            except UimcpError as error:
                return _error(error_text(error), FAILED)
            except web.HTTPException:
                raise
            except Exception as error:
                log.exception("%s failed", tool.name)
                return _error(f"{tool.name} failed inside the server: {type(error).__name__}: {error}", 500)
            # A second block is for a model: what is broken, which programs get as data.
            result = {"result": _parsed(answer.content[0]["text"])}
            if len(answer.content) > 1:
                result["broken"] = answer.data["broken"]
            return _json(result)

        handle.__doc__ = f"The tool `{tool.name}`."
        return handle

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        """404 for any other tool, naming those that exist."""
        return _error(f"there is no tool {request.match_info['tool']!r}; there are {', '.join(self._tools)}", 404)

    async def _call(self, tool: Tool[UiServer], arguments: dict[str, Any]) -> ToolResult:
        server = self._server
        # As over MCP: a session that is recorded has the calls of both.
        answer = await recorded_call(
            server,
            tool.name,
            arguments,
            partial(self._tools.call, server, ToolCall(tool.name, arguments), server.start_finished),
        )
        if not isinstance(answer, ToolResult):
            raise TypeError(f"the answer of {tool.name} is not text")
        return answer

    async def _finish(self, tool: Tool[UiServer], call: Awaitable[ToolResult]) -> ToolResult:
        """Await a call that a disconnecting client does not cancel, as over MCP."""
        running = asyncio.ensure_future(call)
        self._calls.add(running)
        running.add_done_callback(self._calls.discard)
        # Shielded: a client that is gone must not leave half of an installation.
        if tool.name != "ui_configure":
            return await asyncio.shield(running)
        # This call may close the port that it came by, which waits a moment for the answer.
        early: asyncio.Future[ToolResult] = asyncio.get_running_loop().create_future()

        def answer(configured: Configured) -> None:
            if not early.done():
                early.set_result(configure_answer(configured))

        forget = self._server.leaving.add(answer)
        try:
            await asyncio.wait({running, early}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            forget()
        if early.done():
            return early.result()
        return running.result()


async def _arguments(request: web.Request) -> dict[str, Any]:
    """The arguments in the body of a request; raises the HTTP error that fits."""
    if request.content_type != "application/json":
        _refuse(web.HTTPUnsupportedMediaType, "Content-Type: application/json required")
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise web.HTTPRequestEntityTooLarge(
                MAX_BODY_BYTES,
                len(body),
                text=json.dumps({"error": f"the body is longer than {MAX_BODY_BYTES} bytes"}),
                content_type="application/json",
            )
    if not body.strip():
        return {}
    try:
        arguments = json.loads(bytes(body))
    except (ValueError, RecursionError) as error:
        _refuse(web.HTTPBadRequest, f"invalid JSON: {error or 'nested too deeply'}")
    if not isinstance(arguments, dict):
        _refuse(web.HTTPBadRequest, f"invalid JSON: expected an object, got {type(arguments).__name__}")
    return arguments


def _refuse(status: type[web.HTTPError], message: str) -> NoReturn:
    raise status(text=json.dumps({"error": message}), content_type="application/json")


def _method_required(method: str) -> Handler:
    async def refuse(_request: web.Request) -> web.StreamResponse:
        response = _error(f"{method} required", 405)
        response.headers[hdrs.ALLOW] = method
        return response

    return refuse


def _parsed(text: str) -> Any:
    """A text as the JSON value that it is, or as text."""
    try:
        return strict_loads(text)
    except (ValueError, RecursionError):
        return text


def _error(message: str, status: int) -> web.Response:
    return _json({"error": message}, status)


def _json(data: Any, status: int = 200) -> web.Response:
    body = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
    headers = {hdrs.CACHE_CONTROL: "no-store"}
    return web.Response(status=status, body=body, content_type="application/json", headers=headers)
