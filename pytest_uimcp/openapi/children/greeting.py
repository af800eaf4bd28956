"""The handshake with a child, and its list of tools, both without validation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import mcp_types as types
from mcp.client.session import ClientSession
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from pytest_uimcp.mcp.firstversion import VERSION
from pytest_uimcp.openapi.errors import ChildError
from pytest_uimcp.openapi.warn import Warn

__all__ = ["MOST_PAGES", "Send", "greet", "list_tools"]

MOST_PAGES: Final = 100
_US: Final = {"name": "nlui", "version": "0.1.0"}

Send = Callable[[str, Mapping[str, Any] | None], Awaitable[dict[str, Any]]]
"""Sends a request and returns the result unvalidated: a child may leave out what is not needed here."""


async def greet(session: ClientSession, send: Send, warn: Warn) -> bool:
    """Initialize the session, and accept whatever version the child answers with; returns whether it has tools."""
    found = await send("initialize", {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": _US})
    version = found.get("protocolVersion")
    if version not in HANDSHAKE_PROTOCOL_VERSIONS:
        warn(f"it answers in the protocol version {version!r}, which is unknown here")
        version = VERSION
    session.adopt(
        types.InitializeResult(
            protocol_version=version,
            capabilities=types.ServerCapabilities(),
            server_info=types.Implementation(name="", version=""),
        )
    )
    await session.send_notification(types.InitializedNotification())
    capabilities = found.get("capabilities")
    return isinstance(capabilities, dict) and isinstance(capabilities.get("tools"), dict)


async def list_tools(send: Send) -> list[dict[str, Any]]:
    """All tools of all pages."""
    rows: list[dict[str, Any]] = []
    params: dict[str, Any] = {}
    for _ in range(MOST_PAGES):
        page = await send("tools/list", params)
        rows += _rows(page.get("tools"))
        cursor = page.get("nextCursor")
        if not isinstance(cursor, str) or not cursor:
            break
        params = {"cursor": cursor}
    return rows


def _rows(found: Any) -> list[dict[str, Any]]:
    if not isinstance(found, list):
        raise ChildError(f"tools/list: expected a list of tools, got {type(found).__name__}")
    return [row for row in found if isinstance(row, dict) and isinstance(row.get("name"), str)]
