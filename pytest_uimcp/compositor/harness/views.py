"""The two views of a compositor at one address: what was mounted, and with `?tools=all` everything."""

from __future__ import annotations

from typing import Any, Final

from aiohttp import web
from mcp.server.lowlevel.server import Server

from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.streamable import StreamableEndpoint

QUERY: Final = "tools"
EVERYTHING: Final = "all"


def views_application(mounted: Server[Any], everything: Server[Any]) -> web.Application:
    """Serves `mounted` at `/mcp` and `/sse`, and `everything` at `/mcp?tools=all`."""
    views = {"": StreamableEndpoint(mounted), EVERYTHING: StreamableEndpoint(everything)}

    async def handle(request: web.Request) -> web.StreamResponse:
        # The query comes with every request of a session, so each finds its own server.
        view = views.get(request.query.get(QUERY, ""))
        if view is None:
            raise web.HTTPNotFound(text=f"{QUERY}: expected {EVERYTHING}, or leave it out")
        return await view.handle(request)

    async def start(_app: web.Application) -> None:
        for view in views.values():
            await view.start()

    async def stop(_app: web.Application) -> None:
        for view in views.values():
            await view.stop()

    app = web.Application()
    app.router.add_route("*", "/mcp", handle)
    app.on_startup.append(start)
    app.on_shutdown.append(stop)
    SseEndpoint(mounted).mount(app)
    return app
