"""Who is asking, from the port that a request came by to the handler of a tool.

A port's authenticator finds the principal (`authentication.py`). It travels with the HTTP request: aiohttp's carries it
under a key, and what the SDK serves has it as Starlette's user. stdio and calls in memory have no HTTP request, and no
principal: whoever started the server is asking.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiohttp import web
    from starlette.requests import Request


class Principal(str):
    """The name that a token stands for: a kind, such as `human`, or a kind and a person, `human:ada`."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        return self.partition(":")[0]

    @property
    def person(self) -> str:
        """Empty if the name could be anybody's of that kind."""
        return self.partition(":")[2]


def principal_of(request: web.Request | Request | None) -> Principal | None:
    """The principal of an aiohttp request, or of the `ctx.request` of an MCP handler."""
    # stdio, and calls in memory.
    if request is None:
        return None
    if hasattr(request, "scope"):  # Streamable HTTP is served by the SDK, whose requests are Starlette's
        name = getattr(request.scope.get("user"), "username", None)
        return Principal(name) if name is not None else None

    # Only now, because a server over stdio should not import a web server.
    from pytest_uimcp.transport.authentication import PRINCIPAL

    return request.get(PRINCIPAL)
