"""Telling listeners of commits: each message once, in order, whichever thread or process posted it.

One thread delivers at a time. Who finds another one delivering leaves word that there is more and goes on, so that a
post never waits for a listener.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from pytest_uimcp.chat.message import Message
from pytest_uimcp.storage import StorageError

log = logging.getLogger(__name__)

Listener = Callable[[Sequence[Message]], object]
_Read = Callable[[int, int], Sequence[Message]]
_CHUNK: Final = 500


@dataclass(eq=False, slots=True)
class _Listening:
    listener: Listener
    # The number of the last message it knows of, or does not care for.
    delivered: int


class Feed:
    """The listeners of one store. `read_after` gives the messages above a number, `head` the last number."""

    def __init__(self, read_after: _Read, head: Callable[[], int | None]) -> None:
        self._read = read_after
        self._head = head
        self._lock = threading.Condition()
        self._listening: list[_Listening] = []
        self._asked = False
        self._delivering = False

    @property
    def listeners(self) -> int:
        return len(self._listening)

    def wait_quiet(self, seconds: float) -> bool:
        with self._lock:
            return self._lock.wait_for(lambda: not self._delivering, seconds)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of everything that comes after the present head."""
        listening = _Listening(listener, self._head() or 0)
        with self._lock:
            self._listening.append(listening)

        def stop() -> None:
            with self._lock:
                if listening in self._listening:
                    self._listening.remove(listening)

        return stop

    def committed(self, message: Message, previous: int) -> None:
        """This process has committed a message, after the one numbered `previous`."""
        if self._listening:
            self._deliver(message, previous)

    def catch_up(self) -> None:
        """Another process may have committed something."""
        if self._listening:
            self._deliver()

    def _deliver(self, message: Message | None = None, previous: int = 0) -> None:
        with self._lock:
            # That thread takes it along before it ends, and this one need not wait.
            if self._delivering:
                self._asked = True
                return
            self._delivering = True
        has_more = True
        while has_more:
            self._tell(message, previous)
            message = None
            with self._lock:
                # Under the lock: whoever comes after this finds nobody delivering, and delivers itself.
                has_more = self._asked
                self._asked = False
                self._delivering = has_more
                if not has_more:
                    self._lock.notify_all()

    def _tell(self, message: Message | None, previous: int) -> None:
        read_after = cache(self._read)  # listeners are mostly at the same place
        for listening in tuple(self._listening):
            if message is not None and listening.delivered == previous:
                self._hand(listening, (message,))  # nothing lies between: there is no need to read
            else:
                self._hand_unread(listening, read_after)

    def _hand_unread(self, listening: _Listening, read_after: _Read) -> None:
        try:
            while messages := read_after(listening.delivered, _CHUNK):
                self._hand(listening, messages)
        except StorageError as error:
            # The post that brought us here is stored; the next commit makes up for this.
            log.warning("new messages could not be read: %s", error)

    def _hand(self, listening: _Listening, messages: Sequence[Message]) -> None:
        # Before the call: a listener that fails is not told the same again.
        listening.delivered = messages[-1].number
        try:
            listening.listener(messages)
        except Exception:
            log.exception("a listener of the conversation failed")
