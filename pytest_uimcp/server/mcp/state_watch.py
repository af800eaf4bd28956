"""Notifications of `ui://state` and `ui://variables` for clients that subscribed.

Each unit of work of a session may change its state. Both resources are read only while there are subscribers, and
announced only if they differ from the last announced content.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.errors import UimcpError

if TYPE_CHECKING:
    from pytest_uimcp.mcp.subscriptions import Publisher
    from pytest_uimcp.server.server import UiServer


log = logging.getLogger(__name__)

STATE: Final = "ui://state"
VARIABLES: Final = "ui://variables"
_TIMES: Final = {"computeTime": "", "maxComputeTime": ""}


class StateWatch:
    """Publishes changes of a server's sessions. Belongs to the event loop it was made on."""

    def __init__(self, server: UiServer, publisher: Publisher) -> None:
        self._server = server
        self._publisher = publisher
        self._loop = asyncio.get_running_loop()
        # The last content of each resource that clients were told of.
        self._announced: dict[str, Any] = {}
        self._reading: asyncio.Task[None] | None = None
        self._changed_sessions: set[str] = set()
        self._stop_observing = server.changed.add(self._changed)

    def close(self) -> None:
        self._stop_observing()
        if self._reading is not None:
            self._reading.cancel()

    async def finish(self) -> None:
        """Return when all changes so far have been read and announced."""
        while self._reading is not None and not self._reading.done():
            await asyncio.wait([self._reading])

    def _changed(self, session_id: str) -> None:
        """Called on the thread of a session after each unit of its work."""
        if not self._has_subscribers(session_id):
            # Later subscribers are notified of the next change, even if it restores content announced before.
            self._announced.clear()
            return
        with suppress(RuntimeError):  # the loop is closed, so there are no subscribers
            self._loop.call_soon_threadsafe(self._read_soon, session_id)

    def _has_subscribers(self, session_id: str) -> bool:
        if self._publisher.streams:
            return True
        return any(self._publisher.subscribers(uri) for uri in (STATE, VARIABLES, f"{STATE}/{session_id}"))

    def _read_soon(self, session_id: str) -> None:
        # One reading at a time: changes that arrive during one are covered by the next.
        self._changed_sessions.add(session_id)
        if self._reading is None or self._reading.done():
            self._reading = self._loop.create_task(self._read_and_announce())

    async def _read_and_announce(self) -> None:
        while self._changed_sessions:
            session_id = self._changed_sessions.pop()
            try:
                state = await self._server.state_of(session_id)
                variables = await self._server.variables_of(session_id)
            except UimcpError:
                continue  # closed, or busy; if busy, another unit of work follows
            except Exception:
                log.exception("the state of session %s cannot be read for its subscribers", session_id)
                continue
            self._announce(f"{STATE}/{session_id}", state)
            # The resources without an id are those of the first session.
            if session_id == next((ui_session.session.vended_id for ui_session in self._server.ui_sessions), None):
                self._announce(STATE, state)
                self._announce(VARIABLES, [{**row, **_TIMES} for row in variables])

    def _announce(self, uri: str, value: Any) -> None:
        if uri not in self._announced or self._announced[uri] != value:
            self._announced[uri] = value
            self._publisher.resource_updated(uri)
