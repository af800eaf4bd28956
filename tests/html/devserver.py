"""Serves sessions to real browsers, for tests of the page: the routes of the UI port and nothing else.

A stand-in with the surface that the tests use; see `ui_server` in conftest.py for where it is put in.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from pytest_uimcp.assets import bundle_dir
from pytest_uimcp.engine.session import Session

STRICT = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
SHOELACE = web.AppKey("shoelace", Path)


class DevServer:
    """An HTTP server in a thread of its own; sessions are added and removed while it runs."""

    def __init__(self, shoelace: Path | None = None) -> None:
        self.html = bundle_dir() / "html"
        self.shoelace = shoelace
        self.sessions: dict[str, Session] = {}
        self.frames: list[tuple[str, str]] = []
        self.record = False
        self._sockets: set[web.WebSocketResponse] = set()
        self._refusing = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._ready = threading.Event()

    # For tests.

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(10), "the server did not start"

    def stop(self) -> None:
        self._run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def add(self, session: Session) -> str:
        """Serve a session; the address of its page."""
        self.sessions[session.id] = session
        return f"{self.url}/{session.id}"

    def remove(self, session: Session) -> None:
        del self.sessions[session.id]
        self.break_connections()

    def break_connections(self) -> None:
        """Drop every WebSocket without a word, as a network does."""
        self._run(self._break())

    def refuse(self, refusing: bool = True) -> None:
        """Take no WebSocket until told otherwise."""
        self._refusing = refusing

    @property
    def connected(self) -> int:
        return len(self._sockets)

    # The server.

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._start())
        self._ready.set()
        self._loop.run_forever()

    async def _start(self) -> None:
        app = web.Application()
        app.router.add_get("/", self._front)
        app.router.add_get("/ws/{id}", self._socket)
        app.router.add_get("/shoelace/{path:.*}", self._shoelace)
        app.router.add_get(r"/{id:[0-9a-f]{32}}/variables", self._page("variables.html"))
        app.router.add_get(r"/{id:[0-9a-f]{32}}/variables.json", self._variables)
        app.router.add_get(r"/{id:[0-9a-f]{32}}{rest:(/.*)?}", self._session)
        app.router.add_get("/{path:.*}", self._static)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"

    async def _stop(self) -> None:
        await self._break()
        await self._runner.cleanup()

    async def _break(self) -> None:
        for socket in tuple(self._sockets):
            transport = socket._req.transport if socket._req is not None else None
            if transport is not None:
                transport.abort()

    def _file(self, path: Path, **headers: str) -> web.StreamResponse:
        return web.FileResponse(path, headers={"Cache-Control": "no-cache", **headers})

    def _index(self, session: Session) -> web.StreamResponse:
        response = self._file(self.html / "index.html", **{"X-UI-Session": session.vended_id})
        response.set_cookie("ui-session", session.id, path="/", samesite="Lax")
        return response

    def _unknown(self) -> web.StreamResponse:
        text = (self.html / "unknown-session.html").read_text(encoding="utf-8")
        headers = {"Content-Security-Policy": STRICT}
        return web.Response(text=text, content_type="text/html", status=404, headers=headers)

    async def _front(self, _: web.Request) -> web.StreamResponse:
        return self._index(next(iter(self.sessions.values())))

    async def _session(self, request: web.Request) -> web.StreamResponse:
        session = self.sessions.get(request.match_info["id"])
        return self._index(session) if session else self._unknown()

    def _page(self, name: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def page(request: web.Request) -> web.StreamResponse:
            if request.match_info["id"] not in self.sessions:
                return self._unknown()
            return self._file(self.html / name, **{"Content-Security-Policy": STRICT})

        return page

    async def _variables(self, request: web.Request) -> web.StreamResponse:
        session = self.sessions.get(request.match_info["id"])
        if session is None:
            return self._unknown()
        rows = await asyncio.to_thread(session.variables)
        count = str(sum(row["changeCount"] for row in rows))
        return web.Response(text=json.dumps(rows), content_type="application/json", headers={"X-Change-Count": count})

    async def _shoelace(self, request: web.Request) -> web.StreamResponse:
        path = self.shoelace and self.shoelace / request.match_info["path"]
        return self._file(path) if path and path.is_file() else web.Response(status=404)

    async def _static(self, request: web.Request) -> web.StreamResponse:
        path = (self.html / request.match_info["path"]).resolve()
        if not path.is_relative_to(self.html.resolve()) or not path.is_file():
            return web.Response(status=404, text="no such file")
        strict = path.name in ("already-open.html", "unknown-session.html")
        return self._file(path, **({"Content-Security-Policy": STRICT} if strict else {}))

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        session = self.sessions.get(request.match_info["id"])
        if session is None or self._refusing:
            return web.Response(status=404 if session is None else 503)
        socket = web.WebSocketResponse(max_msg_size=32 * 2**20)
        await socket.prepare(request)
        frames: asyncio.Queue[str] = asyncio.Queue()
        deliver = lambda frame: self._loop.call_soon_threadsafe(frames.put_nowait, frame)  # noqa: E731 -- bound here
        connection = session.connect(deliver, request.query.get("page"))
        sender = asyncio.create_task(self._send(socket, frames))
        self._sockets.add(socket)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    if self.record:
                        self.frames.append(("in", message.data))
                    connection.receive(message.data)
        finally:
            self._sockets.discard(socket)
            sender.cancel()
            connection.close()
            await socket.close(code=WSCloseCode.GOING_AWAY)
        return socket

    async def _send(self, socket: web.WebSocketResponse, frames: asyncio.Queue[str]) -> None:
        while True:
            frame = await frames.get()
            if self.record:
                self.frames.append(("out", frame))
            await socket.send_str(frame)
