"""An agent that somebody else wrote, as a program of its own: it only sees the two URLs that it is given."""

import subprocess
import sys
from pathlib import Path

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, Server, call, end, say

HERE = Path(__file__).parent
AGENT = [sys.executable, str(HERE.parent / "foreign_agent.py")]


def test_the_program_has_to_ask_like_any_other_agent(
    uimcp: Server, uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp.run('contacts:add({name = "Ada"}) contacts:add({name = "Grace"})')
    uimcp_compositor.mount("app", uimcp)
    uimcp_compositor.policy(HERE.parent / "policy.yaml")
    uimcp_agent.plays(
        [
            [call("app_ui_run", code="return #contacts.contacts")],
            [call("app_ui_run", code="contacts:remove(contacts.contacts[1])")],
            [say("I may not remove Ada."), end()],
        ]
    )

    with subprocess.Popen([*AGENT, uimcp_agent.model_url, uimcp_compositor.url, "Remove Ada."]) as program:
        uimcp_human.denies("app_ui_run", code="contacts:remove(contacts.contacts[1])", reason="we need her")
        assert program.wait(timeout=60) == 0

    assert uimcp.run("return #contacts.contacts") == 2
    uimcp_agent.has_said("I may not remove Ada.")
    assert "policy_denied_continue" in str(uimcp_agent.asked[2].transcript)  # the program told its model
