"""The routes of a port as a table: path, handler, and which requests are allowed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from enum import Enum

from aiohttp import web

from pytest_uimcp.transport.guard import LINKED

__all__ = ["Handler", "Route", "RouteKind", "add_routes"]

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RouteKind(Enum):
    """The kind of a route, which decides which requests of a browser it accepts."""

    PAGE = "page"
    """A page or a file of a page: any page may link to it."""
    DATA = "data"
    """Data or actions of a session: only for our own pages and the address bar."""


Route = tuple[str, Handler, RouteKind]


def add_routes(app: web.Application, routes: Iterable[Route], *, allow_head: bool) -> None:
    """Add routes for GET."""
    linked = app[LINKED] = set()
    for path, handler, kind in routes:
        resource = app.router.add_get(path, handler, allow_head=allow_head).resource
        if kind is RouteKind.PAGE and resource is not None:
            linked.add(resource)
