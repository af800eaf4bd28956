"""The principal of a request: the name that its bearer token stands for."""

from __future__ import annotations

from typing import Any

__all__ = ["principal_of"]


def principal_of(request: Any) -> str | None:
    """The principal of a request, which may be an aiohttp request or the `ctx.request` of an MCP handler."""
    if request is None:  # stdio and in-memory calls have no HTTP request; do not import a web server for them
        return None
    if hasattr(request, "scope"):  # Streamable HTTP is served by the SDK, whose requests are Starlette's
        return getattr(request.scope.get("user"), "username", None)

    from pytest_uimcp.transport.tokens import PRINCIPAL

    found = request.get(PRINCIPAL)
    if isinstance(found, str):
        return found
    return None
