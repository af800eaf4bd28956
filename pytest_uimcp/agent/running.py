"""A whole agent at once: its chat with a page, its gate with mounts and policy, its loop and its model.

    async with run_agent(model, data=".agent", mounts={"files": {"command": "files-mcp"}}) as running:
        print(running.page_address())
        await anyio.sleep_forever()

All that it knows is in the folder `data`: after a restart, also after a kill, it goes on where it was. `ui-mcp agent`
is this with a configuration file.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup

from pytest_uimcp.agent.agent import INTERRUPTED, Agent, AgentOptions, RunEnd
from pytest_uimcp.agent.compaction import Compaction
from pytest_uimcp.agent.data import AgentData
from pytest_uimcp.agent.events import UiMessage
from pytest_uimcp.agent.mcpclients import McpTools, mcp_chat
from pytest_uimcp.agent.models.base import Model
from pytest_uimcp.agent.notifications import NotificationsBuffer
from pytest_uimcp.agent.servers import loop_server
from pytest_uimcp.agent.sidecar import Orchestrator
from pytest_uimcp.agent.timeline import Timeline
from pytest_uimcp.chat import Conversation, Facade
from pytest_uimcp.chat.web import ChatSite
from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.compositor.policy import Gate, Policy
from pytest_uimcp.compositor.specs import MountSpec
from pytest_uimcp.mcp.client import connect
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.http import mcp_application
from pytest_uimcp.transport.site import HttpSite

log = logging.getLogger(__name__)

# People write to it in between; a model that forgets that nobody sees plain text is reminded so often in a run.
REMINDERS: Final = 3
INSTRUCTIONS: Final = (
    "A human talks to you in a chat and reads only what you post with chat_assistant_post. When you have nothing more "
    "to do, call loop_yield_turn, which waits for the human."
)
# A server here in the process, or how to start or reach one.
Mount = MountSpec | Mapping[str, Any] | object


@dataclass(frozen=True, slots=True)
class AgentReply:
    """What the agent said to a message, and how its run ended."""

    said: tuple[str, ...]
    end: RunEnd

    @property
    def text(self) -> str:
        return "\n\n".join(self.said)


class RunningAgent:
    """An agent at work.

    `tokens` are those of its ports by principal, `failed_mounts` the servers that could not be mounted, with their
    errors.
    """

    def __init__(
        self,
        agent: Agent,
        orchestrator: Orchestrator,
        compositor: Compositor,
        conversation: Conversation,
        tokens: Mapping[str, str],
    ) -> None:
        self.agent: Final = agent
        self.compositor: Final = compositor
        self.conversation: Final = conversation
        self.tokens: Final = tokens
        self.failed_mounts: dict[str, Exception] = {}
        self.site: ChatSite | None = None
        self.approvals_url = ""
        self._orchestrator = orchestrator
        self._end = RunEnd("", "idle")

    @property
    def url(self) -> str:
        """The address of the chat: `/mcp` and `/sse` for programs, the page for people."""
        return self._page().url

    def page_address(self, principal: str = "human") -> str:
        """A new address that opens the page once."""
        return self._page().page_address(principal)

    async def ask(self, text: str) -> AgentReply:
        """Say something for the human, and wait until the agent has nothing more to do."""
        messages: list[str] = []

        def hear(event: object) -> None:
            if isinstance(event, UiMessage):
                messages.append(event.message["content"])

        stop = self.agent.timeline.listen(hear)
        try:
            posted = await self.conversation.run(self.conversation.post, "user", {"content": text})
            await self._orchestrator.changed.wait_until(lambda: self._has_read(int(posted["id"])))
            await self.agent.changed.wait_until(lambda: not self.agent.running and not self.agent.due)
        finally:
            stop()
        return AgentReply(tuple(messages), self._end)

    async def serve(self) -> None:
        """Run whenever there is a reason to, until cancelled."""
        agent = self.agent
        while True:
            await agent.changed.wait_until(lambda: agent.due and not agent.running)
            self._end = await agent.run()
            # Those who wait for the end look at how it ended.
            agent.changed.set()

    def _has_read(self, number: int) -> bool:
        return int(self._orchestrator.watermark or 0) >= number

    def _page(self) -> ChatSite:
        if self.site is None:
            raise RuntimeError("this agent has no page: it was started with page=False")
        return self.site


@asynccontextmanager
async def run_agent(
    model: Model,
    *,
    data: Path | str | None = None,
    mounts: Mapping[str, Mount] | None = None,
    policy: Policy | None = None,
    instructions: str = "",
    options: AgentOptions | None = None,
    conversation: str = "default",
    page: bool = True,
    port: int = 0,
    approvals_port: int = 0,
    users: frozenset[int] = frozenset(),
) -> AsyncIterator[RunningAgent]:
    """Start an agent and what belongs to it; it works while the context is open.

    `mounts` are servers by prefix: specs (`{"command": …}`, `{"url": …}`) or servers of this process. Without a
    `policy` a human is asked about every call. Without `data` everything is in memory. `page=False` opens no port.
    """
    async with AsyncExitStack() as stack:
        home = stack.enter_context(AgentData.opened(data, conversation))
        chat = Conversation(home.store)
        gate = Gate(policy, journal=home.journal)
        compositor = await stack.enter_async_context(Compositor(gate=gate))
        sides = {role: Facade(chat, role) for role in ("human", "assistant")}
        await compositor.mount_inproc("loop", loop_server(), pinned=True)
        await compositor.mount_inproc("chat_assistant", sides["assistant"], pinned=True)
        errors = await _mount(compositor, mounts or {})
        timeline = Timeline(home.log)
        agent = await _make(stack, model, compositor, timeline, instructions, options)
        clients = {role: partial(connect, side.mcp.sdk) for role, side in sides.items()}
        orchestrator = Orchestrator(mcp_chat(clients["human"], clients["assistant"]), agent.receive, timeline)
        running = RunningAgent(agent, orchestrator, compositor, chat, home.tokens)
        running.failed_mounts = errors
        if page:
            await _open_ports(stack, running, home, port=port, approvals_port=approvals_port, users=users)
        tasks = await stack.enter_async_context(anyio.create_task_group())
        stack.callback(tasks.cancel_scope.cancel)
        _begin(tasks, running, orchestrator)
        yield running


async def _make(
    stack: AsyncExitStack,
    model: Model,
    compositor: Compositor,
    timeline: Timeline,
    instructions: str,
    options: AgentOptions | None,
) -> Agent:
    """The agent as a client of the compositor, which also hears of its news."""
    client = await stack.enter_async_context(connect(compositor.mcp.sdk))
    summaries = compositor.gate.summaries
    news = NotificationsBuffer(summaries.poll, summaries.peek)
    stack.callback(compositor.add_resource_updated_listener(news.resource_updated))
    stack.callback(compositor.add_resource_list_change_listener(news.list_changed))
    agent = Agent(
        model,
        McpTools(client),
        timeline=timeline,
        approvals=compositor.approvals,
        notifications=news,
        instructions=_instructions(compositor, instructions),
        options=options or AgentOptions(reminders=REMINDERS, compaction=Compaction()),
    )
    stack.callback(agent.close)
    return agent


def _begin(tasks: TaskGroup, running: RunningAgent, orchestrator: Orchestrator) -> None:
    tasks.start_soon(running.serve)
    tasks.start_soon(orchestrator.run)
    activity = running.agent.activity.current
    # The process ended in the middle of a run, which nobody has asked to stop.
    if activity.state == "stopped" and activity.reason == INTERRUPTED:
        running.agent.resume()


async def _mount(compositor: Compositor, mounts: Mapping[str, Mount]) -> dict[str, Exception]:
    specs: dict[str, Any] = {}
    for prefix, server in mounts.items():
        if isinstance(server, MountSpec | Mapping):
            specs[prefix] = server
        else:
            await compositor.mount_inproc(prefix, server)
    errors = await compositor.mount_servers_from_config(specs, on_error="collect")
    return {prefix: error for prefix, error in errors.items() if error is not None}


def _instructions(compositor: Compositor, instructions: str) -> Callable[[], str]:
    def render() -> str:
        # Asked for every sampling: servers come and go.
        parts = (instructions.strip(), INSTRUCTIONS, compositor.render_agent_dynamic_instructions())
        return "\n\n".join(part for part in parts if part)

    return render


async def _open_ports(
    stack: AsyncExitStack,
    running: RunningAgent,
    home: AgentData,
    *,
    port: int,
    approvals_port: int,
    users: frozenset[int],
) -> None:
    running.site = ChatSite(
        running.conversation,
        home.tokens,
        port=port,
        timeline=running.agent.timeline,
        approvals=running.compositor.approvals,
        activity=running.agent.activity,
        users=users,
        sessions=home.sessions,
    )
    stack.push_async_callback(running.site.close)
    await running.site.start()
    # On a port of its own, for it is a server of its own: `ui-mcp chat --approvals` and other desks connect to it.
    approvals = HttpSite()
    stack.push_async_callback(approvals.close)
    tokens = BearerTokens({token: principal for principal, token in home.tokens.items()})
    application = mcp_application(running.compositor.approver().sdk)
    approvals.bind("approvals", application, approvals_port, lambda: users, tokens)
    await approvals.start()
    running.approvals_url = f"{approvals.url('approvals')}/mcp"
