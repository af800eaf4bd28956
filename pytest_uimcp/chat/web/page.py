"""The page for people: its files, the one-time address that opens it, and its WebSocket.

GET  /open/{key}   once: makes a session and leads to the page
GET  /             the page, for those who have a session
GET  /session      whose session it is
GET  /live         the WebSocket
POST /open         with a human's token: another one-time address
"""

from __future__ import annotations

import html
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from aiohttp import hdrs, web

from pytest_uimcp.chat.conversation import Conversation
from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.message import Poster
from pytest_uimcp.chat.principals import is_human
from pytest_uimcp.chat.web.live import LivePage
from pytest_uimcp.chat.web.sessions import LIFETIME, PageSession, PageSessions
from pytest_uimcp.chat.web.sources import ActivitySource, ApprovalSource, TimelineSource
from pytest_uimcp.core.assets import token_sheet
from pytest_uimcp.transport.guard import Guard
from pytest_uimcp.transport.principals import Principal, principal_of

FRONT: Final = Path(__file__).with_name("front")
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
KEY: Final = "{key:[-_A-Za-z0-9]{20,100}}"
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    hdrs.CACHE_CONTROL: "no-store",
}


class ChatPage:
    """The page's routes. `address` is known once the port is bound."""

    def __init__(
        self,
        conversation: Conversation,
        sessions: PageSessions,
        timeline: TimelineSource,
        approvals: ApprovalSource | None,
        activity: ActivitySource | None,
        address: Callable[[], str],
    ) -> None:
        self.sessions = sessions
        self._conversation = conversation
        self._timeline = timeline
        self._approvals = approvals
        self._activity = activity
        self._address = address
        self._live: set[LivePage] = set()
        files = [*FRONT.iterdir(), token_sheet()]
        self._files = {path.name: path.read_bytes() for path in files if path.suffix in TYPES}
        self._index, self._closed = ((FRONT / name).read_bytes() for name in ("index.html", "closed.html"))

    def mount(self, app: web.Application, guard: Guard) -> None:
        """Add the routes; open sockets are closed when the application shuts down."""
        app.router.add_get("/", self._show)
        app.router.add_get(f"/open/{KEY}", self._open, allow_head=False)
        app.router.add_post("/open", self._invite)
        app.router.add_get("/session", self._session)
        app.router.add_get("/live", self._connect, allow_head=False)
        app.router.add_get("/front/{name}", self._file)
        app.on_response_prepare.append(_headers(guard))
        app.on_shutdown.append(self._shutdown)

    def invite(self, principal: Principal) -> str:
        return f"{self._address()}/open/{self.sessions.invite(principal)}"

    @property
    def live(self) -> int:
        return len(self._live)

    async def _show(self, request: web.Request) -> web.StreamResponse:
        if (session := self._browser(request)) is None:
            return self._without_session()
        values = {"CONVERSATION": self._conversation.store.conversation, "NAME": session.name}
        response = _html(_filled(self._index, values))
        _set_cookie(request, response, request.cookies[_cookie(request)])  # for another 30 days
        return response

    async def _open(self, request: web.Request) -> web.StreamResponse:
        if (cookie := self.sessions.open(request.match_info["key"])) is None:
            # Whoever has a session only reloads an address that was opened before.
            if self._browser(request) is None:
                return self._without_session()
            return _to_page()
        response = _to_page()
        _set_cookie(request, response, cookie)
        return response

    async def _invite(self, request: web.Request) -> web.StreamResponse:
        principal = principal_of(request)
        # A program with a human's token can make an address for a browser.
        if principal is None or not is_human(principal):
            return _refused(401, "a human's token is required; send it as Authorization: Bearer <token>")
        return web.json_response({"url": self.invite(principal)})

    async def _session(self, request: web.Request) -> web.StreamResponse:
        session = self._browser(request)
        if session is None:
            return _refused(401, "this page has no session; open the address that `ui-mcp chat` prints")
        conversation = self._conversation.store.conversation
        return web.json_response({"principal": session.principal, "conversation": conversation})

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        session = self._browser(request)
        # A program may use the socket as well, with a human's token in place of the cookie.
        principal = session.principal if session else principal_of(request)
        if principal is None or not is_human(principal):
            return _refused(401, "this page has no session; open the address that `ui-mcp chat` prints")
        human, rename = self._human(principal, session)
        live = LivePage(
            self._conversation,
            self._timeline,
            self._approvals,
            self._activity,
            human,
            rename,
            secrets.token_hex(8),
        )
        # Known here so that the port can close them: a socket would keep the application from shutting down.
        self._live.add(live)
        try:
            return await live.serve(request)
        finally:
            self._live.discard(live)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        # They were all read at the start, so no path can lead out of the folder.
        if name not in self._files:
            return _refused(404, "there is no such file")
        return web.Response(body=self._files[name], content_type=TYPES[Path(name).suffix], charset="utf-8")

    def _without_session(self) -> web.Response:
        return _html(self._closed.replace(b"ADDRESS", self._address().encode()), 401)

    def _human(
        self, principal: Principal, session: PageSession | None
    ) -> tuple[Callable[[], Poster], Callable[[str], object]]:
        if session is None:
            return partial(Poster, principal=principal), _refuse_name
        digest = session.digest
        session_id = session.id
        return (
            lambda: Poster(session_id, principal, self.sessions.name(digest)),
            partial(self.sessions.rename, digest),
        )

    def _browser(self, request: web.Request) -> PageSession | None:
        return self.sessions.find(request.cookies.get(_cookie(request)))

    async def _shutdown(self, _app: web.Application) -> None:
        for live in tuple(self._live):
            await live.close()


def _refuse_name(_name: str) -> None:
    raise ChatError("forbidden", "a program has the name of its principal; only people in a browser choose theirs")


def _cookie(request: web.Request) -> str:
    # Cookies do not distinguish ports: each server of this machine needs a different name.
    return f"ui-mcp-chat-{request.url.port}"


def _set_cookie(request: web.Request, response: web.Response, cookie: str) -> None:
    response.set_cookie(_cookie(request), cookie, path="/", max_age=LIFETIME, httponly=True, samesite="Strict")


def _filled(page: bytes, values: Mapping[str, str]) -> bytes:
    return re.sub(rb"\{([A-Z]+)\}", lambda match: html.escape(values[match[1].decode()]).encode(), page)


def _to_page() -> web.Response:
    return web.Response(status=303, headers={hdrs.LOCATION: "/"})


def _html(body: bytes, status: int = 200) -> web.Response:
    return web.Response(body=body, status=status, content_type="text/html", charset="utf-8")


def _refused(status: int, text: str) -> web.Response:
    return web.json_response({"error": text}, status=status)


def _headers(guard: Guard) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    async def add(_request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(_HEADERS)
        response.headers["Content-Security-Policy"] = _policy(guard.origins)

    return add


def _policy(origins: Iterable[str]) -> str:
    # Safari does not count a page's own sockets as `self`.
    sockets = " ".join(origin.replace("http", "ws", 1) for origin in origins)
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' {sockets}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
