"""The report sections of an agent."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.agent.harness.agent import AgentHarness
from pytest_uimcp.testing.report.sections import Failed, Section

__all__ = ["SECTIONS"]


def _conversation(failed: Failed) -> list[str]:
    return [line for one in failed.under_test if isinstance(one, AgentHarness) for line in one.conversation.lines]


def _left(failed: Failed) -> list[str]:
    turns = [turn for one in failed.under_test if isinstance(one, AgentHarness) for turn in one.script.left]
    return [", ".join(map(str, turn)) or "nothing" for turn in turns]


SECTIONS: Final = (
    Section("uimcp conversation", _conversation, max_lines=20, from_end=True),
    Section("uimcp turns left", _left),
)
