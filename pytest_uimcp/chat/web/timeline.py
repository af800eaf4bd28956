"""The timeline of a conversation that no agent of this process takes part in: its messages, as they are stored."""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

from pytest_uimcp.chat.message import Message
from pytest_uimcp.chat.store import ChatStore
from pytest_uimcp.chat.web.sources import Origin
from pytest_uimcp.storage import Now, utc_text

VERSION: Final = "ui_state_v1"
PREFIX: Final = "chat:"
# A page is sent the whole state when it connects, so it holds no more than this, however many messages there are.
MAX_CHARACTERS: Final = 4 * 1024 * 1024
_PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")
_INDENTATION: Final = re.compile(r"^[ \t]+", re.MULTILINE)


class StoreTimeline:
    """The newest messages of a store as a UiState. May be used from any thread; listens until it is closed."""

    def __init__(self, store: ChatStore, max_messages: int, *, clock: Now = time.time_ns) -> None:
        self.now: Final = clock
        self._lock = threading.Lock()
        self._most = max_messages
        self._items: deque[dict[str, Any]] = deque()
        self._plain: dict[str, str] = {}
        self._characters = 0
        self._last = 0
        self._seq = 0
        self._truncated = False
        self._connections: list[_Connection] = []
        # First, so that a message posted meanwhile comes in one of the two ways, or in both.
        self._stop = store.listen(self._add)
        newest = store.newest(max_messages + 1)  # one more tells whether there are older ones
        self._add(newest, is_first=True)

    def connect(self, session_id: str, changed: Callable[[], None]) -> _Connection:
        connection = _Connection(self, session_id, changed)
        with self._lock:
            self._connections.append(connection)
        return connection

    def disconnect(self, connection: _Connection) -> None:
        with self._lock:
            if connection in self._connections:
                self._connections.remove(connection)

    @property
    def seq(self) -> int:
        return self._seq

    def state(self) -> dict[str, Any]:
        with self._lock:
            return {"seq": self._seq, "items": list(self._items)}

    def origin(self, item_id: str) -> Origin:
        return Origin(item_id.removeprefix(PREFIX), self._plain.get(item_id))

    @property
    def truncated(self) -> bool:
        """Whether there are messages older than those of the state."""
        return self._truncated

    def close(self) -> None:
        self._stop()

    def _add(self, messages: Sequence[Message], *, is_first: bool = False) -> None:
        with self._lock:
            if is_first and not self._last:
                new = messages
            else:
                new = [message for message in messages if message.number > self._last]
            for message in new:
                if message.author == "assistant" and message.mime == "text/plain":
                    self._plain[f"{PREFIX}{message.id}"] = message.content
                self._append(_item(message))
                self._last = message.number
                self._seq += 1
            # Under the lock; they are woken outside of it, for a page may disconnect meanwhile.
            connections = tuple(self._connections)
        for connection in connections:
            connection.changed()

    def _append(self, item: dict[str, Any]) -> None:
        self._items.append(item)
        self._characters += _size(item)
        while len(self._items) > self._most or (self._characters > MAX_CHARACTERS and len(self._items) > 1):
            # They can still be read with `chat_read_since`.
            oldest = self._items.popleft()
            self._characters -= _size(oldest)
            self._plain.pop(oldest["id"], None)
            self._truncated = True


class _Connection:
    def __init__(self, timeline: StoreTimeline, session_id: str, changed: Callable[[], None]) -> None:
        self.changed: Final = changed
        self._timeline = timeline
        self._session_id = session_id
        self._sent: int | None = None
        self._events = 0

    def take(self) -> dict[str, Any] | None:
        if self._sent == self._timeline.seq:
            return None
        kind = "ui_state_snapshot" if self._sent is None else "ui_state_updated"
        state = self._timeline.state()
        self._sent = state["seq"]
        self._events += 1
        return {
            "session_id": self._session_id,
            "event_id": self._events,
            "event_at": utc_text(self._timeline.now()),
            "payload": {"type": kind, "v": VERSION, "seq": self._sent, "state": state},
            **({"truncated": True} if self._timeline.truncated else {}),
        }

    def close(self) -> None:
        self._timeline.disconnect(self)


def _item(message: Message) -> dict[str, Any]:
    common = {"id": f"{PREFIX}{message.id}", "ts": message.ts}
    if message.author == "user":
        return {"kind": "UserMessage", **common, "text": message.content}
    plain = message.mime == "text/plain"
    return {"kind": "AssistantMarkdown", **common, "md": _as_markdown(message.content) if plain else message.content}


def _size(item: dict[str, Any]) -> int:
    return len(item.get("text") or item.get("md") or "")


def _as_markdown(text: str) -> str:
    """Markdown that shows exactly this text, for those who do not ask for its origin."""
    escaped = _PUNCTUATION.sub(r"\\\1", text)
    # Indented lines would be code.
    return _INDENTATION.sub(lambda space: "&nbsp;" * len(space[0].expandtabs(4)), escaped).replace("\n", "\\\n")
