"""The stream on which a client of the handshake era gets what it did not ask for, over Streamable HTTP.

It is a request of its own, which the client opens after the handshake and again when it is lost. What is sent while it
is not open is lost, and one that the client does not read fills up, until not even answers to calls get past it. So
whoever notifies waits here first, and has one notification when the client reads again.
"""

from __future__ import annotations

import threading
from typing import Final, Protocol
from weakref import WeakSet

import anyio

FIRST_LOOK: Final = 0.01
MAX_PAUSE_SECONDS: Final = 1.0


class StandaloneStreams(Protocol):
    def is_read(self, session_id: str) -> bool | None:
        """Whether the client of a session has its stream open and has taken everything; None for another session."""


_ENDPOINTS: Final[WeakSet[StandaloneStreams]] = WeakSet()
_LOCK: Final = threading.Lock()


def watch_streams(endpoint: StandaloneStreams) -> None:
    """Make an endpoint's streams known, for as long as it exists."""
    with _LOCK:
        _ENDPOINTS.add(endpoint)


async def until_read(session_id: str | None) -> None:
    """Wait until the client of a session takes what it is sent. Other transports wait while they send."""
    pause = FIRST_LOOK
    while session_id is not None and not _is_read(session_id):
        await anyio.sleep(pause)
        # The SDK has no event for this, so one looks again, less and less often.
        pause = min(2 * pause, MAX_PAUSE_SECONDS)


def _is_read(session_id: str) -> bool:
    with _LOCK:
        endpoints = tuple(_ENDPOINTS)
    states = (endpoint.is_read(session_id) for endpoint in endpoints)
    return next((state for state in states if state is not None), True)
