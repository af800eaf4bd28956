"""Serves before everything is open: a host that waits for `initialize` must not wait for a slow target or server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

import anyio

from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.mcp.firstversion import Ask
from pytest_uimcp.openapi.serving.service import Service

__all__ = ["EarlyService"]


class EarlyService:
    """A service that is still being opened: the source of tools of a `FirstVersion`, which waits for `ready`."""

    def __init__(self, opening: AbstractAsyncContextManager[Service]) -> None:
        self._opening = opening
        self._changes: Listeners[[]] = Listeners("the tools")
        self._service: Service | None = None
        self._opened = anyio.Event()
        self._over = anyio.Event()
        self._scope = anyio.CancelScope()

    async def hold(self) -> None:
        """Open the service, and close it after `end`; raises what goes wrong."""
        with self._scope:
            async with self._opening as service:
                self._service = service
                self._opened.set()
                stop = service.follow(self._changes.tell)
                try:
                    await self._over.wait()
                finally:
                    stop()

    def end(self) -> None:
        """Let `hold` end: at once if the service is not open yet."""
        self._over.set()
        if self._service is None:
            self._scope.cancel()

    async def ready(self) -> None:
        """Wait until the service is open."""
        await self._opened.wait()

    def listed(self) -> Sequence[Mapping[str, Any]]:
        """The rows of `tools/list`."""
        return self._open.listed()

    def follow(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call a function whenever the tools change; returns a function that stops this."""
        return self._changes.add(tell)

    async def call_tool(self, name: str, arguments: Any, ask: Ask) -> dict[str, Any]:
        """The result of `tools/call`."""
        return await self._open.call_tool(name, arguments, ask)

    @property
    def _open(self) -> Service:
        assert self._service is not None, "await ready() first"
        return self._service
