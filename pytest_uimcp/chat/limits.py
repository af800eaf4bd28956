from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    # With both forms of a result this stays below the megabyte that clients read at once, see `paging.py`.
    content_bytes: int = 262_144
    inbox_messages: int = 1000
    """How many messages the inbox resource shows; older ones are paged with `chat_read_since`."""
    page_messages: int = 1000
    """The largest `limit` of `chat_read_since`."""
    page_bytes: int = 262_144
    """A page and the inbox are no larger than this as JSON; a single message that is larger comes alone."""
    name_characters: int = 128
    """The length of a `client_id` or a `subscriber`."""
    update_messages: int = 20
    update_bytes: int = 32_768
    """A notification carries its messages while they are no more and no larger than this."""
