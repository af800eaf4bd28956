"""A human who answers by rules: what the agent asks and says, and what the page shows."""

import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, Page, Server, call, end, say


@pytest.mark.uimcp(dir="counter")
def test_somebody_is_there_who_answers(
    uimcp: Server,
    uimcp_page: Page,
    uimcp_compositor: CompositorHarness,
    uimcp_agent: AgentHarness,
    uimcp_human: HumanHarness,
) -> None:
    uimcp_compositor.mount("app", uimcp)
    person = uimcp_human.plays("person.yaml")
    uimcp_agent.plays(
        [
            [call("app_ui_run", code="counter:decrement()")],
            [say("How far shall I count?"), end()],
            [call("app_ui_run", code="counter:increment()"), call("app_ui_run", code="counter:increment()")],
            [end()],
            [say("I see."), end()],
        ]
    )

    uimcp_human.says("Please count.")

    uimcp_human.sees("1")
    assert [call.decision for call in uimcp_agent.called("app_ui_run")] == ["deny_continue", "approve", "approve"]
    uimcp_agent.has_said("I see.")
    assert [rule.applied for rule in person.rules] == [1, 2, 1, 1]
