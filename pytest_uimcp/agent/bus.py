"""What the tools of the older `ui` server push: messages and ends of turns, in order.

The server pushes, and the loop drains the bus after each tool output, so what a tool said is shown directly after it.
"""

from __future__ import annotations

from collections import deque

from pytest_uimcp.agent.events import AgentEvent, UiEndTurn, UiMessage


class UiBus:
    """A queue of what is to be shown, and a latch that remembers that the turn has ended."""

    def __init__(self) -> None:
        self._items: deque[AgentEvent] = deque()
        self._ended = False

    def push_message(self, mime: str, content: str) -> dict[str, str]:
        """The assistant says something; what the tool answers."""
        self._items.append(UiMessage({"mime": mime, "content": content}))
        return {"kind": "UiMessage", "mime": mime, "content": content}

    def push_end_turn(self) -> dict[str, str]:
        """The assistant ends its turn; what the tool answers."""
        self._items.append(UiEndTurn())
        self._ended = True
        return {"kind": "EndTurn"}

    def drain(self) -> list[AgentEvent]:
        items = list(self._items)
        self._items.clear()
        return items

    def consume_end_turn(self) -> bool:
        """Whether the turn has ended since this was asked last."""
        # Taken once: the next turn does not end with this one.
        ended = self._ended
        self._ended = False
        return ended
