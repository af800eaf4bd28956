"""The same agent, with what a real model answered once: `pytest --uimcp-record-model` wrote `counter.model.yaml`."""

import subprocess
import sys
from pathlib import Path

import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, Server

AGENT = [sys.executable, str(Path(__file__).with_name("foreign_agent.py"))]

pytestmark = pytest.mark.uimcp(dir="counter")


def test_it_counts_as_it_did_with_the_model(
    uimcp: Server, uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness
) -> None:
    uimcp_compositor.mount("app", uimcp)
    uimcp_compositor.policy({"app_ui_run": "allow"}, check=False)
    uimcp_agent.replays("counter.model.yaml")

    subprocess.run([*AGENT, uimcp_agent.model_url, uimcp_compositor.url, "Count to one."], check=True, timeout=60)

    uimcp_agent.has_said("The counter is at 1.")
    assert uimcp.state()["value"]["count"] == 1
