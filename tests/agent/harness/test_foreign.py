"""Agents that are not ours: everything that passes the endpoint and the gate is in the conversation."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

import httpx
import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, NotCalled, call, end, say, text
from pytest_uimcp.agent.models import fail, respond, unchecked
from pytest_uimcp.compositor.policy import Rule
from pytest_uimcp.core.steps import in_order
from tests.agent.harness.notes import Notes
from tests.agent.harness.somebody import Somebody
from tests.testing.repository import run

HELLO = [{"role": "user", "content": "When?"}]

pytestmark = pytest.mark.usefixtures("notes")


def test_an_exchange_of_texts_is_a_conversation(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays([say("Hello yourself."), [text("Bye."), end()]])
    for prompt in ("Hello", "Bye now"):
        with Somebody(uimcp_agent.model_url, prompt):
            pass
    assert uimcp_agent.transcript == [
        {"prompt": "Hello"},
        {"agent": "Hello yourself."},
        {"end": True},
        {"prompt": "Bye now"},
        {"agent": "Bye."},
        {"end": True},
    ]
    uimcp_agent.has_said("Hello yourself.")
    uimcp_agent.patience = 0.01
    with pytest.raises(NotCalled, match=r"the agent has called nothing; it has said:\n  'Hello yourself.'\n  'Bye.'"):
        uimcp_agent.called("notes_list")


def test_functions_of_the_agent_itself_are_seen_with_their_results(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays([[call("weather", city="Rome"), call("weather", city="Oslo")], [say("Rome."), end()]])
    with Somebody(uimcp_agent.model_url, "Where?", functions={"weather": lambda city: f"{city}: sun" + "!" * 900}):
        pass
    rome, oslo = uimcp_agent.called("weather")
    assert rome.result is not None
    assert rome.result.text == "Rome: sun" + "!" * 900
    assert oslo.args == {"city": "Oslo"}
    assert [line[:40] for line in uimcp_agent.conversation.lines] == [
        "prompt: Where?",
        "agent calls weather(city='Rome')",
        "  -> Rome: sun!!!!!!!!!!!!!!!!!!!!!!!!!!!"[:40],
        "agent calls weather(city='Oslo')",
        "  -> Oslo: sun!!!!!!!!!!!!!!!!!!!!!!!!!!!"[:40],
        "agent: Rome.",
        "agent ends its turn",
    ]


def test_a_call_that_passes_endpoint_and_gate_is_one_with_the_whole_result(
    uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness, notes: Notes
) -> None:
    notes.notes[1] = "milk" * 500
    uimcp_agent.plays([call("notes_read", id=1), call("notes_delete", id=2), [say("Done."), end()]])
    with Somebody(uimcp_agent.model_url, "Go", mcp_url=uimcp_compositor.url) as agent:
        denied = uimcp_human.denies("notes_delete", id=2, reason="not yet")
    read, delete = uimcp_agent.calls
    assert read.result is not None
    assert read.result.data == {"text": "milk" * 500}
    assert (delete.decision, delete.reason, denied.args) == ("deny_continue", "not yet", {"id": 2})
    assert delete.result is not None
    assert delete.result.text.startswith("policy_denied_continue: not yet")
    assert agent.answers == ["Done."]
    assert uimcp_agent.transcript[-2:] == [{"agent": "Done."}, {"end": True}]
    steps = in_order([uimcp_agent.story, uimcp_compositor.story, uimcp_human.story])
    # The test has waited for the call with `denies`, and the decision stands behind it.
    verbs = [step.verb for step in steps]
    assert verbs[-5:] == ["call", "ask", "denies", "say", "end"]


def test_a_turn_denied_for_good_is_over_for_a_foreign_agent_too(
    uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness
) -> None:
    uimcp_compositor.policy([Rule("notes_delete", "deny_abort", rationale="never")])
    uimcp_agent.plays([call("notes_delete", id=1), say("A new run.")])
    with Somebody(uimcp_agent.model_url, "Go", mcp_url=uimcp_compositor.url) as agent:
        pass
    reason = (
        "this run is over: a call of notes_delete was denied for good (policy_denied_abort: never); nothing more is "
        "answered in it"
    )
    assert agent.errors == [reason]
    assert uimcp_agent.transcript[-1] == {"remark": reason}
    with Somebody(uimcp_agent.model_url, "Again", mcp_url=uimcp_compositor.url) as again:
        pass
    assert again.answers == ["A new run."]


def test_what_it_asks_its_model_for_is_known(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays([respond(lambda request: say(request.model.upper()))])
    body = {
        "model": "small",
        "messages": [{"role": "user", "content": "Hi"}],
        "temperature": 0.1,
        "response_format": {"type": "json_object"},
    }
    answer = httpx.post(f"{uimcp_agent.model_url}/chat/completions", json=body, trust_env=False).json()
    assert answer["choices"][0]["message"]["content"] == "SMALL"
    [request] = uimcp_agent.asked
    assert (request.model, request.parameters) == ("small", {"temperature": 0.1})
    assert request.response_format == {"type": "json_object"}
    assert uimcp_agent.requests == [body]


def test_an_error_of_the_service_is_remarked_and_a_second_try_is_no_second_prompt(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays([fail(429, "busy"), say("Here.")])
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}
    codes = [
        httpx.post(f"{uimcp_agent.model_url}/chat/completions", json=body, trust_env=False).status_code
        for _ in range(2)
    ]
    assert codes == [429, 200]
    assert uimcp_agent.conversation.lines == [
        "prompt: Hi",
        "(agent: the request was not answered: busy)",
        "agent: Here.",
        "agent ends its turn",
    ]


def test_several_agents_have_a_script_and_a_name_each(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays([say("A plan."), say("Left.")], agent="planner")
    uimcp_agent.plays([say("Work.")], agent="worker")
    for name in ("planner", "worker"):
        with Somebody(uimcp_agent.model_url_for(name), "Go"):
            pass
    assert uimcp_agent.transcript[1] == {"agent": "A plan.", "name": "planner"}
    assert uimcp_agent.conversation.lines[3:5] == ["prompt of worker: Go", "worker: Work."]
    assert [request.agent for request in uimcp_agent.asked] == ["planner", "worker"]
    assert [str(step) for turn in uimcp_agent.left for step in turn] == ["say('Left.')"]
    uimcp_agent.plays([])
    httpx.post(
        f"{uimcp_agent.model_url_for('planner')}/messages",
        json={"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "x"}]},
        trust_env=False,
    )


def test_an_agent_that_has_the_chat_speaks_by_it(
    uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[text("I think."), say("Hi."), end()]])
    model_url = uimcp_agent.model_url
    uimcp_human.says("Hello")
    with Somebody(model_url, "Hello", mcp_url=f"{uimcp_compositor.url}?tools=all"):
        pass
    uimcp_agent.has_said("Hi.")
    # What the human has said in the chat, and the agent passes on, was said once.
    assert uimcp_agent.transcript == [{"human": "Hello"}, {"model": "I think."}, {"agent": "Hi."}, {"end": True}]


def test_results_that_are_told_as_texts_are_results(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays([[call("weather"), call("time")], [say("Now."), end()]])
    tools = [{"type": "function", "function": {"name": name}} for name in ("weather", "time")]
    body = {"model": "m", "tools": tools, "messages": [{"role": "user", "content": "When?"}]}
    url = f"{uimcp_agent.model_url}/chat/completions"
    httpx.post(url, json=body, trust_env=False)
    told = [("assistant", "I call weather and time."), ("user", "Observation: sun"), ("user", "Observation: noon")]
    body["messages"] = [*HELLO, *({"role": role, "content": content} for role, content in told)]
    httpx.post(url, json=body, trust_env=False)
    assert uimcp_agent.conversation.lines == [
        "prompt: When?",
        "agent calls weather()",
        "  -> Observation: sun",
        "agent calls time()",
        "  -> Observation: noon",
        "agent: Now.",
        "agent ends its turn",
    ]


LIE = """
    import httpx
    from pytest_uimcp import call

    def test_it(uimcp_agent):
        uimcp_agent.plays([call("notes_lsit")])
        tools = [{"type": "function", "function": {"name": "notes_list"}}]
        body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "tools": tools}
        httpx.post(f"{uimcp_agent.model_url}/chat/completions", json=body, trust_env=False)
