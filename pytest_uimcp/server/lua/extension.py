"""The extension of the server for every session: its part of the `mcp` global."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.server.errors import QueueFull
from pytest_uimcp.server.lua.events import EventQueue

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session


# Seconds between two looks at a page that shows how long nobody has listened.
TICK: Final = 1.0


@cache
def _source() -> bytes:
    return (Path(__file__).parent / "mcp.lua").read_bytes()


class McpExtension:
    """Implements the engine's `Extension` for one session with its own queue of events."""

    def __init__(self, status: Callable[[], dict[str, Any]], clock: Callable[[], float] = time.monotonic) -> None:
        self.part: tuple[str, bytes] | None = ("mcp", _source())
        self.events = EventQueue(self._refresh, clock)
        self._status = status
        self._session: Session | None = None
        # At most one timer is under way, whatever the number of pages and reads.
        self._ticking = False

    def functions(self, session: Session) -> Mapping[str, Callable[..., Any]]:
        self._session = session
        return {
            "push_event": self._push,
            "is_polled": lambda: self.events.polling,
            "pending_events": lambda: self.events.unread,
            "session_id": lambda: session.id,
            "wait_time": self._wait_time,
            "server_status": lambda: json.dumps(self._status()),
        }

    def _push(self, event: bytes) -> str | None:
        try:
            self.events.push(json.loads(event.decode("utf-8", "replace")))
        except QueueFull as error:
            return str(error)
        return None

    def _wait_time(self) -> float:
        """The time since a poller was there. It grows by itself, so pages that show it are brought up to date."""
        session = self._session
        # Nobody sees the number where no page is connected, and while somebody polls it is 0.
        if session is not None and session.connections and not self._ticking and not self.events.polling:
            self._ticking = True
            session.call_at(session.clock.now() + TICK, self._tick)
        return self.events.wait_time

    def _tick(self, _time: float) -> None:
        self._ticking = False
        self._refresh()

    def _refresh(self) -> None:
        """Submit an empty unit of work, so that the UI shows that a poller came, went or took the events."""
        # A poller may leave after its session, when the server stops.
        if self._session is not None and not self._session.closed:
            self._session.submit(lambda: None)
