"""What happens in a conversation, one type of event for each thing.

The event log gives an event its number and time; until then both are empty. What is shown to people is reduced from
events alone, live and when it is rebuilt, so an event holds all that its item on the timeline needs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Literal, Self

from pytest_uimcp.compositor.policy import Answer
from pytest_uimcp.mcp.calls import ToolResult


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEvent:
    """Something that happened. `seq` and `ts` are those of the log."""

    type: ClassVar[str]
    seq: int = 0
    ts: str = ""

    @property
    def id(self) -> str:
        """The id of what this event puts on the timeline."""
        return f"ev:{self.seq}"

    def to_json(self) -> dict[str, Any]:
        """The event as it is stored, apart from its number and time."""
        # Number and time are columns of the log.
        names = (attribute.name for attribute in fields(self) if attribute.name not in ("seq", "ts"))
        return {"type": self.type, **{name: getattr(self, name) for name in names}}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """An event as it was stored; keys that are not known are left out."""
        # A newer version may have written more; what it means is not known here.
        return cls(**{attribute.name: data[attribute.name] for attribute in fields(cls) if attribute.name in data})


@dataclass(frozen=True, slots=True)
class UserText(AgentEvent):
    """The human said something. `source` is the message it came from: its resource and its id."""

    type = "user_text"
    text: str
    source: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class AssistantText(AgentEvent):
    """The model wrote plain text, which no human sees."""

    type = "assistant_text"
    text: str


@dataclass(frozen=True, slots=True)
class SystemText(AgentEvent):
    """Text for the model that nobody wrote; `role` is the author that the model sees."""

    type = "system_text"
    text: str
    role: Literal["system", "user"] = "system"


@dataclass(frozen=True, slots=True)
class FunctionCall(AgentEvent):
    """The model calls a tool. The arguments are as it wrote them, which may be no JSON at all."""

    type = "tool_call"
    name: str
    args_json: str | None
    call_id: str

    @property
    def args(self) -> dict[str, Any] | None:
        """The arguments, None if they are no object."""
        try:
            args = json.loads(self.args_json or "{}")
        except (ValueError, RecursionError):
            return None
        if isinstance(args, dict):
            return args
        return None


@dataclass(frozen=True, slots=True)
class FunctionCallOutput(AgentEvent):
    type = "function_call_output"
    call_id: str
    result: ToolResult

    def to_json(self) -> dict[str, Any]:
        return {"type": self.type, "call_id": self.call_id, "result": self.result.to_json()}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        return cls(call_id=data["call_id"], result=ToolResult.from_json(data["result"]))


@dataclass(frozen=True, slots=True)
class UiMessage(AgentEvent):
    """The assistant said something to the human."""

    type = "ui_message"
    # Its `mime` and its `content`.
    message: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class UiEndTurn(AgentEvent):
    type = "ui_end_turn"


@dataclass(frozen=True, slots=True)
class ApprovalPending(AgentEvent):
    """A call waits for the human; `approval` is the item."""

    type = "approval_pending"
    approval: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ApprovalDecision(AgentEvent):
    """The human has decided about a call, by the model's id of it."""

    type = "approval_decision"
    call_id: str | None
    decision: Mapping[Literal["kind"], Answer]


@dataclass(frozen=True, slots=True)
class RunStatusChanged(AgentEvent):
    """A run of the agent has begun, ended, or waits."""

    type = "run_status"
    run_id: str
    status: str
    started: str | None = None
    finished: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ModelRequest(AgentEvent):
    """The model was asked: how much it was told, and which tools it might call."""

    type = "api_request"
    model: str
    items: int
    tools: int
    tool_choice: str


@dataclass(frozen=True, slots=True)
class ModelRetry(AgentEvent):
    """The model did not answer, and is asked again in some seconds: `attempt` of `attempts`."""

    type = "model_retry"
    attempt: int
    attempts: int
    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class Response(AgentEvent):
    """The model has answered; `usage` is what it says this cost."""

    type = "response"
    usage: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reasoning(AgentEvent):
    type = "reasoning"
    text: str


# What a log may hold; the types are stored, so none of them may change.
EVENTS: Final[dict[str, type[AgentEvent]]] = {
    kind.type: kind
    for kind in (
        UserText,
        AssistantText,
        SystemText,
        FunctionCall,
        FunctionCallOutput,
        UiMessage,
        UiEndTurn,
        ApprovalPending,
        ApprovalDecision,
        RunStatusChanged,
        ModelRequest,
        ModelRetry,
        Response,
        Reasoning,
    )
}


def event_from_json(data: Mapping[str, Any]) -> AgentEvent | None:
    """An event as it was stored, None if its type is not known: a later version may have more of them."""
    kind = EVENTS.get(data.get("type", ""))
    if kind:
        return kind.read(data)
    return None
