"""The notifications that are pending for one client.

Publishing never waits. A change is marked as pending for each client and sent by a task or callback of that client. A
slow client gets one notification for several changes of a resource, and does not delay the others. One that has
stopped reading is waited for as long as it is connected: what is pending for it does not grow, and if it were given up
it would never learn that it has missed something.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from mcp.server.connection import Connection
from mcp.shared.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)

from pytest_uimcp.transport.principals import Principal
from pytest_uimcp.transport.standalone import until_read

log = logging.getLogger(__name__)

_METHODS: Final = {
    ResourceUpdated: "notifications/resources/updated",
    ResourcesListChanged: "notifications/resources/list_changed",
    ToolsListChanged: "notifications/tools/list_changed",
    PromptsListChanged: "notifications/prompts/list_changed",
}


class NotificationBatch(Protocol):
    """What a notification of a resource carries beside its URI, for one client. Any thread may add to it."""

    def add(self, news: Any) -> object:
        """Take what has happened to the resource."""

    def take(self) -> dict[str, Any] | None:
        """The parameters of the next notification, or None if nothing has happened; then it is empty."""


class Listener(ABC):
    """Collects changes for one client. Belongs to the event loop that made it; `hear` may be called from any thread."""

    def __init__(self, principal: Principal | None = None) -> None:
        self.principal: Final = principal
        self._loop = asyncio.get_running_loop()
        self._changes: dict[ServerEvent, None] = {}
        self._awake = False

    def hear(self, event: ServerEvent) -> None:
        """Mark a change as pending, unless it is pending already or this client did not ask for it."""
        # A pending change is sent after this one happened, so the client misses nothing.
        if event in self._changes or not self.wants(event):
            return
        # From any thread, so both were looked at without a lock; `_mark` looks again on the loop.
        try:
            self._loop.call_soon_threadsafe(self._mark, event)
        except RuntimeError:
            log.debug("%s concerns a client whose event loop is closed", event)

    @abstractmethod
    def add(self, uri: str, news: Any) -> None:
        """Keep news of a resource for its next notification, if that has room for it."""

    def wants(self, _event: ServerEvent) -> bool:
        return True

    def _mark(self, event: ServerEvent) -> None:
        if self.wants(event):
            self._changes[event] = None
            if not self._awake:
                self._awake = True
                self._wake()

    @abstractmethod
    def _wake(self) -> None:
        """Start to send the pending changes; resets `_awake` when done."""


class StreamListener(Listener):
    """An open listen stream; its handler does the filtering and sending."""

    def __init__(self, deliver: Callable[[ServerEvent], None], principal: Principal | None = None) -> None:
        super().__init__(principal)
        self._deliver = deliver

    def add(self, uri: str, news: Any) -> None:
        """A listen stream tells the URI and nothing more."""

    def _wake(self) -> None:
        # In the next iteration of the loop, so that a burst of changes is one event and does not overflow the stream.
        self._loop.call_soon(self._tell)

    def _tell(self) -> None:
        changes = self._changes
        self._changes = {}
        self._awake = False
        for event in changes:
            self._deliver(event)


class SessionListener(Listener):
    """A client of the handshake era, notified of the resources it subscribed to and of changes to every list."""

    def __init__(
        self,
        connection: Connection,
        *,
        batches: Mapping[str, Callable[[], NotificationBatch]] | None = None,
        principal: Principal | None = None,
    ) -> None:
        super().__init__(principal)
        # Replaced as a whole and never modified, because publishers read it from other threads.
        self.uris: Mapping[str, NotificationBatch | None] = {}
        self._connection = connection
        self._batches = batches or {}
        self._task: asyncio.Task[None] | None = None

    def subscribe(self, uri: str) -> None:
        if uri not in self.uris:
            make = self._batches.get(uri)
            self.uris = {**self.uris, uri: make() if make else None}

    def unsubscribe(self, uri: str) -> None:
        """Stop notifications of this resource, including a pending one."""
        self.uris = {key: batch for key, batch in self.uris.items() if key != uri}
        self._changes.pop(ResourceUpdated(uri), None)

    def add(self, uri: str, news: Any) -> None:
        if batch := self.uris.get(uri):
            batch.add(news)

    def wants(self, event: ServerEvent) -> bool:
        return not isinstance(event, ResourceUpdated) or event.uri in self.uris

    def close(self) -> None:
        self.uris = {}
        self._changes.clear()
        if self._task is not None:
            self._task.cancel()

    def _wake(self) -> None:
        self._task = self._loop.create_task(self._tell())

    async def _tell(self) -> None:
        try:
            while self._changes:
                # A notification to a client without an open stream would be lost, or fill a buffer that nobody reads.
                await until_read(self._connection.session_id)
                if not self._changes:  # nothing that this client still wants to know
                    break
                event = next(iter(self._changes))
                del self._changes[event]
                try:
                    await self._send(event)
                except Exception:
                    log.warning("a client could not be notified of %s", event, exc_info=True)
        finally:
            self._awake = False
            self._task = None

    async def _send(self, event: ServerEvent) -> None:
        params: dict[str, Any] | None = None
        if isinstance(event, ResourceUpdated):
            params = {"uri": event.uri}
            batch = self.uris.get(event.uri)
            if batch is not None and (params := batch.take()) is None:
                return  # an earlier notification has carried it
        # The SDK's types of notifications have no room for what a batch adds.
        await self._connection.notify(_METHODS[type(event)], params)
