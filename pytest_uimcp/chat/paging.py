"""How much of a conversation fits into one answer.

An answer has its messages twice, as data and as text, and clients of the official SDKs read no more than a megabyte at
once over an event stream. A message that is larger than the limit comes alone, so that a reader always gets on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from pytest_uimcp.chat.message import Message

__all__ = ["leading", "trailing"]


def leading(messages: Iterable[Message], most_bytes: int, most: int | None = None) -> tuple[list[Message], bool]:
    """The first messages that fit, at least one, and whether there are more."""
    page: list[Message] = []
    room = most_bytes
    for message in messages:
        room -= _size(message)
        if len(page) == most or (page and room < 0):
            return page, True
        page.append(message)
    return page, False


def trailing(messages: list[Message], most_bytes: int, most: int) -> tuple[list[Message], bool]:
    """The same for the last messages; they stay in their order."""
    page, more = leading(reversed(messages), most_bytes, most)
    return page[::-1], more


def _size(message: Message) -> int:
    return len(json.dumps(message.to_json(), ensure_ascii=False).encode())
