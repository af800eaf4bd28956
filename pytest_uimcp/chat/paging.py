"""How much of a conversation fits into one answer.

An answer has its messages twice, as data and as text, and clients of the official SDKs read no more than a megabyte at
once over an event stream. A message that is larger than the limit comes alone, so that a reader always gets on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from pytest_uimcp.chat.message import Message

# So many messages are read from a store at first, then more: one that is full of large ones is not loaded whole.
CHUNK: Final = 50


def in_chunks(
    read_after: Callable[[int, int], list[Message]], after_number: int, limit: int | None = None
) -> Iterator[Message]:
    """The messages after a number, loaded as they are asked for; `read_after` gives so many after another number."""
    chunk = CHUNK if limit is None else min(limit, CHUNK)
    while messages := read_after(after_number, chunk):
        yield from messages
        if len(messages) < chunk:
            return
        after_number = messages[-1].number
        # Small messages by the hundred need few reads, large ones are not loaded in vain.
        chunk *= 4


def leading(messages: Iterable[Message], max_bytes: float, limit: int | None = None) -> tuple[list[Message], bool]:
    """The first messages that fit, at least one, and whether there are more."""
    page: list[Message] = []
    room = max_bytes
    for message in messages:
        room -= _size(message)
        # The first message comes in any case: one that is larger than the limit must not stop a reader for ever.
        if len(page) == limit or (page and room < 0):
            return page, True
        page.append(message)
    return page, False


def trailing(messages: list[Message], max_bytes: int, limit: int) -> tuple[list[Message], bool]:
    """The same for the last messages; they stay in their order."""
    page, is_truncated = leading(reversed(messages), max_bytes, limit)
    return page[::-1], is_truncated


def _size(message: Message) -> int:
    return len(json.dumps(message.to_json(), ensure_ascii=False).encode())
