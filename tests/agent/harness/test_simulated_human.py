"""A human who answers by rules: calls, messages, the page; and what is wrong with rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, NoPage, call, end, say
from pytest_uimcp.agent.harness.human_rules import read_human_rules
from pytest_uimcp.testing.scenario.errors import ScenarioError
from tests.agent.harness.notes import Notes
from tests.agent.harness.somebody import Somebody
from tests.testing.repository import run

DELETES = {
    "asked": "notes_delete",
    "when": {"id": {"at_most": 1}},
    "decision": "deny_continue",
    "reason": "not the milk",
}
APPROVES = {"asked": "notes_*", "decision": "approve"}


def test_calls_are_decided_by_the_first_rule_that_fits(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    person = uimcp_human.plays([DELETES, APPROVES])
    uimcp_agent.plays([call("notes_delete", id=1), [call("notes_delete", id=2)], [say("Bread is gone."), end()]])
    uimcp_human.says("Delete both")
    assert (notes.deleted, uimcp_agent.asleep) == ([2], True)
    assert [(one.decision, one.reason) for one in uimcp_agent.calls[:2]] == [
        ("deny_continue", "not the milk"),
        ("approve", None),
    ]
    assert [rule.applied for rule in person.rules] == [1, 1]
    assert [step.outcome for step in uimcp_human.story.steps if step.verb in ("denies", "approves")] == [
        {"rule": "rule 1"},
        {"rule": "rule 2"},
    ]


def test_calls_that_no_rule_fits_wait_for_the_test(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_human.plays([DELETES])
    uimcp_agent.plays([[call("notes_delete", id=1), call("notes_delete", id=2)], [end()]])
    uimcp_human.says("Delete both")
    assert [item.args for item in uimcp_human.pending] == [{"id": 2}]
    # Rules that are added later decide about what waits already.
    uimcp_human.plays([APPROVES])
    uimcp_human.settle()
    assert notes.deleted == [2]


def test_a_rule_is_applied_so_many_times(notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    uimcp_human.plays([{"asked": "*", "decision": "deny_continue", "times": 1}, APPROVES])
    uimcp_agent.plays([call("notes_delete", id=1), call("notes_delete", id=1), end()])
    uimcp_human.says("Delete the milk, and insist")
    assert [one.decision for one in uimcp_agent.called("notes_delete")] == ["deny_continue", "approve"]


def test_what_the_agent_says_is_answered_when_it_has_said_all(
    notes: Notes, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_human.plays(
        [
            {"told": "Which one", "human": {"says": "The second."}},
            {"matching": r"[Ss]ure\?$", "human": [{"says": "Yes."}, {"says": "Go on!"}]},
            APPROVES,
        ]
    )
    uimcp_agent.plays(
        [
            [say("Which one?"), call("notes_read", id=1)],
            [end()],
            [say("Are you sure?"), end()],
            [call("notes_delete", id=2)],
            [say("Gone."), end()],
        ]
    )
    uimcp_human.says("Delete a note")
    assert notes.deleted == [2]
    assert [entry for entry in uimcp_agent.transcript if "human" in entry or "agent" in entry] == [
        {"human": "Delete a note"},
        {"agent": "Which one?"},
        {"human": "The second."},
        {"agent": "Are you sure?"},
        {"human": "Yes."},
        {"human": "Go on!"},
        {"agent": "Gone."},
    ]


def test_two_who_answer_each_other_come_to_an_end(
    uimcp_agent: AgentHarness, uimcp_human: HumanHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pytest_uimcp.agent.harness.simulated_human.MAX_ANSWERS", 3)
    uimcp_human.plays([{"told": "ping", "human": {"says": "pong"}}])
    uimcp_agent.plays([[say("ping"), end()]] * 4)
    with uimcp_human.expects_error("applied 3 times in this test(?s:.*)limit the rule with `times:`"):
        uimcp_human.says("Go")


def test_a_call_of_an_agent_elsewhere_is_answered_while_the_test_waits_for_it(
    notes: Notes, uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_human.plays([DELETES])
    uimcp_agent.plays([call("notes_delete", id=1), [say("As you like."), end()]])
    with Somebody(uimcp_agent.model_url, "Go", mcp_url=uimcp_compositor.url) as agent:
        pass
    assert agent.answers == ["As you like."]


def test_a_call_of_the_test_is_answered(
    notes: Notes, uimcp_compositor: CompositorHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_human.plays([APPROVES])
    assert uimcp_compositor.tool("notes_delete", id=1).data == {"left": 1}


def test_what_needs_a_page_says_so(uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    uimcp_human.plays([{"told": "Press", "human": {"clicks": "Save"}}])
    uimcp_agent.plays([[say("Press Save."), end()]])
    with pytest.raises(NoPage, match=r"human clicks needs a page: have the test use uimcp_page(?s:.*)in rule 1"):
        uimcp_human.says("Go")


ON_A_PAGE = """
    from pytest_uimcp import call, end, say

    RULES = '''
    rules:
      - sees: bread
        human: {clicks: Clear}
      - told: cleared
        human: [{says: "Thank you."}, {clicks: Clear}]
    '''

    def test_both(uimcp, uimcp_page, uimcp_compositor, uimcp_agent, uimcp_human, tmp_path):
        uimcp_compositor.mount("uimcp", uimcp)
        uimcp_compositor.policy({"uimcp_ui_run": "allow"}, check=False)
        (tmp_path / "person.yaml").write_text(RULES)
        person = uimcp_human.plays(tmp_path / "person.yaml")
        uimcp_agent.plays([
            [call("uimcp_ui_run", code="notes.text = 'bread'"), end()],
            [call("uimcp_ui_run", code="notes.text = 'bread and wine'"), say("It was cleared."), end()],
            [end()],
        ])
        uimcp_human.says("Buy bread")
        uimcp_human.does_not_see("bread")
        uimcp_human.says("And wine")
        uimcp_human.does_not_see("wine")
        assert [rule.applied for rule in person.rules] == [1, 1]
        assert uimcp_agent.transcript[-2] == {"human": "Thank you."}

    def test_failure(uimcp, uimcp_page, uimcp_agent, uimcp_human, tmp_path):
        uimcp_human.plays([{"told": "Press", "human": {"clicks": "Save"}}, {"asked": "x", "decision": "approve"}])
        uimcp_agent.plays([[say("Press Save."), end()]])
        uimcp_human.says("Go")
