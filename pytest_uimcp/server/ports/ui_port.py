"""The UI port: the pages of sessions, their files, and their WebSocket."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from aiohttp import web

from pytest_uimcp.engine.errors import UnknownSession
from pytest_uimcp.server.errors import LifecycleError
from pytest_uimcp.server.pages import generated as pages
from pytest_uimcp.server.pages.html_files import find_html, is_from_author, near_html
from pytest_uimcp.server.ports.routes import Route, RouteKind, add_routes
from pytest_uimcp.server.ports.ui_socket import SOCKETS, close_sockets, serve_page
from pytest_uimcp.server.themes.shoelace import ShoelaceUnavailable, find_shoelace
from pytest_uimcp.server.themes.style_sheets import Themes
from pytest_uimcp.transport.guard import Guard

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.server.mcp.recorder import SessionRecorder
    from pytest_uimcp.server.options import ServerOptions


COOKIE: Final = "ui-session"
SESSION: Final = "{session:[0-9a-f]{32}}"
SESSION_HEADER: Final = "X-UI-Session"
NO_FILE: Final = "This file of Shoelace is not here."
NO_SHOELACE: Final = "This server has no copy of Shoelace: run `ui-mcp install`, which fetches one."


class ServedSession(Protocol):
    @property
    def session(self) -> Session: ...


class UiHost(Protocol):
    """What has the sessions whose pages a port serves: a server, or a gallery."""

    @property
    def base_dir(self) -> Path: ...

    @property
    def bundle(self) -> Path: ...

    @property
    def options(self) -> ServerOptions: ...

    @property
    def recorder(self) -> SessionRecorder | None: ...

    def ui_session(self, session_id: str | None = None) -> ServedSession:
        """The session with this id, or the first one; raises LifecycleError, UnknownSession."""

    async def variables_of(self, session_id: str | None = None) -> list[dict[str, Any]]: ...


class UiPort:
    """The handlers of the UI port. Paths without a handler of their own are files of `html/`."""

    def __init__(self, server: UiHost) -> None:
        self._server = server
        self._guard = Guard()

    def application(self, guard: Guard) -> web.Application:
        """The aiohttp application, for our own pages only."""
        app = web.Application()
        self._guard = guard
        routes: list[Route] = [
            *self.own_routes(),
            ("/", self.home, RouteKind.PAGE),
            ("/variables", self.first_variables, RouteKind.PAGE),
            ("/ws/{session}", self.socket, RouteKind.DATA),
            (f"/{SESSION}/variables", self.variables, RouteKind.PAGE),
            (f"/{SESSION}/variables.json", self.variables_json, RouteKind.DATA),
            (f"/{SESSION}", self.page, RouteKind.PAGE),
            (f"/{SESSION}/{{page:.*}}", self.page, RouteKind.PAGE),
            ("/shoelace/{path:.+}", self.shoelace, RouteKind.PAGE),
            *self._recording_routes(),
            ("/{path:.+}", self.file, RouteKind.PAGE),
        ]
        add_routes(app, routes, allow_head=True)
        app.on_response_prepare.append(pages.headers(guard))
        app[SOCKETS] = set()
        app.on_shutdown.append(close_sockets)
        return app

    def own_routes(self) -> list[Route]:
        """Routes that a kind of this port has beside those of every one."""
        return []

    async def home(self, request: web.Request) -> web.StreamResponse:
        """The app of the first session."""
        try:
            return self._app_page(request, self._server.ui_session())
        except (LifecycleError, UnknownSession) as error:
            return pages.not_found(str(error))

    async def page(self, request: web.Request) -> web.StreamResponse:
        """The app of the session in the path; the app itself reads the rest of the path."""
        ui_session = self._ui_session(request)
        if ui_session is None:
            return self._unknown_session()
        return self._app_page(request, ui_session)

    async def variables(self, request: web.Request) -> web.StreamResponse:
        """The debug page with the variables."""
        ui_session = self._ui_session(request)
        if ui_session is None:
            return self._unknown_session()
        file = self._html("variables.html")
        if file is None:
            rows = await self._server.variables_of(ui_session.session.id)
            return pages.variable_tree(rows)
        return self._file(file)

    async def first_variables(self, _request: web.Request) -> web.StreamResponse:
        """The debug page of the first session, which it knows by the cookie."""
        file = self._html("variables.html")
        if file is None:
            return pages.not_found("html/variables.html is missing: run `ui-mcp install` in the project.")
        try:
            ui_session = self._server.ui_session()
        except (LifecycleError, UnknownSession) as error:
            return pages.not_found(str(error))
        response = self._file(file)
        _set_cookie(response, ui_session)
        return response

    async def variables_json(self, request: web.Request) -> web.StreamResponse:
        """The data of the debug page; the query is ignored."""
        ui_session = self._ui_session(request)
        if ui_session is None:
            return web.json_response({"error": "no such session"}, status=404)
        rows = await self._server.variables_of(ui_session.session.id)
        changes = await asyncio.wrap_future(ui_session.session.submit_look("change_count"))
        return web.json_response(rows, headers={"X-Change-Count": str(changes), "Cache-Control": "no-store"})

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """A page's connection to its session."""
        ui_session = self._ui_session(request)
        if ui_session is None:
            return web.Response(status=404, text="no such session\n")
        return await serve_page(request, ui_session.session, self._server.recorder)

    async def shoelace(self, request: web.Request) -> web.StreamResponse:
        """A file of Shoelace: of the copy in `html/shoelace/` if there is one, else of the archive."""
        path = request.match_info["path"]
        custom = self._html(f"shoelace/{path}")
        if custom is not None:
            return self._file(custom)
        try:
            shoelace = find_shoelace()
        except ShoelaceUnavailable as error:
            return pages.not_found(str(error))
        content = None if shoelace is None else shoelace.read(path)
        if shoelace is None or content is None:
            return pages.not_found(NO_FILE if shoelace else NO_SHOELACE)
        return pages.packed(request, path, content, shoelace.tag(path))

    def _recording_routes(self) -> list[Route]:
        recorder = self._server.recorder
        if recorder is None:
            return []

        async def probe(_request: web.Request) -> web.StreamResponse:
            return pages.file(recorder.probe)

        return [(pages.PROBE, probe, RouteKind.PAGE)]

    async def file(self, request: web.Request) -> web.StreamResponse:
        """A file of `html/`."""
        path = request.match_info["path"]
        file = self._html(path)
        if file is None:
            similar = []
            if pages.wants_html(request):
                similar = near_html(self._server.base_dir, self._server.bundle, path, "variables")
            return pages.not_found(f"There is no {path!r} here.", similar=similar)
        return self._file(file)

    def _file(self, file: Path) -> web.StreamResponse:
        # Pages of apps may hold scripts; those of our own forbid them in themselves.
        by_author = is_from_author(self._server.base_dir, file)
        policy = pages.app_policy(self._guard) if by_author else pages.SANDBOX
        return pages.file(file, policy=policy)

    def _ui_session(self, request: web.Request) -> ServedSession | None:
        try:
            ui_session = self._server.ui_session(request.match_info["session"])
        except (LifecycleError, UnknownSession):
            return None
        # Vended ids are easy to guess, so addresses accept only the long id.
        if ui_session.session.id == request.match_info["session"]:
            return ui_session
        return None

    def _html(self, path: str) -> Path | None:
        return find_html(self._server.base_dir, self._server.bundle, path)

    def _unknown_session(self) -> web.StreamResponse:
        # A project may have a page of its own for this.
        page = self._html("unknown-session.html")
        if page is None:
            return pages.unknown_session()
        return pages.file(page, status=404)

    def _app_page(self, request: web.Request, ui_session: ServedSession) -> web.StreamResponse:
        server = self._server
        index = self._html("index.html")
        if index is None:
            return pages.not_found("html/index.html is missing: run `ui-mcp install` in the project.")
        themes = Themes(server.base_dir, server.bundle)
        recorded = server.recorder is not None
        badges = server.options.fault_badges
        try:
            response = pages.app_page(request, index, themes, self._guard, badges=badges, recorded=recorded)
        except OSError as error:
            return pages.not_found(f"html/index.html cannot be read: {error.strerror}.")
        # The page shows the short id to users.
        response.headers[SESSION_HEADER] = ui_session.session.vended_id
        _set_cookie(response, ui_session)
        return response


def _set_cookie(response: web.StreamResponse, ui_session: ServedSession) -> None:
    # Readable by scripts: the page takes its session from the cookie if its path does not name one.
    response.set_cookie(COOKIE, ui_session.session.id, path="/", samesite="Lax")
