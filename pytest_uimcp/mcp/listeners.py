"""The notifications that are pending for one client.

Publishing never waits. A change is marked as pending for each client and sent by a task or callback of that client. A
slow client gets one notification for several changes of a resource, and does not delay the others.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp.server.session import ServerSession
from mcp.shared.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)

__all__ = ["Listener", "SessionListener", "StreamListener"]

logger = logging.getLogger(__name__)

_SEND: dict[type, Callable[[ServerSession, Any], Awaitable[None]]] = {
    ResourceUpdated: lambda session, event: session.send_resource_updated(event.uri),
    ResourcesListChanged: lambda session, _: session.send_resource_list_changed(),
    ToolsListChanged: lambda session, _: session.send_tool_list_changed(),
    PromptsListChanged: lambda session, _: session.send_prompt_list_changed(),
}


class Listener(ABC):
    """Collects changes for one client. Belongs to the event loop that made it; `hear` may be called from any thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changes: dict[ServerEvent, None] = {}
        self._awake = False

    def hear(self, event: ServerEvent) -> None:
        """Mark a change as pending, unless it is pending already or this client did not ask for it."""
        # A pending change is sent after this one happened, so the client misses nothing.
        if event in self._changes or not self.wants(event):
            return
        try:
            self._loop.call_soon_threadsafe(self._mark, event)
        except RuntimeError:
            logger.debug("%s concerns a client whose event loop is closed", event)

    def wants(self, _event: ServerEvent) -> bool:
        """Whether this client asked to hear of such a change."""
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

    def __init__(self, deliver: Callable[[ServerEvent], None]) -> None:
        super().__init__()
        self._deliver = deliver

    def _wake(self) -> None:
        # In the next iteration of the loop, so that a burst of changes is one event and does not overflow the stream.
        self._loop.call_soon(self._tell)

    def _tell(self) -> None:
        changes, self._changes = self._changes, {}
        self._awake = False
        for event in changes:
            self._deliver(event)


class SessionListener(Listener):
    """A client of the handshake era, notified of the resources it subscribed to and of changes to every list."""

    def __init__(self, session: ServerSession, timeout: float, give_up: Callable[[], None]) -> None:
        super().__init__()
        self.uris: frozenset[str] = frozenset()
        self._session = session
        self._timeout = timeout
        self._give_up = give_up
        self._task: asyncio.Task[None] | None = None

    def subscribe(self, uri: str) -> None:
        """Send notifications of this resource from now on."""
        self.uris |= {uri}

    def unsubscribe(self, uri: str) -> None:
        """Stop notifications of this resource, including a pending one."""
        self.uris -= {uri}
        self._changes.pop(ResourceUpdated(uri), None)

    def wants(self, event: ServerEvent) -> bool:
        return not isinstance(event, ResourceUpdated) or event.uri in self.uris

    def close(self) -> None:
        self.uris = frozenset()
        self._changes.clear()
        # The task itself calls this when it gives up, and must not cancel itself.
        if self._task is not None and self._task is not _current_task():
            self._task.cancel()

    def _wake(self) -> None:
        self._task = self._loop.create_task(self._tell())

    async def _tell(self) -> None:
        try:
            while self._changes:
                event = next(iter(self._changes))
                del self._changes[event]
                with anyio.fail_after(self._timeout):
                    await _SEND[type(event)](self._session, event)
        except TimeoutError:
            logger.warning("a client did not take a notification for %s s and gets no more", self._timeout)
            self._give_up()
        finally:
            self._awake = False
            self._task = None


def _current_task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