"""


@pytest.mark.usefixtures("repository")
def test_what_the_page_shows_is_answered_on_the_page(pytester: pytest.Pytester) -> None:
    result = run(pytester, ON_A_PAGE)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*in rule 1: human clicks*",
            "*uimcp rules of the human*",
            "1 time  rule 1: told Press -> clicks Save",
            "0 times  rule 2: asked x -> approve",
        ]
    )


FAULTS: list[tuple[str, str]] = [
    ("rules: []", r"person\.yaml:1: rules: expected at least one entry"),
    ("- asked: x", r"person\.yaml:1: the file: expected a mapping with rules"),
    ("rule: []", r"unknown key rule \(did you mean rules\?\)"),
    ("rules:\n- aksed: x", r"person\.yaml:2: unknown key rules\[0\]\.aksed \(did you mean asked\?\)"),
    ("rules:\n- times: 2", r":2: a rule has one of asked, told, matching, sees; this one has none"),
    ("rules:\n- {asked: x, told: y}", r"this one has asked and told"),
    ("rules:\n- asked: x", r":2: a rule with asked needs a decision: approve, deny_continue or deny_abort"),
    ("rules:\n- asked: x\n  decision: aprove", r":3: rules\[0\]\.decision: .*did you mean approve"),
    ("rules:\n- {asked: x, decision: approve, reason: y}", r"only a denial has a reason"),
    ("rules:\n- {asked: x, decision: approve, human: {says: y}}", r"human: a rule with asked has when, decision"),
    ("rules:\n- {asked: x, decision: approve, when: {id: {att: 1}}}", r"the condition on id: unknown operator 'att'"),
    ("rules:\n- told: x", r"needs what the human does then, such as `human: \{says: Yes\.\}`"),
    ("rules:\n- {told: x, decision: approve}", r"decision: a rule with told has human"),
    ("rules:\n- {matching: '(', human: {says: y}}", r"matching: '\(' is no regular expression"),
    ("rules:\n- told: x\n  human:\n  - says: y\n  - clics: z", r":5: unknown step 'human clics' \(did you mean clicks"),
    ("rules:\n- told: x\n  human: {approves: y}", r"a rule with asked decides about calls"),
    ("rules:\n- told: x\n  human: {says: '${y}'}", r"there are no variables here"),
    ("rules:\n- told: x\n  human: {clicks: y, on: stage}", r"only has the page"),
    ("rules:\n- {sees: x, human: {clicks: y}, times: 0}", r"expected a whole number above 0, got 0"),
    ("rules: [", r"person\.yaml:1: "),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "person.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match=message):
        read_human_rules(file)


def test_a_mistake_in_python_is_told_with_the_number_of_the_rule(uimcp_human: HumanHarness) -> None:
    with pytest.raises(ScenarioError, match=r"rule 2: rules\[1\]\.asked: expected text in quotes, got 3"):
        uimcp_human.plays([APPROVES, {"asked": 3, "decision": "approve"}])
    with pytest.raises(Exception, match=r"no file nobody\.yaml; looked in"):
        uimcp_human.plays("nobody.yaml")
