"""The HTTP endpoints of the MCP port, apart from MCP itself: events, state, variables, documents."""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
from typing import TYPE_CHECKING, Any, Final, cast

from aiohttp import hdrs, web

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.engine.errors import BusyError, SessionClosed, UnknownSession
from pytest_uimcp.server.errors import LifecycleError
from pytest_uimcp.server.mcp.tools import TOOLS
from pytest_uimcp.server.pages import documents
from pytest_uimcp.server.pages import generated as pages
from pytest_uimcp.server.pages.html_files import find_html, has_parent_steps, near_html
from pytest_uimcp.server.ports.routes import Handler, Route, RouteKind, add_routes
from pytest_uimcp.server.ports.tool_api import ToolApi, tool_method
from pytest_uimcp.transport.guard import is_visit

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp.http import StreamWriter
    from aiohttp.typedefs import Middleware

    from pytest_uimcp.server.lua.events import EventQueue
    from pytest_uimcp.server.server import UiServer
    from pytest_uimcp.transport.guard import Guard


DEFAULT_WAIT: Final = 30
MAX_WAIT_SECONDS: Final = 120
WAIT: Final = "/wait"
# The parameters; programs of the original say `sessionId`, which means the same.
SESSION: Final = "session"
SESSION_ID: Final = "sessionId"
TIMEOUT: Final = "timeout"
# The scripts of installed apps look for these words.
NO_SESSION: Final = "No active session"
GUIDES: Final = {
    "/api/resource/mcp.md": "For agents and scripts: tools, events, addresses",
    "/api/resource/": "All guides",
}
NUMBER: Final = re.compile(r"\s*[+-]?[0-9]+\s*")


def wait_seconds(text: str | None) -> int:
    """The `timeout` of a request: 1 to 120, 30 when there is no number."""
    if not NUMBER.fullmatch(text or ""):
        return DEFAULT_WAIT
    # A float, because Python refuses to convert integers with thousands of digits.
    return int(min(max(float(text or ""), 1), MAX_WAIT_SECONDS))


def _query(request: web.Request, *names: str) -> dict[str, str]:
    """The parameters of a request, `sessionId` under its short name; 400 for others than these and the session."""
    names = (SESSION, *names)
    values: dict[str, str] = {}
    for written, value in request.query.items():
        name = SESSION if written == SESSION_ID else written
        if name not in names:
            raise _bad_request(f"{request.path} has no parameter {written!r}{hint_or_names(written, names)}")
        if values.setdefault(name, value) != value:
            raise _bad_request(f"{request.path} takes one {name}, not {values[name]!r} and {value!r}")
    return values


def _bad_request(message: str) -> web.HTTPBadRequest:
    return web.HTTPBadRequest(text=json.dumps({"error": message}), content_type="application/json")


