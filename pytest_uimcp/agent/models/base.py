"""What a model is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pytest_uimcp.agent.choice import ToolChoice
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, Reasoning
from pytest_uimcp.agent.models.progress import Heard, ignore

Finish = Literal["stop", "length", "refusal"]


def _no_parameters() -> dict[str, Any]:
    return {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as it is described to a model."""

    name: str
    description: str = ""
    input_schema: Mapping[str, Any] = field(default_factory=_no_parameters)


@dataclass(frozen=True, slots=True)
class SampleRequest:
    """Everything a model is given for one answer.

    The transcript holds texts, calls and outputs; each call is followed by its output before anything else comes.
    """

    transcript: tuple[AgentEvent, ...]
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: ToolChoice = "auto"
    instructions: str = ""
    heard: Heard = field(default=ignore, compare=False, repr=False)
    """Told while the model is asked; no part of what it is asked."""
    model: str = ""
    """The name of the model that an agent has asked for at an endpoint."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What else it has asked for there: `temperature`, `max_tokens`, …"""
    response_format: Any = None
    """The form of the answer, if it wants one."""
    agent: str = ""
    """Which of several agents has asked, by the name of its URL."""

    @property
    def call_ids(self) -> frozenset[str]:
        """The ids of all calls so far. A call by one of them would be taken for a replay of it."""
        return frozenset(event.call_id for event in self.transcript if isinstance(event, FunctionCall))


@dataclass(frozen=True, slots=True)
class ModelTurn:
    """What a model answers, in its order."""

    items: tuple[AssistantText | FunctionCall | Reasoning, ...]
    usage: Mapping[str, Any] = field(default_factory=dict)
    finish: Finish = "stop"
    """Why it stopped: with `length` it was cut off by its limit, with `refusal` its texts say that it will not."""
    is_last: bool = False
    """Whether the agent's turn is over with it, whatever it calls."""
    seconds: float = 0.0
    """How long it takes to come, at an endpoint."""
    checked_ids: frozenset[str] = frozenset()
    """The calls whose arguments must be those of the offered tools: the author of a test wrote them."""

    @property
    def calls(self) -> list[FunctionCall]:
        return [item for item in self.items if isinstance(item, FunctionCall)]

    @property
    def texts(self) -> list[str]:
        return [item.text for item in self.items if isinstance(item, AssistantText)]


class Model(Protocol):
    """Something that answers; `name` is for people."""

    @property
    def name(self) -> str:
        """What it is called."""

    async def sample(self, request: SampleRequest) -> ModelTurn:
        """The answer; raises ModelError if there is none."""
