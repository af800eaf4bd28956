"""Writes the conversation and the agent's steps, from what the agent, the chat and the gate tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_uimcp.agent.events import AgentEvent, FunctionCall, FunctionCallOutput
from pytest_uimcp.agent.harness.conversation import Call, ConversationLog, End, Said
from pytest_uimcp.agent.names import BUS_ENDS, BUS_MESSAGES, END_TOOLS, SILENT_TOOLS
from pytest_uimcp.chat import Message
from pytest_uimcp.compositor.policy import ApprovalItem
from pytest_uimcp.core.steps import Step, StepLog
from pytest_uimcp.mcp.calls import ToolResult


class Observer:
    """Hears of everything on the event loop."""

    def __init__(self, story: StepLog, conversation: ConversationLog) -> None:
        self._story = story
        self._conversation = conversation
        self._open: dict[str, tuple[Call, Step | None]] = {}

    def event(self, event: AgentEvent) -> None:
        """Something happened in our own agent."""
        if isinstance(event, FunctionCall):
            self._begin(event.call_id, event.name, event.args)
        elif isinstance(event, FunctionCallOutput):
            self._end(event.call_id, event.result)

    def approval(self, item: ApprovalItem) -> None:
        """The human has answered, or is asked."""
        if item.call_id in self._open:
            call = self._open[item.call_id][0]
            call.decision = item.decision
            call.reason = item.reason

    def messages(self, messages: Sequence[Message]) -> None:
        for message in messages:
            who = "human" if message.author == "user" else "agent"
            self._conversation.entries.append(Said(who, message.content))
            if who == "agent":
                self._step("say", {"text": message.content})

    def _begin(self, call_id: str, name: str, args: dict[str, Any] | None) -> None:
        call = Call(name, args, is_visible=name not in SILENT_TOOLS)
        self._conversation.entries.append(call)
        step = None
        if call.is_visible:
            step = self._story.begin("agent", "call", {"name": name, "arguments": args or {}})
        self._open[call_id] = call, step

    def _end(self, call_id: str, result: ToolResult) -> None:
        call, step = self._open.pop(call_id, (None, None))
        if call is None:
            return
        call.result = result
        # A tool that speaks is shown as speech, but its failure is one.
        if step is None and result.is_error:
            step = self._story.begin("agent", "call", {"name": call.name, "arguments": call.args or {}})
        if step is not None:
            step.outcome = {"is_error": result.is_error, "text": result.lines}
            self._story.end(step)
        if not result.is_error:
            self._done(call)

    def _done(self, call: Call) -> None:
        # The older server speaks over the bus, so the chat tells nothing of it.
        if call.name in BUS_MESSAGES:
            text = str((call.args or {}).get("content", ""))
            self._conversation.entries.append(Said("agent", text))
            self._step("say", {"text": text})
        elif call.name in END_TOOLS | BUS_ENDS:
            self._conversation.entries.append(End())
            self._step("end", {})

    def _step(self, verb: str, arguments: dict[str, Any]) -> None:
        self._story.end(self._story.begin("agent", verb, arguments))