def error_responses(server: UiServer) -> Middleware:
    """The middleware that waits for a start in progress, and answers 404 for unknown sessions, 503 for busy ones."""

    @web.middleware
    async def answer(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            await server.start_finished()
            return await handler(request)
        except (LifecycleError, SessionClosed, UnknownSession) as error:
            # Plain text for the scripts; JSON, which says more, for everything else.
            if request.path == WAIT and not isinstance(error, UnknownSession):
                return web.Response(status=404, text=NO_SESSION)
            return web.json_response({"error": str(error)}, status=404)
        except BusyError as error:
            return web.json_response({"error": str(error)}, status=503)

    return answer


# The scripts send their base directory, because the port in their port file may now be that of another server.
BASE_DIR: Final = "X-Ui-Base-Dir"


def check_base_dir(server: UiServer) -> Middleware:
    """The middleware that refuses scripts of another base directory before they take events."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        meant = request.headers.get(BASE_DIR)
        ours = os.path.realpath(server.base_dir)
        # Compared as bytes: the name of a directory need not be valid UTF-8.
        if meant is not None and os.fsencode(meant) != os.fsencode(ours):
            return web.json_response({"error": f"this server serves {ours}"}, status=421)
        return await handler(request)

    return check


# Files are what no request of this port is called, whatever its method: /mcp/css/shell.css is one, /mcp is none.
NO_REQUEST: Final = "(?!(?:state|variables|wait|sse|message|mcp)$|api/|app/)"


# What somebody may have meant who mistyped an address.
PAGES: Final = ("state", "variables", "wait", "api/resource")


class McpPort:
    """Debug and API endpoints; they use the server's first session, or the one that `?session=` names."""

    def __init__(self, server: UiServer) -> None:
        self._server = server

    def application(self, guard: Guard) -> web.Application:
        """The aiohttp application, for our own pages and local programs only."""
        server = self._server
        app = web.Application(middlewares=[check_base_dir(server), error_responses(server)])
        routes: list[Route] = [
            ("/", self.root, RouteKind.PAGE),
            ("/state", self.state, RouteKind.PROGRAM),
            ("/variables", self.variables, RouteKind.DATA),
            (WAIT, self.wait, RouteKind.PROGRAM),
            ("/api/resource", self.resource, RouteKind.PAGE),
            ("/api/resource/{path:.*}", self.resource, RouteKind.PAGE),
            ("/app/{app}/readme", self.readme, RouteKind.PAGE),
            ("/app/{path:.*}", self.no_readme, RouteKind.PAGE),
            (f"/{{path:{NO_REQUEST}.+}}", self.file, RouteKind.FILE),
        ]
        ToolApi(server).add_to(app)
        add_routes(app, routes, allow_head=False)
        app.on_response_prepare.append(pages.headers(guard))
        return app

    async def root(self, _request: web.Request) -> web.StreamResponse:
        """A page that says what this port is for, and links to the app."""
        return _root_page(self._server)

    async def state(self, request: web.Request) -> web.StreamResponse:
        """The displayed app and the queued events."""
        return _json(await self._server.state_of(_query(request).get(SESSION)), indent=2)

    async def variables(self, request: web.Request) -> web.StreamResponse:
        """The variables: JSON for programs; browsers are sent to the page on the UI port."""
        session_id = _query(request).get(SESSION)
        # An address without a session's id leads to the first session there, too.
        if not pages.wants_html(request):
            return _json(await self._server.variables_of(session_id))
        session = self._server.ui_session(session_id).session
        port = self._server.url.rpartition(":")[2]
        path = f"{session.id}/variables" if session_id else "variables"
        raise web.HTTPTemporaryRedirect(f"http://localhost:{port}/{path}")

    async def wait(self, request: web.Request) -> web.StreamResponse:
        """Long poll: all queued events as soon as there are any; 204 when the time is over."""
        query = _query(request, TIMEOUT)
        queue = self._server.ui_session(query.get(SESSION)).events
        if is_visit(request):
            # Any redirect can lead the address bar here, where no agent reads the answer: events are shown, not taken.
            return _json(queue.peek())
        events = await queue.wait(wait_seconds(query.get(TIMEOUT)))
        if not events:
            return web.Response(status=204)

        def taken() -> None:
            if self._server.recorder is not None:
                self._server.recorder.delivered(events)

        return await _hand_over(request, queue, events, taken)

    async def resource(self, request: web.Request) -> web.StreamResponse:
        """List a folder of `resources/`, or serve a file of it; Markdown as a page for browsers."""
        path = request.match_info.get("path", "")
        root = self._server.base_dir / "resources"
        # Said as an error of the client; the search below would not leave the folder either.
        if ".." in path.split("/") or "\0" in path:
            return web.json_response({"error": f"{path!r} is not a path below resources/"}, status=400)
        if (entries := documents.listing(root, path)) is not None:
            listing = {"path": path.strip("/") or ".", "entries": entries}
            if pages.wants_html(request):
                return pages.folder(f"{request.path.rstrip('/')}/", listing)
            return _json(listing)
        document = documents.find(root, path)
        if document is None:
            return web.json_response({"error": f"no resource {path!r}"}, status=404)
        if document.suffix == ".md" and pages.wants_html(request):
            return pages.page(document.stem, await asyncio.to_thread(documents.as_html, document, tables=True))
        return pages.file(document, kind=documents.mime_type(document))

    async def readme(self, request: web.Request) -> web.StreamResponse:
        """An app's README as a page."""
        app = request.match_info["app"]
        if not documents.is_plain(app):
            return await self.no_readme(request)
        apps = self._server.base_dir / "apps"
        # Two messages, as in the original: there is no such app, or it has no README.
        if not await asyncio.to_thread((apps / app).is_dir):
            return web.json_response({"error": f"app not found: {app}"}, status=404)
        readme = await asyncio.to_thread(documents.readme, apps, app)
        if readme is None:
            return web.json_response({"error": f"readme.md not found in {app}"}, status=404)
        return pages.page(app, await asyncio.to_thread(documents.as_html, readme))

    async def no_readme(self, _request: web.Request) -> web.StreamResponse:
        """400 for any other address of an app, naming the one that exists."""
        return web.json_response({"error": "expected /app/{app}/readme"}, status=400)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """A file of `html/` or of a folder that an app has linked there; Markdown as a page, except for curl."""
        path = request.match_info["path"]
        if has_parent_steps(path):
            return web.Response(status=400, text="the path has a step '..': ask for the file by its own path\n")
        page = find_html(self._server.base_dir, self._server.bundle, path)
        if page is None:
            similar = []
            if pages.wants_html(request):
                similar = near_html(self._server.base_dir, self._server.bundle, path, *PAGES)
            return pages.not_found(f"There is no {path!r} here.", {"/": "What this port has"}, similar=similar)
        # Agents fetch guides with curl and want them as they are written.
        if page.suffix == ".md" and "curl" not in request.headers.get(hdrs.USER_AGENT, "").lower():
            return pages.document(page.stem, await asyncio.to_thread(documents.as_html, page))
        return pages.file(page, policy=pages.SANDBOX, kind=documents.mime_type(page))


def _root_page(server: UiServer) -> web.Response:
    """What the port is for, and where people want to go instead; with links to the UI as soon as that runs."""
    tools = "".join(
        f"<tr><td><code>{tool_method(tool)} /api/{tool.name}</code></td><td>{html.escape(tool.title)}</td></tr>"
        for tool in TOOLS.values()
    )
    return pages.page(
        "ui-mcp: the MCP port",
        "<h1>The MCP port of ui-mcp</h1><p>Agents speak MCP here, over HTTP at <code>/mcp</code> and "
        f"<code>/sse</code>. {_ui_links(server)}<h2>Tools for scripts</h2><p>Each takes a JSON object; its answer is "
        f"<code>result</code> or <code>error</code>.</p><table>{tools}</table><h2>Guides</h2>{pages.link_list(GUIDES)}",
    )


def _ui_links(server: UiServer) -> str:
    try:
        url = server.url
    except LifecycleError:
        return "The pages of apps are on another port, which opens when an agent calls <code>ui_start</code>.</p>"
    links = {f"{url}/": "The app", f"{url}/variables": "The variables of the app"}
    return f"The pages of apps are on another port:</p>{pages.link_list(links)}"


async def _hand_over(
    request: web.Request, queue: EventQueue, events: list[dict[str, Any]], confirm: Callable[[], None]
) -> web.StreamResponse:
    """Answer with events, and put them back if the client disconnects before the socket has accepted all of them.

    `confirm` is called when it has accepted them.
    """
    body = _encode(events)
    response = web.StreamResponse(headers={hdrs.CACHE_CONTROL: "no-store"})
    response.content_type = "application/json"
    response.content_length = len(body)
    protocol = request.protocol
    transport = request.transport
    accepted = False
    try:
        await response.prepare(request)
        if transport is not None and not transport.is_closing():
            # Now writing is paused exactly as long as the socket has not accepted everything. This must be exact: a
            # client that disconnects as soon as it has everything, as curl does, must not be served twice.
            transport.set_write_buffer_limits(0)
            writer = cast("StreamWriter", request.writer)
            await writer.write(body, drain=False)
            accepted = not transport.is_closing()
            await writer.drain()
    # The events are put back below.
    except ConnectionError:
        pass  # the client is gone
    finally:
        if not accepted or protocol.writing_paused:
            queue.put_back(events)
        else:
            confirm()
    return response


def _encode(data: Any, indent: int | None = None) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=indent).encode("utf-8", "replace")


def _json(data: Any, indent: int | None = None) -> web.Response:
    headers = {hdrs.CACHE_CONTROL: "no-store"}
    return web.Response(body=_encode(data, indent), content_type="application/json", headers=headers)
