"""News of `ui://state` and `ui://variables` for whoever subscribed.

After each piece of work the session may show something else. What it shows is looked up only while somebody listens,
and told only if it differs from what was told before.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.errors import UimcpError

if TYPE_CHECKING:
    from pytest_uimcp.mcp.subscriptions import Publisher
    from pytest_uimcp.server.server import UiServer

__all__ = ["Notifier"]

STATE: Final = "ui://state"
VARIABLES: Final = "ui://variables"


class Notifier:
    """Joins a server's sessions to a publisher. Lives on the event loop where it is made."""

    def __init__(self, server: UiServer, publisher: Publisher) -> None:
        self._server = server
        self._publisher = publisher
        self._loop = asyncio.get_running_loop()
        self._told: dict[str, Any] = {}
        self._looking: asyncio.Task[None] | None = None
        self._again: set[str] = set()
        server.changed = self._changed

    def close(self) -> None:
        """Look no more."""
        self._server.changed = lambda session_id: None
        if self._looking is not None:
            self._looking.cancel()

    def _changed(self, session_id: str) -> None:
        """On a session's thread, after each piece of its work."""
        if not self._wanted(session_id):
            # Nobody looks, so nobody knows: whoever listens next hears of the next change, even one back to what
            # was told long ago.
            self._told.clear()
            return
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._look, session_id)

    def _wanted(self, session_id: str) -> bool:
        if self._publisher.streams:
            return True
        return any(self._publisher.subscribers(uri) for uri in (STATE, VARIABLES, f"{STATE}/{session_id}"))

    def _look(self, session_id: str) -> None:
        # One look at a time: work that comes in meanwhile is seen by the next one.
        self._again.add(session_id)
        if self._looking is None or self._looking.done():
            self._looking = self._loop.create_task(self._look_and_tell())

    async def _look_and_tell(self) -> None:
        while self._again:
            session_id = self._again.pop()
            try:
                state = await self._server.state_of(session_id)
                variables = await self._server.variables_of(session_id)
            except UimcpError:
                continue  # it closed, or is busy; there will be more work
            self._tell(f"{STATE}/{session_id}", state)
            if session_id == next((face.session.vended_id for face in self._server.faces), None):
                self._tell(STATE, state)
                self._tell(VARIABLES, [{**row, "computeTime": 0} for row in variables])

    def _tell(self, uri: str, value: Any) -> None:
        if uri not in self._told or self._told[uri] != value:
            self._told[uri] = value
            self._publisher.resource_updated(uri)
