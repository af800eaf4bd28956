"""The routes of a port as a table: path, handler, and which requests are allowed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from enum import Enum

from aiohttp import web

from pytest_uimcp.transport.guard import EMBEDDED, LINKED, PROGRAMS

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RouteKind(Enum):
    """The kind of a route, which decides which requests of a browser it accepts."""

    # A page or a file of a page: any page may link to it.
    PAGE = "page"
    # A file of an app: any page may link to it, and our own pages on the other port may show it as a picture.
    FILE = "file"
    # Data or actions of a session: only for our own pages and the address bar.
    DATA = "data"
    # Data or actions that no page needs, and that a stranger's file under our origin must not reach.
    PROGRAM = "program"


Route = tuple[str, Handler, RouteKind]


def add_routes(app: web.Application, routes: Iterable[Route], *, allow_head: bool) -> None:
    for path, handler, kind in routes:
        add_kind(app, app.router.add_get(path, handler, allow_head=allow_head).resource, kind)


def add_kind(app: web.Application, resource: web.AbstractResource | None, kind: RouteKind) -> None:
    """Tell the guard of the application which requests a resource accepts."""
    kinds = {LINKED: (RouteKind.PAGE, RouteKind.FILE), EMBEDDED: (RouteKind.FILE,), PROGRAMS: (RouteKind.PROGRAM,)}
    for key, members in kinds.items():
        # Made for every kind, also where no route has it: the guard asks for all of them.
        hosts = app.setdefault(key, set())
        if resource is not None and kind in members:
            hosts.add(resource)
