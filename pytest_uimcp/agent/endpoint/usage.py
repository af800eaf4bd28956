"""Numbers of tokens, counted alike for every service: four bytes of text are one.

No model is there to count, so the numbers are no model's. But they add up, grow with the conversation, and are the same
in every run, which is what budgets of tests need.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest

_BYTES_PER_TOKEN: Final = 4
# What a service adds for each message and each tool.
_OVERHEAD: Final = 3


@dataclass(frozen=True, slots=True)
class Usage:
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def total_tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def plus(self, usage: Usage) -> Usage:
        return Usage(self.input_tokens + usage.input_tokens, self.output_tokens + usage.output_tokens)


def usage_of(request: SampleRequest, turn: ModelTurn) -> Usage:
    return Usage(input_tokens(request), sum(map(_of_item, turn.items)))


def input_tokens(request: SampleRequest) -> int:
    tools = sum(
        _OVERHEAD + _of_text(tool.name) + _of_text(tool.description) + _of_json(tool.input_schema)
        for tool in request.tools
    )
    return _of_text(request.instructions) + tools + sum(_OVERHEAD + _of_item(event) for event in request.transcript)


def _of_item(event: AgentEvent) -> int:
    match event:
        case UserText() | SystemText() | AssistantText():
            return _of_text(event.text)
        case FunctionCall():
            return _of_text(event.name) + _of_text(event.args_json or "{}")
        case FunctionCallOutput():
            return _of_text(event.result.lines)
        case _:
            return 0


def _of_json(value: Any) -> int:
    return _of_text(json.dumps(value, default=str))


def _of_text(text: str) -> int:
    return -(-len(text.encode(errors="replace")) // _BYTES_PER_TOKEN)
