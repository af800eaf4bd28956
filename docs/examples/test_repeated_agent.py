"""What the model answered in three runs: two of them did what was asked, and two are enough."""

import runpy
from pathlib import Path

import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, Server

# The agent above; of a package, one would write `from my_agent import main`.
main = runpy.run_path(str(Path(__file__).with_name("foreign_agent.py")))["main"]


@pytest.mark.uimcp(dir="counter", repeat=3, at_least=2)
def test_it_mostly_counts_to_one(uimcp: Server, uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness) -> None:
    uimcp_compositor.mount("app", uimcp)
    uimcp_compositor.policy({"app_ui_run": "allow"}, check=False)
    uimcp_agent.replays("counter-{run}.model.yaml")

    async def count(model_url: str, mcp_url: str) -> None:
        await main(model_url, mcp_url, "Count to one.")

    uimcp_agent.drives(count)

    uimcp_agent.has_said(matching="at 1")
    assert uimcp.state()["value"]["count"] == 1
