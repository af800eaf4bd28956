"""The routes of a port as a table: path, handler, and which requests are allowed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from enum import Enum

from aiohttp import web

from pytest_uimcp.transport.guard import LINKED, PROGRAMS

__all__ = ["Handler", "Route", "RouteKind", "add_kind", "add_routes"]

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RouteKind(Enum):
    """The kind of a route, which decides which requests of a browser it accepts."""

    PAGE = "page"
    """A page or a file of a page: any page may link to it."""
    DATA = "data"
    """Data or actions of a session: only for our own pages and the address bar."""
    PROGRAM = "program"
    """Data or actions that no page needs, and that a stranger's file under our origin must not reach."""


Route = tuple[str, Handler, RouteKind]


def add_routes(app: web.Application, routes: Iterable[Route], *, allow_head: bool) -> None:
    """Add routes for GET."""
    for path, handler, kind in routes:
        add_kind(app, app.router.add_get(path, handler, allow_head=allow_head).resource, kind)


def add_kind(app: web.Application, resource: web.AbstractResource | None, kind: RouteKind) -> None:
    """Tell the guard of the application which requests a resource accepts."""
    kinds = {RouteKind.PAGE: LINKED, RouteKind.PROGRAM: PROGRAMS}
    for key in kinds.values():
        app.setdefault(key, set())
    if resource is not None and kind in kinds:
        app[kinds[kind]].add(resource)
