"""The HTTP side of a server over stdio, imported when the server starts: half of the way to `initialize` is imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_uimcp.server.ports import Ports
    from pytest_uimcp.server.server import UiServer

__all__ = ["open_ports"]


async def open_ports(server: UiServer) -> Ports:
    """Bind both ports."""
    from pytest_uimcp.server.http import HttpSide

    return await HttpSide().open_ports(server)
