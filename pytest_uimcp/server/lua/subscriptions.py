"""`mcp:subscribe`: the subscriptions of one session, which end with it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.engine.errors import SessionClosed
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.server.publisher.mailbox import Backlog
from pytest_uimcp.server.publisher.topics import NotAllowed, check_icon, check_topic

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.server.publisher.topics import Subscribe


log = logging.getLogger(__name__)

# Messages that wait for a session; those beyond are dropped.
MAX_WAITING_MESSAGES: Final = 1000
MAX_WAITING_BYTES: Final = 64 * 1024 * 1024


class LuaSubscriptions:
    """The host functions of lua/subscriptions.lua. Messages arrive on any thread and run as units of work."""

    def __init__(self, session: Session, subscribe: Subscribe) -> None:
        self._session = session
        self._subscribe_to = subscribe
        self._ends: dict[int, Callable[[], None]] = {}
        # Two bounds for what a session has not handled: many small messages, and a few large ones.
        self._waiting = threading.BoundedSemaphore(MAX_WAITING_MESSAGES)
        self._backlog = Backlog(MAX_WAITING_BYTES)

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        return {"subscribe": self._subscribe, "unsubscribe": self._unsubscribe}

    def _subscribe(self, handle: float, topic: bytes, icon: bytes | bool) -> str | None:
        try:
            name = check_topic(topic.decode("utf-8", "replace"))
            picture = None
            if isinstance(icon, bytes):
                picture = check_icon(icon.decode("utf-8", "replace"))
        except NotAllowed as error:
            return f"subscribe: {error}"
        deliver = partial(self._deliver, int(handle), name)
        self._ends[int(handle)] = self._subscribe_to(name, deliver, picture)
        return None

    def _unsubscribe(self, handle: float) -> None:
        end = self._ends.pop(int(handle), None)
        if end is not None:
            end()

    def _deliver(self, handle: int, topic: str, body: bytes) -> bool:
        end = self._ends.get(handle)
        # Unsubscribed while the message was on its way.
        if end is None:
            return False
        if self._session.closed:
            end()
            return False
        # Never blocks: it is called on the loop of the publisher, or on the thread of another session.
        if not self._waiting.acquire(blocking=False):
            log.warning("topic %s: %d messages wait for the session, this one is dropped", topic, MAX_WAITING_MESSAGES)
            return True
        if not self._backlog.take(len(body)):
            self._waiting.release()
            log.warning("topic %s: %d bytes wait for the session, this message is dropped", topic, MAX_WAITING_BYTES)
            return True
        try:
            self._session.submit(partial(self._handle, handle, topic, body))
        # Between the question above and now.
        except SessionClosed:
            end()
            return False
        return True

    def _handle(self, handle: int, topic: str, body: bytes) -> None:
        # Before the app runs: what it publishes itself may come back here.
        self._waiting.release()
        self._backlog.give_back(len(body))
        try:
            self._session.host.call("published", handle, body)
        except LuaError as error:
            self._session.note_failure(error, f"handling what was published under {topic!r}")