"""


def test_a_script_cannot_lie(pytester: pytest.Pytester) -> None:
    result = run(pytester, LIE)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*turn 1 calls 'notes_lsit', which the agent does not offer (did you mean notes_list?); it offers notes_list*"]
    )


def test_arguments_of_a_script_are_those_of_the_tool(uimcp_agent: AgentHarness) -> None:
    schema = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id", "other"]}
    tool = {"type": "function", "function": {"name": "notes_read", "parameters": schema}}
    body = {"model": "m", "tools": [tool], "messages": HELLO}

    def ask() -> dict[str, Any]:
        url = f"{uimcp_agent.model_url}/chat/completions"
        answer: dict[str, Any] = httpx.post(url, json=body, trust_env=False).json()
        return answer

    uimcp_agent.plays([call("notes_read", idd=1), call("notes_read", id="1"), unchecked(call("notes_read", idd=1))])
    on_purpose = "; if that is on purpose, write unchecked(call(…))"
    misspelt = f"turn 1 calls 'notes_read': unknown argument 'idd' (did you mean id?){on_purpose}"
    with uimcp_agent.expects_error(re.escape(misspelt)):
        assert ask()["error"]["code"] == "wrong_arguments"
    with uimcp_agent.expects_error("turn 2 calls 'notes_read': id must be an integer, got str"):
        ask()
    [made] = ask()["choices"][0]["message"]["tool_calls"]
    assert made["function"]["arguments"] == '{"idd": 1}'


SILENT = """
    import pytest
    from pytest_uimcp import say

    def test_own(uimcp_agent):
        uimcp_agent.plays([say("Hello.")])
        uimcp_agent.has_said("Hello.")

    def test_foreign(uimcp_agent):
        assert uimcp_agent.model_url
        uimcp_agent.patience = 0.01
        uimcp_agent.has_said("Hello.")

    def test_asked(uimcp_compositor, uimcp_agent):
        uimcp_compositor.mount("notes", NotesServer)
        uimcp_compositor.begin_tool("notes_read", id=1)
        uimcp_agent.has_said("Hello.")
"""


def test_an_agent_that_has_said_nothing_is_explained(pytester: pytest.Pytester) -> None:
    result = run(pytester, f"from tests.agent.harness.notes import NotesServer\n{dedent(SILENT)}")
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(
        [
            "E  *it has said: nothing",
            "E  *the agent was not woken: it begins with uimcp_human.says(…), or with uimcp_agent.resumes()",
            "E  *no request has come to http://127.0.0.1:*/v1: does the agent know this address of its model[?]",
            "E  *a human has to decide first, with approves(…) or denies(…): notes_read(id=1)",
        ]
    )
