"""A conversation's log. Messages are only ever added.

`memory.py` and `sql.py` are its two implementations; the second works on a SQLite file and on PostgreSQL. All methods
may be called from any thread, and none waits for a listener.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import ClassVar, Final, NamedTuple

from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.feed import Feed, Listener
from pytest_uimcp.chat.ids import next_id
from pytest_uimcp.chat.message import Author, Message, Poster, Receipt
from pytest_uimcp.storage import Now, utc_text

MAX_NAME_CHARACTERS: Final = 128


class WatermarkKey(NamedTuple):
    """Whose position in what: a consumer of a resource of a server."""

    server: str
    uri: str
    consumer: str


class LastMessage(NamedTuple):
    """Number and time of the last message, or what stands for them when there is none."""

    number: int = 0
    ts: str = ""


class ChatStore(ABC):
    """The messages of one conversation, and how far its readers have come."""

    blocking: ClassVar = True
    """Whether its methods may wait, for a disk or another process."""

    def __init__(self, conversation: str, clock: Now = time.time_ns) -> None:
        if not 1 <= len(conversation) <= MAX_NAME_CHARACTERS or "\0" in conversation:
            raise ValueError(f"a conversation's name has 1 to {MAX_NAME_CHARACTERS} characters, none of them NUL")
        self.conversation = conversation
        self._now = clock
        self._feed = Feed(self._read_for_feed, self.head)

    @abstractmethod
    def append(
        self, author: Author, mime: str, content: str, *, client_id: str | None = None, poster: Poster | None = None
    ) -> Receipt:
        """Store a message. Once this returns it is durable, and its number is larger than any visible before.

        A repeated `client_id` of the same author gives the first receipt again; with another message it is an error.
        """

    @abstractmethod
    def since(self, after_number: int, limit: int | None = None, author: Author | None = None) -> list[Message]:
        """The messages numbered above `after_number`, in order, at most `limit`."""

    @abstractmethod
    def newest(self, limit: int, after_number: int = 0) -> list[Message]:
        """The last messages numbered above `after_number`, at most `limit`, in order; the state of one moment."""

    @abstractmethod
    def head(self) -> int | None:
        """The number of the last message, None if there is none."""

    @abstractmethod
    def get(self, number: int) -> Message | None:
        """One message."""

    @abstractmethod
    def posters(self, numbers: Collection[int]) -> dict[int, Poster]:
        """Who posted these messages, as far as that is known."""

    @abstractmethod
    def watermark(self, key: WatermarkKey) -> str | None:
        """How far a consumer has read."""

    @abstractmethod
    def set_watermark(self, key: WatermarkKey, last_id: str | None) -> None:
        """Remember how far a consumer has read; None forgets it."""

    @abstractmethod
    def read_and_advance(
        self, subscriber: str, author: Author, limit: int | None = None, max_bytes: float = math.inf
    ) -> list[Message]:
        """The messages of `author` after the subscriber's mark, which moves to the last of them.

        At most `limit`, and as many as `max_bytes` hold.

        Every message is given once, even to simultaneous callers.
        """

    @abstractmethod
    def last_read(self, subscriber: str) -> int | None:
        """The mark that `read_and_advance` moves."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Have `listener` called with the messages of every commit from now on; returns the way to end that.

        It gets each message once and in order, by whatever process it was posted. It is called in the thread of the
        post or in that of the database, so it must not wait; what it raises is logged.
        """
        return self._feed.listen(listener)

    def wait_quiet(self, seconds: float = 0.0) -> bool:
        """Wait until every listener has been notified of all known messages. Returns whether it was in time."""
        return self._feed.wait_quiet(seconds)

    @abstractmethod
    def close(self) -> None:
        """Close the store."""

    def _read_for_feed(self, after_number: int, limit: int) -> list[Message]:
        return self.since(after_number, limit)


def following(latest: LastMessage, now_ns: int, author: Author, mime: str, content: str) -> Message:
    """The message that comes after `latest`: neither its number nor its time goes back when the clock does."""
    # As texts, times in ISO 8601 have the order of the moments.
    return Message(next_id(now_ns, latest.number), max(utc_text(now_ns), latest.ts), author, mime, content)


def repeat_of(original: Message, mime: str, content: str, client_id: str) -> Receipt:
    """The receipt of a post whose client_id was used before, for `original`."""
    if (original.mime, original.content) != (mime, content):
        raise ChatError(
            "idempotency_conflict",
            f"client_id {client_id!r} was used for another message, {original.id}; give each message its own",
            client_id=client_id,
            id=original.id,
        )
    return Receipt(original, repeated=True)
