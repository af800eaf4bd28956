"""What a test says about an agent: arguments, texts, what it must not do, and how much it may take."""

from __future__ import annotations

import re

import httpx
import pytest

from pytest_uimcp import AgentHarness, HumanHarness, NotCalled, NotSaid, OverBudget, call, end, say

pytestmark = pytest.mark.usefixtures("notes")


@pytest.fixture
def agent(uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> AgentHarness:
    """It has read two notes and said a number."""
    uimcp_agent.plays([[call("notes_read", id=1), call("notes_read", id=2)], [say("There are 2 notes."), end()]])
    uimcp_human.says("How many?")
    return uimcp_agent


def test_calls_are_chosen_by_a_function(agent: AgentHarness) -> None:
    [second] = agent.called("notes_read", where=lambda made: made.args == {"id": 2})
    assert second.args == {"id": 2}

    def is_late(made: object) -> bool:
        return made is None

    with pytest.raises(NotCalled, match=r"expected a call of notes_read\(\) where is_late is true, there was none"):
        agent.called("notes_read", where=is_late)
    agent.never_called("notes_read", id=3)
    agent.never_called("notes_*", where=is_late)
    with pytest.raises(NotCalled, match=r"expected no call of notes_read\(id=2\), there was notes_read\(id=2\)"):
        agent.never_called("notes_read", id=2)


def test_texts_are_searched_for_a_pattern(agent: AgentHarness) -> None:
    agent.has_said(matching=r"\b\d+ notes")
    agent.has_said("There", matching=re.compile("NOTES", re.IGNORECASE))
    agent.has_not_said("bread")
    agent.has_not_said("There", matching="bread")
    with pytest.raises(NotSaid, match=r"to have said what matches 'bread\+'; it has said:\n  'There are 2 notes\.'"):
        agent.has_said(matching="bread+")
    with pytest.raises(NotSaid, match=r"not to have said 'There' and what matches '2'; it has said 'There are"):
        agent.has_not_said("There", matching="2")


def test_an_agent_has_a_budget(agent: AgentHarness) -> None:
    agent.stays_within(turns=2, calls=2, tokens=0, seconds=60)
    with pytest.raises(OverBudget, match=r"more than it may: turns: 2, at most 1; calls: 2, at most 0"):
        agent.stays_within(turns=1, calls=0)


def test_tokens_are_counted_at_the_url_of_the_model(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays([say("12345678")])
    body = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
    httpx.post(f"{uimcp_agent.model_url}/chat/completions", json=body, trust_env=False)
    uimcp_agent.stays_within(tokens=7)
    with pytest.raises(OverBudget, match="tokens: 7, at most 6"):
        uimcp_agent.stays_within(tokens=6)


@pytest.mark.uimcp(time="virtual")
def test_time_is_that_of_the_clock(agent: AgentHarness) -> None:
    agent.clock.advance(100)
    agent.stays_within(seconds=100)
    agent.clock.advance(1)
    with pytest.raises(OverBudget, match="seconds: 101, at most 100"):
        agent.stays_within(seconds=100)
