"""What the chat tools and resources do, apart from how they are served.

Arguments come as clients sent them, results go out as they are sent. Everything here may block on a database, so a
server calls it in a worker thread unless the store is in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar, TypeVarTuple

import anyio.to_thread

from pytest_uimcp.chat.arguments import POST, READ_AND_ADVANCE, READ_SINCE, check
from pytest_uimcp.chat.content import MIMES, check_content, check_mime
from pytest_uimcp.chat.errors import ChatError, shown
from pytest_uimcp.chat.ids import id_text, read_id
from pytest_uimcp.chat.limits import Limits
from pytest_uimcp.chat.message import Author, Message, Poster
from pytest_uimcp.chat.paging import CHUNK, in_chunks, leading, trailing
from pytest_uimcp.chat.store import ChatStore
from pytest_uimcp.storage import StorageError

Arguments = Mapping[str, Any] | None
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Conversation:
    """One conversation, as its human and its assistant side see it."""

    def __init__(self, store: ChatStore, limits: Limits | None = None) -> None:
        self.store = store
        self.limits = limits or Limits()

    async def run(self, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """What a function gives that reads or writes this conversation; no event loop waits for it."""
        # A database makes its caller wait; what is in memory is faster than a thread.
        if self.store.blocking:
            return await anyio.to_thread.run_sync(function, *arguments)
        return function(*arguments)

    def post(self, author: Author, arguments: Arguments, poster: Poster | None = None) -> dict[str, Any]:
        """Store a message; its id and time. The author is the facade's, never the caller's."""
        values = check(POST, arguments)
        mime = check_mime(MIMES[0] if values["mime"] is None else values["mime"])
        content = check_content(values["content"], self.limits.content_bytes)
        # What the limits and ids say is settled before the database is touched.
        with _available():
            return self.store.append(author, mime, content, client_id=values["client_id"], poster=poster).to_json()

    def posters(self, numbers: Collection[int]) -> dict[int, Poster]:
        with _available():
            return self.store.posters(numbers)

    def read_since(self, arguments: Arguments = None) -> dict[str, Any]:
        """A page of messages. `last_id` is that of the page, so a client may go on from there."""
        values = check(READ_SINCE, arguments)
        after_number = self._after(values["after_id"])
        limit = self._limit(values["limit"])
        with _available():
            page, has_more = leading(self._stored(after_number, limit, values["author"]), self.limits.page_bytes, limit)
            last_id = page[-1].id if page else _echo(values["after_id"])
            body: dict[str, Any] = {"messages": _to_json(page), "last_id": last_id, "has_more": has_more}
            if not page and after_number > (self.store.head() or 0):
                body["stale_after_id"] = True  # from before a restore, perhaps: the caller reads all again
            return body

    def read_and_advance(self, reader: Author, subscriber: str, arguments: Arguments = None) -> dict[str, Any]:
        """The messages of the other author that this subscriber has not been given before."""
        values = check(READ_AND_ADVANCE, arguments)
        author: Author = "assistant" if reader == "user" else "user"
        limit = self._limit(values["limit"])
        with _available():
            who = values["subscriber"] or subscriber
            page = self.store.read_and_advance(who, author, limit, self.limits.page_bytes)
            last_number = self.store.last_read(who)
            # Asked of the store, because the page may have ended at its limit of bytes.
            has_more = bool(page and self.store.since(page[-1].number, 1, author))
            return {
                "messages": _to_json(page),
                "last_id": id_text(last_number),
                "has_more": has_more,
            }

    def inbox(self) -> dict[str, Any]:
        """The body of the inbox: the newest messages of both authors, at one moment."""
        return self._inbox(0)

    def inbox_since(self, after_id: str) -> dict[str, Any]:
        """The same for what came after a message."""
        return self._inbox(read_id(after_id))

    def message(self, message_id: str) -> dict[str, str] | None:
        """One message, None if there is none with this id."""
        number = read_id(message_id)
        with _available():
            message = self.store.get(number)
            if message:
                return message.to_json()
            return None

    def _inbox(self, after_number: int) -> dict[str, Any]:
        limit = self.limits.inbox_messages
        with _available():
            # A first, small look: an inbox of large messages is cut by its bytes long before it reaches its limit of
            # messages.
            newest = self.store.newest(min(limit + 1, CHUNK), after_number)
            page, is_truncated = trailing(newest, self.limits.page_bytes, limit)
            if not is_truncated and len(newest) == CHUNK:
                newest = self.store.newest(limit + 1, after_number)
                page, is_truncated = trailing(newest, self.limits.page_bytes, limit)
            # Of the same read as the messages, so that a client that goes on from it misses nothing.
            head = newest[-1].number if newest else self.store.head()
        body: dict[str, Any] = {"last_id": id_text(head), "messages": _to_json(page)}
        if is_truncated:
            body |= {"truncated": True, "first_id": page[0].id}
        return body

    def _stored(self, after_number: int, limit: int | None, author: Author | None) -> Iterator[Message]:
        def read(number: int, count: int) -> list[Message]:
            return self.store.since(number, count, author)

        return in_chunks(read, after_number, None if limit is None else limit + 1)

    def _after(self, value: Any) -> int:
        if value is None or value == "":
            return 0
        return read_id(value)

    def _limit(self, value: Any) -> int | None:
        largest = self.limits.page_messages
        if value is None:
            return None
        # Python takes True for 1; JSON does not.
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= largest:
            return value
        raise ChatError(
            "invalid_limit", f"limit must be a whole number from 1 to {largest}, or null; got {shown(value)}"
        )


def _to_json(messages: list[Message]) -> list[dict[str, str]]:
    return [message.to_json() for message in messages]


def _echo(after_id: Any) -> str | None:
    if after_id is None or after_id == "":
        return None
    return str(after_id)


@contextmanager
def _available() -> Iterator[None]:
    try:
        yield
    except StorageError as error:
        raise ChatError("store_unavailable", f"the conversation cannot be read or written now: {error}") from error
