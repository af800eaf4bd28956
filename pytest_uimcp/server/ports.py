"""The HTTP side of a running server, as the server sees it: two ports that open and close with it."""

from __future__ import annotations

from typing import Protocol

__all__ = ["NoPorts", "Ports"]


class Ports(Protocol):
    """Bound when made, answering after `serve`, gone after `close`."""

    ui_url: str
    ui_port: int
    mcp_port: int
    files: dict[str, int]
    """Port files to write: name -> port."""

    async def serve(self) -> None:
        """Begin to answer."""

    async def close(self) -> None:
        """Stop answering and give back what was bound."""


class NoPorts:
    """A server without HTTP, for whoever needs only its sessions."""

    ui_url = "http://127.0.0.1:0"
    ui_port = 0
    mcp_port = 0

    def __init__(self) -> None:
        self.files: dict[str, int] = {}

    async def serve(self) -> None:
        """There is nothing to answer on."""

    async def close(self) -> None:
        """There is nothing to give back."""
