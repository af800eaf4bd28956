"""The one queue of events: what happens is logged, reduced, and told, in this order and for one thing after the other.

Whoever connects gets a snapshot of the whole state, and then the whole state again after every change. A connection
that is slow gets only the latest state.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from pytest_uimcp.agent.eventlog import EventLog, Mark, MemoryEventLog
from pytest_uimcp.agent.events import AgentEvent, UiMessage, UserText
from pytest_uimcp.agent.names import SILENT_TOOLS
from pytest_uimcp.agent.reduce import rebuild, reduce_ui_state
from pytest_uimcp.agent.uistate import UiState
from pytest_uimcp.chat.web.sources import Origin
from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.storage import Now, utc_text

VERSION: Final = "ui_state_v1"


class Timeline:
    """The events of an agent and the state they make. May be used from any thread."""

    def __init__(
        self, log: EventLog | None = None, *, silent: frozenset[str] = SILENT_TOOLS, clock: Now = time.time_ns
    ) -> None:
        self.log: Final = log or MemoryEventLog(clock=clock)
        self._silent = silent
        self._now = clock
        # Reentrant: a listener may emit another event, which is delivered after this one.
        self._lock = threading.RLock()
        self._listeners: Listeners[AgentEvent] = Listeners("the timeline")
        self._connections: list[UiStateConnection] = []
        self._untold: deque[AgentEvent] = deque()
        self._telling = False
        self._origins: dict[str, Origin] = {}
        events = self.log.read()
        self._state = rebuild(events, silent)
        self._note_origins(events)

    @property
    def state(self) -> UiState:
        return self._state

    def moment(self) -> str:
        return utc_text(self._now())

    def emit(self, *events: AgentEvent, mark: Mark | None = None) -> list[AgentEvent]:
        """Log events, all or none, and show them; the events with their numbers and times."""
        with self._lock:
            logged = self.log.append(events, mark)
            previous = self._state
            self._note_origins(logged)
            for event in logged:
                self._state = reduce_ui_state(self._state, event, self._silent)
            # An event that changes nothing that is shown wakes no page.
            if self._state is not previous:
                for connection in self._connections:
                    connection.wake()
            # Under the lock, so that all listeners hear of events in the order of the log, whatever thread they come
            # from.
            self._untold += logged
            self._tell()
            return logged

    def origin(self, item_id: str) -> Origin:
        return self._origins.get(item_id, Origin())

    def listen(self, listener: Callable[[AgentEvent], object]) -> Callable[[], None]:
        """Have `listener` called with every event from now on, in order; returns the way to end that."""
        return self._listeners.add(listener)

    def connect(self, session_id: str, changed: Callable[[], None]) -> UiStateConnection:
        """A new connection. `changed` is called, in the thread of the event, when it has something to send."""
        with self._lock:
            connection = UiStateConnection(self, session_id, changed, self._now)
            self._connections.append(connection)
            return connection

    def disconnect(self, connection: UiStateConnection) -> None:
        with self._lock:
            if connection in self._connections:
                self._connections.remove(connection)

    def _note_origins(self, events: Iterable[AgentEvent]) -> None:
        for event in events:
            if isinstance(event, UserText) and event.source:
                self._origins[event.id] = Origin(event.source.get("id", ""))
            elif isinstance(event, UiMessage) and event.message.get("mime") == "text/plain":
                self._origins[event.id] = Origin(plain=event.message.get("content", ""))

    def _tell(self) -> None:
        # The call further up tells this event after its own: every listener hears them in one order.
        if self._telling:
            return
        self._telling = True
        try:
            while self._untold:
                self._listeners.tell(self._untold.popleft())
        finally:
            self._telling = False


class UiStateConnection:
    def __init__(self, timeline: Timeline, session_id: str, changed: Callable[[], None], clock: Now) -> None:
        self._timeline = timeline
        self._session_id = session_id
        self._now = clock
        self._sent: UiState | None = None
        self._events = 0
        self.wake: Final = changed

    def take(self) -> dict[str, Any] | None:
        """The next message: first a snapshot, then an update when there is a newer state, else None."""
        state = self._timeline.state
        # The same object: `reduce_ui_state` gives back the very state where nothing changed.
        if self._sent is state:
            return None
        kind = "ui_state_snapshot" if self._sent is None else "ui_state_updated"
        self._sent = state
        self._events += 1
        return {
            "session_id": self._session_id,
            "event_id": self._events,
            "event_at": utc_text(self._now()),
            "payload": {"type": kind, "v": VERSION, "seq": state.seq, "state": state.to_json()},
        }

    def close(self) -> None:
        self._timeline.disconnect(self)


def newer(state: UiState | None, message: dict[str, Any]) -> UiState | None:
    """What a client shows after a message: a snapshot always, an update only when it is newer.

    The page's server sends only what has changed since its last message.
    """
    payload = message["payload"]
    # An update that is older than what is shown comes from a connection that was slow.
    if state is not None and payload["type"] != "ui_state_snapshot" and payload["seq"] <= state.seq:
        return state
    if payload["type"] == "ui_state_changed":
        return (state or UiState()).with_changes(payload["seq"], payload["gone"], payload["items"])
    return UiState.from_json(payload["state"])
