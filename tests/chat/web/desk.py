"""A conversation with its page, beside the event loop of sync Playwright."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

from pytest_uimcp.agent import Timeline
from pytest_uimcp.agent.activity import LiveActivity
from pytest_uimcp.agent.events import AgentEvent
from pytest_uimcp.chat import ChatStore, Conversation, open_store
from pytest_uimcp.chat.web import ChatSite
from pytest_uimcp.compositor.policy import ApprovalItem, Approvals
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.storage import Now
from pytest_uimcp.testing.harness.loop import LoopThread
from tests import patience

TOKENS = {"human": "token-of-the-human", "assistant": "token-of-the-assistant", "human:ada": "token-of-ada-lovelace"}


class Desk:
    """The server, and what an agent would do."""

    def __init__(self, loop: LoopThread, site: ChatSite, store: ChatStore, timeline: Timeline | None) -> None:
        self.loop = loop
        self.site = site
        self.store = store
        self.conversation = Conversation(store)
        self.timeline = timeline
        self.approvals: Approvals | None = None
        self.activity: LiveActivity | None = None
        self.pressed: SimpleQueue[str] = SimpleQueue()
        """The buttons for the agent that were pressed."""
        self.url = site.url

    def address(self) -> str:
        return self.site.page_address()

    def press(self) -> str:
        """The next button that was pressed: a page has sent a click some time before the server hears of it."""
        return self.pressed.get(timeout=patience.SECONDS)

    def emits(self, *events: AgentEvent) -> None:
        assert self.timeline is not None
        self.timeline.emit(*events)

    def asks(self, name: str, arguments: dict[str, Any], rationale: str = "default: ask") -> Future[ApprovalItem]:
        """An agent's call waits for a human; the decision."""
        import asyncio

        assert self.approvals is not None
        request = ToolCall(name, arguments, name.partition("_")[0], call_id=name)
        return asyncio.run_coroutine_threadsafe(self.approvals.ask(request, rationale), self.loop.loop)

    def on_loop(self, function: Callable[[], Any]) -> Any:
        async def run() -> Any:
            return function()

        return self.loop.run(run())


@contextmanager
def desk(loop: LoopThread, *, agent: bool = False, port: int = 0, now: Now = time.time_ns) -> Iterator[Desk]:
    """Serve a conversation in memory; with `agent`, its timeline and approvals."""
    store = open_store(clock=now)
    timeline = Timeline() if agent else None
    pressed: SimpleQueue[str] = SimpleQueue()
    activity = None
    if timeline is not None:
        activity = LiveActivity((), stop=lambda: pressed.put("stop"), resume=lambda: pressed.put("again"))
        timeline.listen(activity.hear)

    async def start() -> tuple[ChatSite, Approvals | None]:
        approvals = Approvals() if agent else None
        site = ChatSite(
            Conversation(store), TOKENS, port=port, timeline=timeline, approvals=approvals, activity=activity
        )
        await site.start()
        return site, approvals

    site, approvals = loop.run(start())
    made = Desk(loop, site, store, timeline)
    made.approvals = approvals
    made.activity = activity
    made.pressed = pressed
    try:
        yield made
    finally:
        loop.run(site.close())
        store.close()
