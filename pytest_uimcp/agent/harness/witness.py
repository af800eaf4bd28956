"""Writes the conversation of agents that are not ours, from what passes the model's endpoint and the gate.

The endpoint sees what an agent is told and what its model answers, and in the next request what its own tools gave. The
gate sees the calls of mounted servers, with what became of them. A call that passes both is one call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from pytest_uimcp.agent.endpoint.errors import RunOver
from pytest_uimcp.agent.endpoint.fitting import name_of
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, UserText
from pytest_uimcp.agent.harness.conversation import Call, ConversationLog, End, Said, SideNote
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.names import END_TOOLS, POST_TOOLS, SILENT_TOOLS
from pytest_uimcp.compositor.policy import CallRecord
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import Step, StepLog
from pytest_uimcp.mcp.calls import ToolResult

_BY_HUMAN: Final = "user_"
_FOR_GOOD: Final = ("policy_deny_abort", "user_deny_abort")
# What a model has done, or was told of it; texts of people come after it.
_OF_MODEL: Final = (AssistantText, FunctionCall, FunctionCallOutput)


@dataclass(slots=True, eq=False)
class _OpenCall:
    call: Call
    step: Step | None
    # By the model's id; empty if the agent has made it without its model.
    call_id: str = ""
    # Of the gate, once the call has come there.
    record_id: str = ""


@dataclass(slots=True)
class _Seen:
    """What is known of one agent's requests."""

    transcript: tuple[AgentEvent, ...] = ()
    # The calls of its last answer, by the model's ids.
    call_ids: tuple[str, ...] = ()


