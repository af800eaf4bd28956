"""A human, an agent and an app in one test: no LLM, no key, no network."""

from pathlib import Path

import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, Page, Server, UimcpSnapshot, call, end, say

HERE = Path(__file__).parent

pytestmark = pytest.mark.uimcp(dir="counter")


@pytest.fixture(autouse=True)
def app(uimcp: Server, uimcp_compositor: CompositorHarness) -> None:
    """The app's tools are the agent's, as `app_ui_run`, `app_ui_display`, …"""
    uimcp_compositor.mount("app", uimcp)
    uimcp_compositor.policy(HERE / "policy.yaml")


def test_the_agent_asks_before_it_counts(
    uimcp_page: Page, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    """The turns are fixed; everything else is real: the tools, the policy, the app, the page."""
    uimcp_agent.plays(
        [
            [call("app_ui_run", code="return counter.count")],
            [call("app_ui_run", code="counter:increment()")],
            [say("It is 1 now."), end()],
        ]
    )

    uimcp_human.says("Count one up, please.")
    uimcp_human.sees("0")
    uimcp_human.approves("app_ui_run", code="counter:increment()")
    uimcp_human.sees("1")

    uimcp_agent.called_in_order("app_ui_run", "app_ui_run", "loop_yield_turn")
    uimcp_agent.never_called("app_ui_upload*")
    uimcp_agent.has_said("It is 1 now.")


def test_the_agent_goes_on_when_it_is_denied(
    uimcp: Server, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    """A script in YAML: the same turns. The human says no."""
    uimcp_agent.plays(HERE / "script.yaml")

    uimcp_human.says("Count one up, please.")
    uimcp_human.denies("app_ui_run", reason="I have changed my mind")

    assert uimcp.state()["value"]["count"] == 0
    [_, denied] = uimcp_agent.called("app_ui_run")
    assert denied.decision == "deny_continue"
    assert "I have changed my mind" in str(uimcp_agent.asked[2].transcript)  # the model was told why


def test_the_conversation_is_as_it_was(
    uimcp_agent: AgentHarness, uimcp_human: HumanHarness, uimcp_snapshot: UimcpSnapshot
) -> None:
    """A conversation is compared with a stored one, a readable file."""
    uimcp_agent.plays(HERE / "script.yaml")
    uimcp_human.says("Count one up, please.")
    uimcp_human.approves("app_ui_run")
    assert uimcp_agent == uimcp_snapshot
