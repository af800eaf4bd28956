"""What the page shows, as its server asks for it. An agent's timeline and approvals fit, and the chat knows neither."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Origin:
    """What an item's message was, where the item has no room for it."""

    # Its id in the conversation.
    message: str = ""
    # What the assistant said, if it is plain text and no Markdown.
    plain: str | None = None


class TimelineConnection(Protocol):
    def take(self) -> dict[str, Any] | None:
        """The next message: first a snapshot of the whole state, then an update if there is a newer one."""

    def close(self) -> None:
        """The page has gone."""


class TimelineSource(Protocol):
    def connect(self, session_id: str, changed: Callable[[], None]) -> TimelineConnection:
        """A new page. `changed` is called, in any thread, when there is something to take."""

    def origin(self, item_id: str) -> Origin:
        """The message that an item shows; an empty origin for other items."""


class WaitingApproval(Protocol):
    def to_json(self) -> dict[str, Any]:
        """The item of `approvals://pending`."""


class ApprovalSource(Protocol):
    """The tool calls that wait for a human; used on the event loop of the page's server."""

    def pending(self) -> Sequence[WaitingApproval]:
        """What waits, the oldest first."""

    def decide(
        self, item_id: str, decision: object, *, reason: str | None = None, by: str = "human"
    ) -> WaitingApproval | Awaitable[WaitingApproval]:
        """Answer one of them: `approve`, `deny_continue` or `deny_abort`."""

    def listen(self, listener: Callable[[Any], object]) -> Callable[[], None]:
        """Have `listener` called with every item that is new or changes; returns the way to end that."""


class ActivitySource(Protocol):
    """What an agent does at the moment, and the buttons for it; used on the event loop of the page's server."""

    def to_json(self) -> dict[str, Any]:
        """What the page shows: `state`, `since`, `reason`, `calls`, `draft`; while it waits for the model also
        `attempt`, `attempts` and `until`."""

    def listen(self, listener: Callable[[Any], object]) -> Callable[[], None]:
        """Have `listener` called when it changes; returns the way to end that."""

    def stop(self) -> None:
        """End the run that is under way, if there is one."""

    def again(self) -> None:
        """Go on after a run that failed or was stopped."""