class Witness:
    """Hears of everything on the event loop. `end_run` is called with an agent and a call that ends its run."""

    def __init__(
        self,
        story: StepLog,
        conversation: ConversationLog,
        *,
        end_run: Callable[[str, str, str], object],
        changed: Callable[[], object],
    ) -> None:
        # The requests of all agents, in order.
        self.requests: Final[list[SampleRequest]] = []
        self._story = story
        self._conversation = conversation
        self._end_run = end_run
        self._changed = changed
        self._open: list[_OpenCall] = []
        self._seen: dict[str, _Seen] = {}
        self._posted: list[str] = []

    # Of the endpoint.

    def asked(self, request: SampleRequest) -> None:
        self.requests.append(request)
        history = self._seen.setdefault(request.agent, _Seen())
        # An agent that asks again after an error has nothing new to say.
        if request.transcript != history.transcript:
            for event in request.transcript:
                if isinstance(event, FunctionCallOutput):
                    self._told(request.agent, event)
            texts = list(_prompts(request))
            if _are_observations(request, history.call_ids):
                self._observed(request.agent, history.call_ids, texts)
            else:
                for text in texts:
                    self._prompted(request.agent, text)
        history.transcript = request.transcript
        self._changed()

    def answered(self, request: SampleRequest, turn: ModelTurn, names: Mapping[str, str]) -> None:
        for item in turn.items:
            if isinstance(item, AssistantText):
                self._say(request, item.text)
            elif isinstance(item, FunctionCall):
                self._begin(names.get(item.call_id, item.name), item.args, request.agent, item.call_id)
        self._seen[request.agent].call_ids = tuple(call.call_id for call in turn.calls)
        if not turn.calls and turn.finish == "stop":
            self._over(request.agent)
        elif turn.finish == "length":
            self._remark(request.agent, "the answer was cut off by its limit of tokens")
        self._changed()

    def refused(self, agent: str, error: UimcpError) -> None:
        prefix = "" if isinstance(error, RunOver) else "the request was not answered: "
        self._remark(agent, f"{prefix}{error.text}")
        self._changed()

    # Of the gate and the chat.

    def posted(self, text: str) -> None:
        """A human has said something in the chat, which an agent that reads it will be prompted with."""
        self._posted.append(text)

    def record(self, record: CallRecord, args: dict[str, Any] | None) -> None:
        """The gate tells of a call before it is decided, and again when it is over."""
        entry = self._by_record(record.id)
        if entry is None and record.state == "pending":
            entry = self._matching(record.name, args) or self._begin(record.name, args, "", "")
            entry.record_id = record.id
        if entry is None or record.state != "completed":
            return
        decision = record.outcome or ""
        if decision.startswith(_BY_HUMAN):
            entry.call.decision = decision.removeprefix(_BY_HUMAN)
            entry.call.reason = record.text if entry.call.decision != "approve" else None
        if decision in _FOR_GOOD and entry.call_id:
            self._end_run(entry.call.agent, entry.call_id, record.text)
        # Its caller has gone, so nobody gets a result.
        if decision in ("cancelled", "aborted"):
            self._end(entry, ToolResult.of_text(record.text, is_error=True))

    def result(self, record_id: str, result: ToolResult) -> None:
        """What the agent gets, whole."""
        entry = self._by_record(record_id)
        if entry is not None:
            self._end(entry, result)
            self._changed()

    # How it is written.

    def _prompted(self, agent: str, text: str) -> None:
        if text in self._posted:
            self._posted.remove(text)
            return
        self._conversation.entries.append(Said("prompt", text, agent))
        self._step("is_asked", {"text": text})

    def _told(self, agent: str, output: FunctionCallOutput) -> None:
        # Results of mounted servers are known from the gate, as they were before the agent made a text of them.
        for entry in self._open:
            if entry.call_id == output.call_id and entry.call.agent == agent and not entry.record_id:
                self._end(entry, output.result)
                return

    def _observed(self, agent: str, call_ids: Sequence[str], texts: Sequence[str]) -> None:
        # One text for each call, or one for all of them.
        if len(texts) != len(call_ids):
            texts = ["\n".join(texts)] * len(call_ids)
        for call_id, text in zip(call_ids, texts, strict=True):
            self._told(agent, FunctionCallOutput(call_id, ToolResult.of_text(text)))

    def _say(self, request: SampleRequest, text: str) -> None:
        # What an agent that speaks by a tool writes beside is for nobody.
        offered = {tool.name for tool in request.tools}
        speaks_by_tool = any(name_of(name, offered) for name in POST_TOOLS)
        self._conversation.entries.append(Said("model" if speaks_by_tool else "agent", text, request.agent))
        if not speaks_by_tool:
            self._step("say", {"text": text})

    def _begin(self, name: str, args: dict[str, Any] | None, agent: str, call_id: str) -> _OpenCall:
        call = Call(name, args, is_visible=name not in SILENT_TOOLS, agent=agent)
        self._conversation.entries.append(call)
        step = None
        if call.is_visible:
            step = self._story.begin("agent", "call", {"name": name, "arguments": args or {}})
        entry = _OpenCall(call, step, call_id)
        self._open.append(entry)
        return entry

    def _end(self, entry: _OpenCall, result: ToolResult) -> None:
        self._open.remove(entry)
        entry.call.result = result
        step = entry.step
        # A tool that speaks is shown as speech, but its failure is one.
        if step is None and result.is_error:
            step = self._story.begin("agent", "call", {"name": entry.call.name, "arguments": entry.call.args or {}})
        if step is not None:
            step.outcome = {"is_error": result.is_error, "text": result.lines}
            self._story.end(step)
        if entry.call.name in END_TOOLS and not result.is_error:
            self._over(entry.call.agent)

    def _over(self, agent: str) -> None:
        # An agent that asks once more after its turn has not ended two.
        if End(agent) not in self._conversation.entries[-1:]:
            self._conversation.entries.append(End(agent))
            self._step("end", {})

    def _remark(self, agent: str, text: str) -> None:
        self._conversation.entries.append(SideNote(text, agent))

    def _step(self, verb: str, arguments: dict[str, Any]) -> None:
        self._story.end(self._story.begin("agent", verb, arguments))

    def _by_record(self, record_id: str) -> _OpenCall | None:
        return next((entry for entry in self._open if entry.record_id == record_id), None)

    def _matching(self, name: str, args: dict[str, Any] | None) -> _OpenCall | None:
        # The model's call that comes to the gate now. Some agents fill in defaults, so the arguments may differ.
        candidates = [entry for entry in self._open if not entry.record_id and name_of(entry.call.name, {name})]
        exact = [entry for entry in candidates if entry.call.args == args]
        return next(iter([*exact, *candidates]), None)


def _are_observations(request: SampleRequest, call_ids: Sequence[str]) -> bool:
    """Whether texts tell of the calls: some hosts (smolagents) write results as if a person had."""
    outputs = {event.call_id for event in request.transcript if isinstance(event, FunctionCallOutput)}
    # A conversation without anything of the model is a new one.
    goes_on = any(isinstance(event, _OF_MODEL) for event in request.transcript)
    return bool(call_ids) and goes_on and outputs.isdisjoint(call_ids)


def _prompts(request: SampleRequest) -> Iterator[str]:
    """The texts of people that came after all that the model has done."""
    latest = takewhile(lambda event: not isinstance(event, _OF_MODEL), reversed(request.transcript))
    texts = [event.text for event in latest if isinstance(event, UserText)]
    yield from reversed(texts)
