"""Opening a conversation by the way its place is written."""

from __future__ import annotations

import time
from pathlib import Path

from pytest_uimcp.chat.memory import MemoryStore
from pytest_uimcp.chat.sql import SqlStore
from pytest_uimcp.chat.store import ChatStore
from pytest_uimcp.storage import Now, open_database


def open_store(
    target: str | Path = ":memory:", conversation: str = "default", *, clock: Now = time.time_ns
) -> ChatStore:
    """The conversation in memory (`:memory:`), in PostgreSQL (`postgresql://…`), or in the SQLite file at a path."""
    # As SQLite writes it, so that one option serves all three.
    if target == ":memory:":
        return MemoryStore(conversation, clock=clock)
    return SqlStore(open_database(target), conversation, clock=clock)
