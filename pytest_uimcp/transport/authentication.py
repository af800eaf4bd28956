"""How a port knows who is asking: whoever opens it names its `Authenticator`, and that is all there is to do.

A request passes four checks, in this order: the doorkeeper asks the kernel which user of the machine has connected, a
timer bounds how long it may take to arrive, the guard looks at Host and Origin, and the authenticator finds the
principal or refuses (`ports.py` puts them together). Handlers then ask `principal_of(request)`.

Tokens are stored as digests and compared in constant time; they never appear in a message, a log line or a `repr`.
"""

from __future__ import annotations

import hmac
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from aiohttp import hdrs, web

from pytest_uimcp.transport.principals import Principal

if TYPE_CHECKING:
    from aiohttp.typedefs import Middleware


# Typed keys came with aiohttp 3.14, which warns of others.
# The key under which an aiohttp request holds its principal; `principal_of` reads it.
PRINCIPAL: Any = web.RequestKey("principal", Principal) if hasattr(web, "RequestKey") else "principal"

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Authenticator(ABC):
    """Finds the principal of each request to a port, and refuses requests that need one and have none."""

    @abstractmethod
    def identify(self, request: web.Request) -> Principal | None:
        """The principal of a request, as far as it says."""

    def is_required(self, request: web.Request) -> bool:
        """Whether only a request with a principal is answered. It may have one where none is required."""
        return True

    @abstractmethod
    def refusal(self, request: web.Request) -> web.StreamResponse:
        """The answer to a request that has no principal."""

    @property
    def middleware(self) -> Middleware:
        """The aiohttp middleware; the port puts it behind that of the guard."""

        @web.middleware
        async def authenticate(request: web.Request, handler: _Handler) -> web.StreamResponse:
            principal = self.identify(request)
            if principal is not None:
                request[PRINCIPAL] = principal
            elif self.is_required(request):
                return self.refusal(request)
            return await handler(request)

        return authenticate


class Everybody(Authenticator):
    """Takes every request for one of the same principal: a port of a test."""

    def __init__(self, principal: str) -> None:
        self._principal = Principal(principal)

    def identify(self, request: web.Request) -> Principal:
        return self._principal

    def refusal(self, request: web.Request) -> web.StreamResponse:
        raise AssertionError("everybody has a principal")


class BearerTokens(Authenticator):
    """The tokens that a port accepts, each with the principal it stands for.

    They are required on `paths`, as these stand in the routes; without any, on all.
    """

    def __init__(self, principals: Mapping[str, str] | str, paths: Collection[str] = ()) -> None:
        if isinstance(principals, str):
            # Whoever has the only token is the one who started the server.
            principals = {principals: "owner"}
        if not principals or not all(principals):
            raise ValueError("expected at least one token, and no empty one")
        self._principals = {_digest(token): Principal(name) for token, name in principals.items()}
        self._paths = paths

    def __repr__(self) -> str:
        return f"<BearerTokens of {sorted(set(self._principals.values()))}>"

    def principal(self, authorization: str | None) -> Principal | None:
        scheme, _, token = (authorization or "").partition(" ")
        digest = _digest(token.strip())
        match = None
        # Compares every token, even after a match, so that the time taken reveals nothing.
        for known_digest, principal in self._principals.items():
            if hmac.compare_digest(known_digest, digest):
                match = principal
        # After the comparison, so that another scheme takes the same time.
        if scheme.lower() == "bearer":
            return match
        return None

    def identify(self, request: web.Request) -> Principal | None:
        return self.principal(request.headers.get(hdrs.AUTHORIZATION))

    def is_required(self, request: web.Request) -> bool:
        # Checks the matched route, so that no alternative spelling of the path bypasses it.
        resource = request.match_info.route.resource
        return not self._paths or (resource is not None and resource.canonical in self._paths)

    def refusal(self, request: web.Request) -> web.Response:
        if hdrs.AUTHORIZATION in request.headers:
            reason = "this token is not known here"
            challenge = 'Bearer realm="mcp", error="invalid_token"'
        else:
            reason = "a token is required"
            challenge = 'Bearer realm="mcp"'
        text = f'Unauthorized: {reason}; send "Authorization: Bearer <token>" with the token of this server.\n'
        return web.Response(status=401, text=text, headers={hdrs.WWW_AUTHENTICATE: challenge})


def _digest(token: str) -> bytes:
    return sha256(token.encode(errors="surrogateescape")).digest()
