"""The agent behind `uimcp_agent`, on the event loop: it is started and stopped there, and waited for.

It has what an agent outside of tests has: client sessions with the compositor and with both sides of the chat. Only its
model is scripted, and its tools are watched, so that one knows when it has settled.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, Final

import anyio
from mcp import Client

from pytest_uimcp.agent import (
    Agent,
    MemoryEventLog,
    Model,
    NotificationsBuffer,
    Orchestrator,
    RunEnd,
    Timeline,
    UiBus,
    loop_server,
)
from pytest_uimcp.agent.events import AgentEvent
from pytest_uimcp.agent.mcpclients import McpTools, mcp_chat
from pytest_uimcp.agent.models.base import ToolSpec
from pytest_uimcp.agent.sidecar import ChatClient
from pytest_uimcp.agent.tools import ToolProvider
from pytest_uimcp.chat import Facade, Message
from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.client import connect

LOOP: Final = "loop"
ASSISTANT: Final = "chat_assistant"


class WatchedTools:
    """A tool provider that knows which calls are under way, so that a test waits for exactly as long as it must.

    `changed` is called when one begins and when one is over.
    """

    def __init__(self, tools: ToolProvider, changed: Callable[[], None]) -> None:
        self._tools = tools
        self._changed = changed
        # The names of the tools whose calls are under way, by the model's ids of the calls.
        self.in_flight: dict[str, str] = {}

    async def list_tools(self) -> Sequence[ToolSpec]:
        return await self._tools.list_tools()

    async def call_tool(self, name: str, arguments: Mapping[str, Any], *, call_id: str) -> ToolResult:
        self.in_flight[call_id] = name
        self._changed()
        try:
            return await self._tools.call_tool(name, arguments, call_id=call_id)
        finally:
            del self.in_flight[call_id]
            self._changed()


class LiveAgent:
    """An agent that may be stopped and started again. `on_failure` is called for runs that end in an error."""

    def __init__(
        self,
        model: Model,
        compositor: Compositor,
        human: Facade,
        assistant: Facade,
        *,
        on_event: Callable[[AgentEvent], object],
        on_failure: Callable[[RunEnd], object],
    ) -> None:
        self.bus: Final = UiBus()
        # Whether nothing wakes it, because the script is played to a foreign agent.
        self.asleep_for_good = False
        self._model = model
        self._compositor = compositor
        self._human = human
        self._assistant = assistant
        self._heard = on_event
        self._failed = on_failure
        # It outlives `stop`, as the database of a real agent outlives its process.
        self._log = MemoryEventLog()
        self._last_said = 0

    async def mount(self) -> None:
        """Mount what an agent needs to speak and to end its turn."""
        # Pinned, so that a test which unmounts servers cannot leave its agent without speech.
        await self._compositor.mount_inproc(LOOP, loop_server(), pinned=True, runtime=True)
        await self._compositor.mount_inproc(ASSISTANT, self._assistant, pinned=True, runtime=True)

    async def start(self) -> None:
        """Run the agent, and return when it knows all that was said."""
        self._stop = asyncio.Event()
        # Resolved by the task itself, or cancelled with it if it ends before.
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._live(ready))
        self._task.add_done_callback(lambda _: ready.done() or ready.cancel())
        await ready
        await self._orchestrator.changed.wait_until(lambda: self._orchestrator.settled)

    async def stop(self) -> None:
        """End the agent; what it knew is in its log."""
        self._stop.set()
        await self._task

    @property
    def agent(self) -> Agent:
        return self._agent

    @property
    def running(self) -> bool:
        return not self.asleep_for_good and not self._task.done()

    @property
    def watermark(self) -> str | None:
        return self._orchestrator.watermark

    @property
    def calm(self) -> bool:
        """Whether it sleeps, or everything it does waits for the human."""
        if int(self.watermark or 0) < self._last_said:
            return False  # it has not been told yet
        if not self._agent.running:
            return not self._agent.due
        # Calm only if every call under way is one that a human has to answer.
        pending = {item.call_id for item in self._compositor.approvals.pending()}
        return bool(self._tools.in_flight) and pending >= self._tools.in_flight.keys()

    @property
    def doing(self) -> str:
        calls = ", ".join(self._tools.in_flight.values())
        return f"it is {self._agent.phase}" + (f", and waits for {calls}" if calls else "")

    def told(self, messages: Sequence[Message]) -> None:
        self._last_said = max([self._last_said, *(message.number for message in messages if message.author == "user")])

    def changed(self) -> None:
        """Wake those who wait for a condition, so that they check it again."""
        self._agent.changed.set()

    async def wait_until(self, condition: Callable[[], bool], seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                # The agent's signal is set for everything a condition can depend on.
                await self._agent.changed.wait_until(condition)
        except TimeoutError:
            return False
        return True

    async def _live(self, ready: asyncio.Future[None]) -> None:
        async with connect(self._compositor.mcp.sdk) as client, anyio.create_task_group() as tasks:
            self._make(client)
            tasks.start_soon(self._serve)
            tasks.start_soon(self._orchestrator.run)
            ready.set_result(None)
            await self._stop.wait()
            tasks.cancel_scope.cancel()
        self._agent.close()
        for end in self._ends:
            end()

    def _make(self, client: Client) -> None:
        summaries = self._compositor.gate.summaries
        news = NotificationsBuffer(summaries.poll, summaries.peek)
        self._tools = WatchedTools(McpTools(client), self.changed)
        self._agent = Agent(
            self._model,
            self._tools,
            timeline=Timeline(self._log),
            approvals=self._compositor.approvals,
            notifications=news,
            bus=self.bus,
            instructions=self._compositor.render_agent_dynamic_instructions,
        )
        self._agent.timeline.listen(self._heard)
        self._ends = [
            self._compositor.add_resource_updated_listener(news.resource_updated),
            self._compositor.add_resource_list_change_listener(news.list_changed),
        ]
        self._orchestrator = Orchestrator(self._chat(), self._agent.receive, self._agent.timeline)

    def _chat(self) -> Callable[[], AbstractAsyncContextManager[ChatClient]]:
        return mcp_chat(partial(connect, self._human.mcp.sdk), partial(connect, self._assistant.mcp.sdk))

    async def _serve(self) -> None:
        # Not `Agent.serve`, which does not tell how a run has ended.
        agent = self._agent
        while True:
            await agent.changed.wait_until(lambda: agent.due and not agent.running and not self.asleep_for_good)
            end = await agent.run()
            if end.status == "error":
                self._failed(end)
            self.changed()
