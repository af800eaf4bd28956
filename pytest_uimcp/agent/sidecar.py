"""The client of the chat that feeds the agent.

It subscribes to the inbox and reads what came since its watermark, each time it is notified. It
subscribes before it reads for the first time, so nothing is posted unnoticed in between, and the watermark moves with
the delivery, so after a crash nothing is lost and nothing delivered twice.

    connect ─▶ subscribe ─▶ drain ─▶ wait for an update ─▶ drain ─▶ …
        ▲                     │ connection lost                │
        └─────────────────────┴────────────────────────────────┘
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Literal, Protocol

import anyio

from pytest_uimcp.agent.eventlog import Mark
from pytest_uimcp.agent.events import UiMessage, UserText
from pytest_uimcp.agent.signal import Signal
from pytest_uimcp.agent.timeline import Timeline
from pytest_uimcp.chat.store import WatermarkKey
from pytest_uimcp.chat.updates import INBOX
from pytest_uimcp.core.error_groups import only_error
from pytest_uimcp.core.errors import UimcpError

log = logging.getLogger(__name__)

PAGE: Final = 200
BACK_OFF: Final = (0.2, 0.4, 0.8, 1.6, 3.2, 5.0)
# A watermark before every message.
START: Final = "0"


class ConnectionLost(UimcpError):
    """The session with the chat is over; another one may be opened."""


class ChatClient(Protocol):
    """A session with a chat server. Any failure but `ConnectionLost` is one of that request alone."""

    async def subscribe(self, uri: str, updated: Callable[[], None]) -> None:
        """Have `updated` called, on this event loop, for every update of a resource."""

    async def read_since(self, after_id: str | None, limit: int) -> Mapping[str, Any]:
        """The result of `chat_read_since`."""

    async def read_inbox(self) -> Mapping[str, Any]:
        """The body of the inbox."""

    async def post(self, mime: str, content: str) -> Mapping[str, Any]:
        """Post for the assistant."""


Connect = Callable[[], AbstractAsyncContextManager[ChatClient]]
Deliver = Callable[[Sequence[UserText], Mark], None]


class Orchestrator:
    """Delivers what the human says: every message once, in order, none left out.

    `initial` says what is delivered when nothing was ever read: all that is there, or only what comes.
    """

    def __init__(
        self,
        connect: Connect,
        deliver: Deliver,
        timeline: Timeline,
        *,
        consumer: str = "agent",
        server: str = "chat",
        initial: Literal["all", "head"] = "all",
        sleep: Callable[[float], Awaitable[object]] = anyio.sleep,
    ) -> None:
        self.key: Final = WatermarkKey(server, INBOX, consumer)
        # Set when `settled` changes.
        self.changed: Final = Signal()
        self._connect = connect
        self._deliver = deliver
        self._timeline = timeline
        self._initial = initial
        self._sleep = sleep
        self._client: ChatClient | None = None
        self._dirty = True
        self._draining = False

    @property
    def watermark(self) -> str | None:
        """The last message that was read."""
        return self._timeline.log.watermark(self.key)

    @property
    def settled(self) -> bool:
        """Whether it has read everything it was notified of."""
        return self._client is not None and not self._dirty and not self._draining

    async def run(self) -> None:
        """Deliver until cancelled, over as many connections as that takes."""
        failures = 0
        while True:
            try:
                async with self._connect() as client:
                    # Before the first read, see the beginning of this module.
                    await client.subscribe(INBOX, self._updated)
                    # What this connection has missed is not known, so it counts as notified: everything since the
                    # watermark is read.
                    self._client = client
                    self._dirty = True
                    failures = 0
                    await self._follow(client)
            except Exception as error:  # noqa: BLE001 - of whatever kind, there is another connection to try
                lost = only_error(error)
                log.warning("the chat cannot be reached: %s: %s", type(lost).__name__, lost)
            finally:
                self._client = None
                self.changed.set()
            # Longer each time, up to a limit: the chat may be gone for hours.
            await self._sleep(_delay(failures))
            failures += 1

    async def post(self, mime: str, content: str) -> Mapping[str, Any]:
        """Say something for the assistant: it is stored, then shown. If it cannot be stored, it is not shown."""
        if self._client is None:
            raise ConnectionLost("the chat is not connected, so nothing can be posted now")
        # Stored first: what people are shown has been said.
        posted = await self._client.post(mime, content)
        self._timeline.emit(UiMessage({"mime": mime, "content": content}))
        return posted

    def _updated(self) -> None:
        self._dirty = True
        self.changed.set()

    async def _follow(self, client: ChatClient) -> None:
        while True:
            self._draining = True
            try:
                await self._drain(client)
            finally:
                self._draining = False
                self.changed.set()
            await self.changed.wait_until(lambda: self._dirty)

    async def _drain(self, client: ChatClient) -> None:
        failures = 0
        while self._dirty:
            # Before the read: an update that comes while it runs asks for another one.
            self._dirty = False
            try:
                await self._read_all(client)
                failures = 0
            except ConnectionLost:
                raise
            except Exception as error:  # noqa: BLE001 - the watermark stays, and the read is tried again
                log.warning("the chat cannot be read: %s: %s", type(error).__name__, error)
                self._dirty = True
                await self._sleep(_delay(failures))
                failures += 1

    async def _read_all(self, client: ChatClient) -> None:
        if self.watermark is None:
            await self._read_first(client)
        has_more = True
        while has_more:
            page = await client.read_since(self.watermark, PAGE)
            if page.get("stale_after_id"):
                # The chat is older than what was read of it. What is read again is known by its id.
                log.warning("the chat has no message as late as %s; reading all of it again", self.watermark)
                page = await client.read_since(None, PAGE)
            self._take(page["messages"])
            has_more = bool(page["has_more"])

    async def _read_first(self, client: ChatClient) -> None:
        inbox = await client.read_inbox()
        if self._initial == "head":
            # Nothing is delivered, but the mark is set: after a restart the agent reads on from here.
            self._timeline.emit(mark=Mark(self.key, inbox["last_id"] or START))
        elif not inbox.get("truncated"):
            self._take(inbox["messages"])
        # A longer inbox is read in pages, from the beginning.

    def _take(self, messages: Sequence[Mapping[str, str]]) -> None:
        if not messages:
            return
        texts = [
            UserText(message["content"], {"uri": INBOX, "id": message["id"]})
            for message in messages
            if message["author"] == "user" and not self._timeline.log.delivered(INBOX, message["id"])
        ]
        # Also if none of them is the human's: the mark moves past the agent's own messages.
        self._deliver(texts, Mark(self.key, messages[-1]["id"]))


def _delay(failures: int) -> float:
    return BACK_OFF[min(failures, len(BACK_OFF) - 1)]
