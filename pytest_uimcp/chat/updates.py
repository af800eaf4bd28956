"""What a subscriber has not been told yet.

Only messages of the human make an update. A subscriber that is slow, or asleep, has one of these and no queue: later
messages join it, and when they become many it only remembers that there are some.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_uimcp.chat.limits import Limits
from pytest_uimcp.chat.message import Message

INBOX: Final = "ui://chat/inbox"


class PendingUpdate:
    """The update that one subscriber gets next. Filled from any thread, taken by its sender."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._lock = threading.Lock()
        self._batch = _Batch()

    def add(self, messages: Sequence[Message]) -> bool:
        """Take what was committed; whether there was nothing to tell before and there is now."""
        new = [message for message in messages if message.author == "user"]
        with self._lock:
            is_first = bool(new) and not self._batch.last_id
            for message in new:
                self._batch.add(message, self._limits)
        return is_first

    def take(self) -> dict[str, Any] | None:
        """The parameters of `notifications/resources/updated`, None if there is nothing to tell; then it is empty.

        `messages` are for convenience and left out when they are many or large: a client must not depend on them.
        """
        with self._lock:
            batch = self._batch
            self._batch = _Batch()
        if batch.last_id:
            return batch.params()
        return None


@dataclass(slots=True)
class _Batch:
    last_id: str = ""
    messages: list[dict[str, str]] | None = field(default_factory=list)
    size: int = 0

    def add(self, message: Message, limits: Limits) -> None:
        self.last_id = message.id
        if self.messages is None:
            return
        self.messages.append(message.to_json())
        # As it will be sent, with its escapes.
        self.size += len(json.dumps(message.to_json()))
        if len(self.messages) > limits.update_messages or self.size > limits.update_bytes:
            # From here on the update only says that there is something to read.
            self.messages = None

    def params(self) -> dict[str, Any]:
        carried = {} if self.messages is None else {"messages": self.messages}
        return {"uri": INBOX, "last_id": self.last_id, **carried}
