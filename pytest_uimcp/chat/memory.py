"""A conversation that lives as long as the process."""

from __future__ import annotations

import math
import threading
import time
from bisect import bisect_right
from collections.abc import Collection
from operator import attrgetter

from pytest_uimcp.chat.message import Author, Message, Poster, Receipt
from pytest_uimcp.chat.paging import leading
from pytest_uimcp.chat.store import ChatStore, LastMessage, WatermarkKey, following, repeat_of
from pytest_uimcp.storage import Now, StorageError


class MemoryStore(ChatStore):
    # Nothing waits for a disk or another process, so no call needs a thread of its own.
    blocking = False

    def __init__(self, conversation: str = "default", *, clock: Now = time.time_ns) -> None:
        super().__init__(conversation, clock)
        self._lock = threading.Lock()
        self._messages: list[Message] = []
        self._posts: dict[tuple[Author, str], Message] = {}
        self._posters: dict[int, Poster] = {}
        self._watermarks: dict[WatermarkKey, str] = {}
        self._read: dict[str, int] = {}
        self._closed = False

    def append(
        self, author: Author, mime: str, content: str, *, client_id: str | None = None, poster: Poster | None = None
    ) -> Receipt:
        with self._lock:
            self._check_open()
            if client_id is not None and (original := self._posts.get((author, client_id))):
                return repeat_of(original, mime, content, client_id)
            latest = self._last()
            message = following(latest, self._now(), author, mime, content)
            self._messages.append(message)
            if client_id is not None:
                self._posts[author, client_id] = message
            if poster is not None:
                self._posters[message.number] = poster
        # Outside of the lock: a listener may read the store.
        self._feed.committed(message, latest.number)
        return Receipt(message)

    def since(self, after_number: int, limit: int | None = None, author: Author | None = None) -> list[Message]:
        with self._lock:
            self._check_open()
            return self._after(after_number, author)[:limit]

    def newest(self, limit: int, after_number: int = 0) -> list[Message]:
        with self._lock:
            self._check_open()
            return self._after(after_number, None)[-limit:]

    def head(self) -> int | None:
        with self._lock:
            self._check_open()
            if self._messages:
                return self._messages[-1].number
            return None

    def get(self, number: int) -> Message | None:
        with self._lock:
            self._check_open()
            messages = self._after(number - 1, None)[:1]
        if messages and messages[0].number == number:
            return messages[0]
        return None

    def posters(self, numbers: Collection[int]) -> dict[int, Poster]:
        with self._lock:
            self._check_open()
            return {number: self._posters[number] for number in numbers if number in self._posters}

    def watermark(self, key: WatermarkKey) -> str | None:
        with self._lock:
            self._check_open()
            return self._watermarks.get(key)

    def set_watermark(self, key: WatermarkKey, last_id: str | None) -> None:
        with self._lock:
            self._check_open()
            if last_id is None:
                self._watermarks.pop(key, None)
            else:
                self._watermarks[key] = last_id

    def read_and_advance(
        self, subscriber: str, author: Author, limit: int | None = None, max_bytes: float = math.inf
    ) -> list[Message]:
        with self._lock:
            self._check_open()
            # The lock is held from the reading to the mark: simultaneous callers are given no message twice.
            messages, _ = leading(self._after(self._read.get(subscriber, 0), author)[:limit], max_bytes)
            if messages:
                self._read[subscriber] = messages[-1].number
            return messages

    def last_read(self, subscriber: str) -> int | None:
        with self._lock:
            self._check_open()
            return self._read.get(subscriber)

    def close(self) -> None:
        with self._lock:
            self._closed = True

    def _last(self) -> LastMessage:
        if self._messages:
            return LastMessage(self._messages[-1].number, self._messages[-1].ts)
        return LastMessage()

    def _after(self, after_number: int, author: Author | None) -> list[Message]:
        # Numbers only grow, so the list is sorted by them.
        messages = self._messages[bisect_right(self._messages, after_number, key=attrgetter("number")) :]
        if author is None:
            return messages
        return [message for message in messages if message.author == author]

    def _check_open(self) -> None:
        if self._closed:
            raise StorageError(f"the conversation {self.conversation!r} is closed")
