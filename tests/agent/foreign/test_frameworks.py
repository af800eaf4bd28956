"""Agents of frameworks that nobody here wrote, each in its own environment, against one script and one policy.

Four of them run with all tests; `make frameworks` runs all, and writes the table in docs/agents.md.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, call, end, say
from pytest_uimcp.compositor.policy import Rule
from tests.agent.foreign.table import FrameworkResult, documented_rows
from tests.agent.harness.notes import NotesServer
from tools.frameworks import FRAMEWORKS, Framework

REASON = "not before Friday"
ANSWER = "Only bread is left."
SCRIPT = [
    [call("notes_delete", id=1)],
    [call("notes_read", id=2)],
    [call("shout", text="milk")],
    [say(ANSWER), end()],
]
RULES = [Rule("notes_delete", "deny_continue", rationale=REASON), Rule("notes_read", "allow")]
RUNS_ALL = "UIMCP_FRAMEWORKS" in os.environ
CHOSEN = [framework for framework in FRAMEWORKS if RUNS_ALL or framework.is_light]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


@pytest.mark.parametrize("framework", CHOSEN, ids=[framework.name for framework in CHOSEN])
def test_a_framework_meets_the_endpoint_and_the_gate(
    framework: Framework, uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, tmp_path: Path
) -> None:
    assert framework.is_there, f"no environment; make it with: python -m tools.frameworks {framework.name}"
    uimcp_compositor.mount("notes", NotesServer)
    uimcp_compositor.policy(RULES, check=False)
    uimcp_agent.plays(SCRIPT)
    uimcp_agent.folders = (tmp_path,)
    command = [*framework.command(), "{model_url}", "{mcp_url}", "Delete the milk."]
    home = {"HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    program = uimcp_agent.runs(command, env=home, seconds=300)

    deleted, read, shouted = (uimcp_agent.called(name) for name in ("notes_delete", "notes_read", "shout"))
    told = [REASON in str(request.transcript) for request in uimcp_agent.asked]
    result = FrameworkResult(
        framework.name,
        works=program.exit_code == 0 and ANSWER in program.output and not uimcp_agent.left,
        told_why=any(told) and deleted[0].result is not None and REASON in deleted[0].result.text,
        own_tools=shouted[0].result is not None and "MILK" in shouted[0].result.text,
    )
    if RUNS_ALL:
        result.save()
    uimcp_agent.has_said(ANSWER)
    assert read[0].result is not None
    assert "bread" in read[0].result.text
    if not RUNS_ALL:
        assert result.row() in documented_rows()
    assert (result.works, result.told_why, result.own_tools) == (True, True, True)


def test_the_table_has_a_row_for_each_framework() -> None:
    names = [row.split(" | ")[0].removeprefix("| ") for row in documented_rows()[1:]]
    assert names == [framework.name for framework in FRAMEWORKS]
