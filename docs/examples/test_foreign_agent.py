"""An agent in its own process, against fixed turns and the real policy gate. No key, no network, no LLM."""

import subprocess
import sys
from pathlib import Path

import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, Server, call, end, say

AGENT = [sys.executable, str(Path(__file__).with_name("foreign_agent.py"))]

pytestmark = pytest.mark.uimcp(dir="counter")


def test_an_agent_in_another_process(
    uimcp: Server, uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    """It only ever sees two URLs; what it does there is asserted here."""
    uimcp_compositor.mount("app", uimcp)
    uimcp_agent.plays(
        [
            [call("app_ui_run", code="counter:decrement()")],
            [call("app_ui_run", code="counter:increment()")],
            [say("It is 1."), end()],
        ]
    )
    command = [*AGENT, uimcp_agent.model_url, uimcp_compositor.url, "Count to one."]
    with subprocess.Popen(command) as process:
        uimcp_human.denies("app_ui_run", code="counter:decrement()", reason="that is the wrong way")
        uimcp_human.approves("app_ui_run", code="counter:increment()")
        assert process.wait(timeout=60) == 0

    uimcp_agent.has_said("It is 1.")
    assert uimcp.state()["value"]["count"] == 1
    assert [one.decision for one in uimcp_agent.called("app_ui_run", times=2)] == ["deny_continue", "approve"]
    told = str(uimcp_agent.asked[1].transcript[-1])  # what the model was told
    assert "policy_denied_continue: that is the wrong way" in told
