"""Bearer tokens: who may call, and as which principal.

A token stands for a principal, a name that handlers can read. Tokens are stored as digests and compared in constant
time; they never appear in a message, a log line or a `repr`.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from aiohttp import hdrs, web

if TYPE_CHECKING:
    from aiohttp.typedefs import Middleware

__all__ = ["PRINCIPAL", "BearerTokens", "new_token"]

# Typed keys came with aiohttp 3.14, which warns of others.
PRINCIPAL: Any = web.RequestKey("principal", str) if hasattr(web, "RequestKey") else "principal"
"""The key under which an aiohttp request holds the principal of its token."""

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def new_token() -> str:
    """A fresh token that nobody can guess."""
    return secrets.token_urlsafe(32)


class BearerTokens:
    """The tokens a server accepts, each with the principal it stands for."""

    def __init__(self, principals: Mapping[str, str] | str) -> None:
        if isinstance(principals, str):
            principals = {principals: "owner"}
        if not principals or not all(principals):
            raise ValueError("expected at least one token, and no empty one")
        self._principals = {_digest(token): principal for token, principal in principals.items()}

    def __repr__(self) -> str:
        return f"<BearerTokens of {sorted(set(self._principals.values()))}>"

    def principal(self, authorization: str | None) -> str | None:
        """The principal of an Authorization header; none if there is no token, or one we do not know."""
        scheme, _, token = (authorization or "").partition(" ")
        given = _digest(token.strip())
        found = None
        # Compares every token, even after a match, so that the time taken reveals nothing.
        for known, principal in self._principals.items():
            if hmac.compare_digest(known, given):
                found = principal
        if scheme.lower() == "bearer":
            return found
        return None

    def guarding(self, *paths: str) -> Middleware:
        """An aiohttp middleware that requires a token on these paths, or on all paths if none are given."""

        @web.middleware
        async def check(request: web.Request, handler: _Handler) -> web.StreamResponse:
            # Checks the matched route, so that no alternative spelling of the path bypasses it.
            resource = request.match_info.route.resource
            if paths and (resource is None or resource.canonical not in paths):
                return await handler(request)
            header = request.headers.get(hdrs.AUTHORIZATION)
            if (principal := self.principal(header)) is None:
                return _unauthorized(header)
            request[PRINCIPAL] = principal
            return await handler(request)

        return check

    @property
    def middleware(self) -> Middleware:
        """An aiohttp middleware that requires a token on every path."""
        return self.guarding()


def _digest(token: str) -> bytes:
    return sha256(token.encode(errors="surrogateescape")).digest()


def _unauthorized(header: str | None) -> web.Response:
    if header is None:
        reason = "a token is required"
        challenge = 'Bearer realm="mcp"'
    else:
        reason = "this token is not known here"
        challenge = 'Bearer realm="mcp", error="invalid_token"'
    text = f'Unauthorized: {reason}; send "Authorization: Bearer <token>" with the token of this server.\n'
    return web.Response(status=401, text=text, headers={hdrs.WWW_AUTHENTICATE: challenge})
