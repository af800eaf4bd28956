"""Calls and their outputs in a request: a service refuses what does not belong together, and so does the endpoint.

An agent that drops one of two parallel results works with a lenient fake, and fails with the first real model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.agent.endpoint.errors import BadRequest
from pytest_uimcp.agent.events import AgentEvent, FunctionCall, FunctionCallOutput


@dataclass(frozen=True, slots=True)
class PairRule:
    """How one service says it; `is_adjacent` if the outputs have to come before anything else."""

    param: str
    unanswered: str
    unknown: str
    is_adjacent: bool


CHAT: Final = PairRule(
    "messages",
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The "
    "following tool_call_ids did not have response messages: {ids}",
    "messages with role 'tool' must be a response to a preceding message with 'tool_calls'; there is no tool_call_id "
    "{ids} before it",
    is_adjacent=True,
)
RESPONSES: Final = PairRule(
    "input",
    "No tool output found for function call {ids}.",
    "No tool call found for function call output with call_id {ids}.",
    is_adjacent=False,
)
MESSAGES: Final = PairRule(
    "messages",
    "`tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have "
    "a corresponding `tool_result` block in the next message.",
    "unexpected `tool_use_id` found in `tool_result` blocks: {ids}. Each `tool_result` block must have a corresponding "
    "`tool_use` block in the previous message.",
    is_adjacent=True,
)


def check_pairs(events: Sequence[AgentEvent], rule: PairRule) -> None:
    """Raise BadRequest unless every call has its output, and every output its call."""
    unanswered: dict[str, FunctionCall] = {}
    known_ids: set[str] = set()
    for event in events:
        if isinstance(event, FunctionCall):
            unanswered[event.call_id] = event
            known_ids.add(event.call_id)
        elif isinstance(event, FunctionCallOutput):
            if event.call_id not in known_ids:
                raise BadRequest(rule.unknown.format(ids=event.call_id), rule.param)
            unanswered.pop(event.call_id, None)
        elif rule.is_adjacent and unanswered:
            break
    if unanswered:
        raise BadRequest(rule.unanswered.format(ids=", ".join(unanswered)), rule.param)
