"""A failing test shows the conversation: what was said, called, asked and decided, in one order."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pytest_uimcp import AgentHarness, HumanHarness, UimcpSnapshot, call, end, say
from tests.agent.harness.notes import Notes
from tests.testing.repository import run

FAILING = """
    from pytest_uimcp import call, end, say
    from tests.agent.harness.notes import NotesServer

    def test_it(uimcp, uimcp_page, uimcp_compositor, uimcp_agent, uimcp_human):
        uimcp_compositor.mount("notes", NotesServer)
        uimcp_compositor.mount("app", uimcp)
        uimcp_compositor.policy(
            {"notes_read": "allow", "app_ui_run": "allow", "notes_wait": "deny_continue"}, check=False
        )
        uimcp_agent.plays([
            [call("notes_read", id=1), call("notes_wait"), call("app_ui_run", code="notes.text = 'bread'")],
            [call("notes_delete", id=1)],
            [call("notes_delete", id=2)],
            [say("Milk is gone."), end()],
            [end()],
        ])
        uimcp_human.says("Delete the milk")
        uimcp_human.sees("bread")
        uimcp_human.denies("notes_delete", id=1, reason="not yet")
        uimcp_human.approves("notes_delete", id=2)
        uimcp_agent.has_said("Bread is gone.")
"""
STORY = """\
  test   display('notes')
  test   mount('notes')
  test   mount('app')
  test   policy(rules={'notes_read': 'allow', 'app_ui_run': 'allow', 'notes_wait': 'deny_continue'}, check=False)
  human  says('Delete the milk')
  agent  call('notes_read', id=1) -> { "text": "milk" }
  agent  call('notes_wait') -> error: policy_denied_continue: deny_continue notes_wait
  agent  call('app_ui_run', code="notes.text = 'bread'") -> null
  policy deny('notes_wait') -> deny_continue notes_wait
  agent  call('notes_delete', id=1) -> error: policy_denied_continue: not yet
  policy ask('notes_delete', id=1) -> default: ask
  human  see('bread')
  human  denies('notes_delete', id=1, reason='not yet')
  agent  call('notes_delete', id=2) -> { "left": 1 }
  policy ask('notes_delete', id=2) -> default: ask
  human  approves('notes_delete', id=2)
  agent  say('Milk is gone.')
  agent  end()
""".splitlines()
CONVERSATION = """\
human: Delete the milk
agent calls notes_read(id=1)
  -> { "text": "milk" }
agent calls notes_wait()
  -> error: policy_denied_continue: deny_continue notes_wait
agent calls app_ui_run(code="notes.text = 'bread'")
  -> null
agent calls notes_delete(id=1)
  human: deny_continue (not yet)
  -> error: policy_denied_continue: not yet
agent calls notes_delete(id=2)
  human: approve
  -> { "left": 1 }
agent: Milk is gone.
agent ends its turn
""".splitlines()


def lines_below(lines: list[str], title: str, count: int) -> list[str]:
    start = lines.index(next(line for line in lines if title in line)) + 1
    return lines[start : start + count]


def test_the_story_has_everybody_in_one_order(repository: Path, pytester: pytest.Pytester) -> None:
    result = run(pytester, FAILING, "-v", "--uimcp-report=report")
    result.assert_outcomes(failed=1)
    lines = result.outlines
    assert lines_below(lines, "uimcp story", len(STORY)) == STORY
    assert lines_below(lines, "uimcp conversation", len(CONVERSATION)) == CONVERSATION
    assert lines_below(lines, "uimcp turns left", 1) == ["end()"]

    page = (pytester.path / "report" / "report.html").read_text(encoding="utf-8")
    for part in ("Conversation", "Turns left", "approves('notes_delete', id=2)", "agent ends its turn"):
        assert part in page


def test_a_conversation_is_a_snapshot(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness, uimcp_snapshot: UimcpSnapshot
) -> None:
    uimcp_agent.plays([[call("notes_read", id=1)], [say("It says:\n\n- milk"), end()]])
    uimcp_human.says("What is on note 1?")
    assert uimcp_agent == uimcp_snapshot


def test_the_report_shows_what_an_approved_call_changed(repository: Path, pytester: pytest.Pytester) -> None:
    run(pytester, FAILING, "--uimcp-report=report").assert_outcomes(failed=1)
    page = (pytester.path / "report" / "report.html").read_text(encoding="utf-8")
    found = re.search(r'id="stories">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    [story] = json.loads(found[1])
    changing = {story["steps"][row[0]]["verb"] for row in story["moments"] if row[0] >= 0}
    assert changing
    assert not changing & {"say", "end"}
