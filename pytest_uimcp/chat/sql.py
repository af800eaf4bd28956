"""A conversation in a database: a SQLite file, or PostgreSQL."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable
from itertools import islice
from typing import Final

from pytest_uimcp.chat.feed import Listener
from pytest_uimcp.chat.message import Author, Message, Poster, Receipt
from pytest_uimcp.chat.paging import in_chunks, leading
from pytest_uimcp.chat.store import ChatStore, LastMessage, WatermarkKey, following, repeat_of
from pytest_uimcp.chat.watermarks import TABLE as WATERMARKS
from pytest_uimcp.chat.watermarks import read_watermark, write_watermark
from pytest_uimcp.storage import Database, Now, Row, Transaction

_MESSAGES: Final = """
CREATE TABLE IF NOT EXISTS chat_messages (
    conversation TEXT NOT NULL,
    id BIGINT NOT NULL,
    ts TEXT NOT NULL,
    author TEXT NOT NULL CHECK (author IN ('user', 'assistant')),
    mime TEXT NOT NULL,
    content ANYTEXT NOT NULL,
    client_id TEXT,
    PRIMARY KEY (conversation, id)
)
"""
_POSTS: Final = """
CREATE UNIQUE INDEX IF NOT EXISTS chat_posts ON chat_messages (conversation, author, client_id)
WHERE client_id IS NOT NULL
"""
_POSTERS: Final = """
CREATE TABLE IF NOT EXISTS chat_posters (
    conversation TEXT NOT NULL,
    id BIGINT NOT NULL,
    session TEXT NOT NULL,
    principal TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (conversation, id)
)
"""
_LAST_READ: Final = """
CREATE TABLE IF NOT EXISTS chat_last_read (
    conversation TEXT NOT NULL,
    subscriber TEXT NOT NULL,
    last_id BIGINT NOT NULL,
    PRIMARY KEY (conversation, subscriber)
)
"""
_SELECT: Final = "SELECT id, ts, author, mime, content FROM chat_messages WHERE conversation = ?"
_HEAD: Final = "SELECT MAX(id) FROM chat_messages WHERE conversation = ?"
_LAST: Final = "SELECT id, ts FROM chat_messages WHERE conversation = ? ORDER BY id DESC LIMIT 1"
_INSERT: Final = (
    "INSERT INTO chat_messages (conversation, id, ts, author, mime, content, client_id) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_POSTER: Final = "INSERT INTO chat_posters (conversation, id, session, principal, name) VALUES (?, ?, ?, ?, ?)"
_SELECT_POSTERS: Final = (
    "SELECT id, session, principal, name FROM chat_posters WHERE conversation = ? AND id BETWEEN ? AND ?"
)
_ADVANCE: Final = """
INSERT INTO chat_last_read (conversation, subscriber, last_id) VALUES (?, ?, ?)
ON CONFLICT (conversation, subscriber) DO UPDATE SET last_id = excluded.last_id
"""
_MARK: Final = "SELECT last_id FROM chat_last_read WHERE conversation = ? AND subscriber = ?"


class SqlStore(ChatStore):
    """One conversation of those in a database, which it closes when it is closed."""

    def __init__(self, database: Database, conversation: str = "default", *, clock: Now = time.time_ns) -> None:
        super().__init__(conversation, clock)
        self._database = database
        self._lock = f"chat {conversation}"
        database.create(_MESSAGES, _POSTS, _POSTERS, _LAST_READ, WATERMARKS)

    def append(
        self, author: Author, mime: str, content: str, *, client_id: str | None = None, poster: Poster | None = None
    ) -> Receipt:
        with self._database.transaction(self._lock) as transaction:
            if client_id is not None and (original := self._posted(transaction, author, client_id)):
                return repeat_of(original, mime, content, client_id)
            latest = self._last(transaction)
            message = following(latest, self._now(), author, mime, content)
            transaction.execute(
                _INSERT,
                self.conversation,
                message.number,
                message.ts,
                author,
                mime,
                self._database.pack(content),
                client_id,
            )
            if poster is not None:
                fields = (poster.session, poster.principal, poster.name)
                transaction.execute(_INSERT_POSTER, self.conversation, message.number, *fields)
            # With the commit, not before it: whoever is told must be able to read the message.
            transaction.announce(self.conversation)
        # After the transaction: listeners of this process need no database to tell them.
        self._feed.committed(message, latest.number)
        return Receipt(message)

    def since(self, after_number: int, limit: int | None = None, author: Author | None = None) -> list[Message]:
        sql, values = self._select(after_number, limit, author)
        return self._messages(self._database.read(sql, *values))

    def newest(self, limit: int, after_number: int = 0) -> list[Message]:
        sql = f"{_SELECT} AND id > ? ORDER BY id DESC LIMIT ?"
        return self._messages(self._database.read(sql, self.conversation, after_number, limit))[::-1]

    def head(self) -> int | None:
        head: int | None = self._database.read(_HEAD, self.conversation)[0][0]
        return head

    def get(self, number: int) -> Message | None:
        messages = self._messages(self._database.read(f"{_SELECT} AND id = ?", self.conversation, number))
        return next(iter(messages), None)

    def posters(self, numbers: Collection[int]) -> dict[int, Poster]:
        if not numbers:
            return {}
        # Those in between are few: whoever asks shows a stretch of the conversation.
        rows = self._database.read(_SELECT_POSTERS, self.conversation, min(numbers), max(numbers))
        return {number: Poster(*fields) for number, *fields in rows if number in numbers}

    def watermark(self, key: WatermarkKey) -> str | None:
        return read_watermark(self._database, key)

    def set_watermark(self, key: WatermarkKey, last_id: str | None) -> None:
        with self._database.transaction(" ".join(key)) as transaction:
            write_watermark(transaction, key, last_id, self._now())

    def read_and_advance(
        self, subscriber: str, author: Author, limit: int | None = None, max_bytes: float = math.inf
    ) -> list[Message]:
        with self._database.transaction(self._lock) as transaction:

            def read(after_number: int, count: int) -> list[Message]:
                sql, values = self._select(after_number, count, author)
                return self._messages(transaction.execute(sql, *values))

            marks = transaction.execute(_MARK, self.conversation, subscriber)
            ((mark,),) = marks or [(0,)]
            # In the transaction that moves the mark, or two readers would be given the same message.
            unread = islice(in_chunks(read, mark, limit), limit)
            messages, _ = leading(unread, max_bytes)
            if messages:
                transaction.execute(_ADVANCE, self.conversation, subscriber, messages[-1].number)
            return messages

    def last_read(self, subscriber: str) -> int | None:
        marks = self._database.read(_MARK, self.conversation, subscriber)
        return next((number for (number,) in marks), None)

    def listen(self, listener: Listener) -> Callable[[], None]:
        stop_listening = super().listen(listener)
        # In this order, so that no commit falls between the two.
        stop_watching = self._database.watch(self.conversation, self._feed.catch_up)

        def stop() -> None:
            stop_watching()
            stop_listening()

        return stop

    def close(self) -> None:
        self._database.close()

    def _select(self, after_number: int, limit: int | None, author: Author | None) -> tuple[str, list[str | int]]:
        by_author = " AND author = ?" if author else ""
        up_to = " LIMIT ?" if limit is not None else ""
        values = [self.conversation, *(value for value in (after_number, author, limit) if value is not None)]
        return f"{_SELECT} AND id > ?{by_author} ORDER BY id{up_to}", values

    def _last(self, transaction: Transaction) -> LastMessage:
        rows = transaction.execute(_LAST, self.conversation)
        return LastMessage(*rows[0]) if rows else LastMessage()

    def _posted(self, transaction: Transaction, author: Author, client_id: str) -> Message | None:
        sql = f"{_SELECT} AND author = ? AND client_id = ?"
        messages = self._messages(transaction.execute(sql, self.conversation, author, client_id))
        return next(iter(messages), None)

    def _messages(self, rows: Iterable[Row]) -> list[Message]:
        unpack = self._database.unpack
        return [Message(number, ts, author, mime, unpack(content)) for number, ts, author, mime, content in rows]
