from __future__ import annotations

from typing import Final

from pytest_uimcp.agent.harness.agent import AgentHarness
from pytest_uimcp.agent.harness.human import HumanHarness
from pytest_uimcp.core.printable import counted
from pytest_uimcp.testing.report.sections import Failed, Section


def _conversation(failure: Failed) -> list[str]:
    return [
        line
        for harness in failure.under_test
        if isinstance(harness, AgentHarness)
        for line in harness.conversation.lines
    ]


def _left(failure: Failed) -> list[str]:
    turns = [turn for harness in failure.under_test if isinstance(harness, AgentHarness) for turn in harness.left]
    return [", ".join(map(str, turn)) or "nothing" for turn in turns]


def _output(failure: Failed) -> list[str]:
    return [
        line
        for harness in failure.under_test
        if isinstance(harness, AgentHarness)
        for program in harness.programs
        for line in (f"$ {program}", *program.tail.splitlines())
    ]


def _rules(failure: Failed) -> list[str]:
    return [
        f"{counted(rule.applied, 'time')}  {rule.place}: {rule}"
        for harness in failure.under_test
        if isinstance(harness, HumanHarness)
        for rule in harness.rules
    ]


SECTIONS: Final = (
    Section("uimcp conversation", _conversation, max_lines=20, from_end=True),
    Section("uimcp turns left", _left),
    Section("uimcp rules of the human", _rules),
    Section("uimcp output of agents", _output, max_lines=40, from_end=True),
)
