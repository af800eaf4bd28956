"""Whose call it is."""

from __future__ import annotations

from typing import Any

__all__ = ["principal_of"]


def principal_of(request: Any) -> str | None:
    """The principal behind a request, or behind what an MCP handler finds in `ctx.request`, if it has one."""
    if request is None:  # stdio and memory have no requests, and no need of a web server's modules
        return None
    if hasattr(request, "scope"):  # Streamable HTTP is served by the SDK, whose requests are Starlette's
        return getattr(request.scope.get("user"), "username", None)

    from pytest_uimcp.transport.tokens import PRINCIPAL

    found = request.get(PRINCIPAL)
    return found if isinstance(found, str) else None
