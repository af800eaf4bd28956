"""Serves sessions to real browsers, for tests of the page: the real UI port over sessions that tests come with."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from aiohttp import web

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.engine.errors import UnknownSession
from pytest_uimcp.engine.session import Session
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.ui_port import UiPort
from pytest_uimcp.server.ports.ui_socket import SOCKETS
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.guard import Guard
from pytest_uimcp.transport.ports import HttpPort, bind


class DevServer:
    """What the UI port needs of a server, with a network that can be recorded and disturbed.

    It runs in a thread of its own, while sessions are added and removed.
    """

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self.frames: list[tuple[str, str]] = []
        self.record = False
        # Used by the port.
        self.bundle = bundle_dir()
        self.options = ServerOptions()
        self.recorder = None
        self._folder = tempfile.TemporaryDirectory(prefix="uimcp-dev-")
        self.base_dir = Path(self._folder.name)
        self._refusing = False

    # For tests.

    def start(self) -> None:
        self._loop = LoopThread("dev-server")
        self._loop.run(self._start())

    def stop(self) -> None:
        self._loop.run(self._listener.stop())
        self._loop.close()
        self._folder.cleanup()

    def add(self, session: Session) -> str:
        """Serve a session; the address of its page."""
        self.sessions[session.id] = session
        return f"{self.url}/{session.id}"

    def remove(self, session: Session) -> None:
        del self.sessions[session.id]
        self.break_connections()

    def break_connections(self) -> None:
        """Drop every WebSocket without a close frame, as a failing network does."""
        self._loop.run(self._break())

    def refuse(self, refusing: bool = True) -> None:
        """Refuse every WebSocket until told otherwise."""
        self._refusing = refusing

    @property
    def connected(self) -> int:
        return len(self._app[SOCKETS])

    # For the port.

    def ui_session(self, session_id: str | None = None) -> Any:
        if session_id is None and self.sessions:
            session_id = next(iter(self.sessions))
        if session_id not in self.sessions:
            raise UnknownSession(f"no session {session_id!a}")
        return SimpleNamespace(session=_Overheard(self, self.sessions[session_id]))

    async def variables_of(self, session_id: str | None = None) -> list[dict[str, Any]]:
        session = self.ui_session(session_id).session
        return await asyncio.wrap_future(session.submit_look("variables"))

    # The network.

    async def _start(self) -> None:
        guard = Guard()
        server: Any = self  # all that the port uses is here
        self._app = UiPort(server).application(guard)
        self._app.middlewares.insert(0, self._network)
        self._listener = HttpPort(self._app, bind(), guard=guard)
        guard.add_port(self._listener.port)
        self.url = self._listener.url
        await self._listener.start()

    @web.middleware
    async def _network(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if self._refusing and request.path.startswith("/ws/"):
            return web.Response(status=503)
        response = await handler(request)
        if request.path.endswith((".js", ".css")):
            # Modules do not change while tests run, and asking for each again is most of what opening a page costs.
            response.headers["Cache-Control"] = "max-age=3600"
        return response

    async def _break(self) -> None:
        sockets = self._app[SOCKETS]
        for socket in tuple(sockets):
            transport = socket._req.transport if socket._req is not None else None  # noqa: SLF001 -- aiohttp closes a socket only in good order
            if transport is not None:
                transport.abort()


class _Overheard:
    """A session whose frames are recorded while the server records."""

    def __init__(self, server: DevServer, session: Session) -> None:
        self._server = server
        self._session = session

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def connect(self, deliver: Callable[[str], None], page: str | None = None) -> Any:
        def send(frame: str) -> None:
            self._note("out", frame)
            deliver(frame)

        def receive(frame: str) -> Any:
            self._note("in", frame)
            return connection.receive(frame)

        connection = self._session.connect(send, page)
        return SimpleNamespace(receive=receive, close=connection.close, number=connection.number)

    def _note(self, way: str, frame: str) -> None:
        if self._server.record:
            self._server.frames.append((way, frame))
