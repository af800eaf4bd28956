"""The fixtures of an agent and of the human beside it.

pytest imports this module when it starts, so it imports only pytest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import pytest

if TYPE_CHECKING:
    from pytest_uimcp.agent.harness.agent import AgentHarness
    from pytest_uimcp.agent.harness.human import HumanHarness
    from pytest_uimcp.agent.harness.recordings import RecordMode
    from pytest_uimcp.chat.harness.chat import ChatHarness
    from pytest_uimcp.compositor.harness.compositor import CompositorHarness

PAGES = ("uimcp_page", "uimcp_browser")


@pytest.fixture
def uimcp_agent(
    request: pytest.FixtureRequest, uimcp_compositor: CompositorHarness, uimcp_chat: ChatHarness
) -> Iterator[AgentHarness]:
    """A scripted agent: `.plays(turns)`, then `.called(…)`, `.has_said(…)`, `.calls`, `.transcript`, `.model_url`."""
    from pytest_uimcp.agent.harness.agent import AgentHarness
    from pytest_uimcp.testing.hooks import has_passed
    from pytest_uimcp.testing.options import value
    from pytest_uimcp.testing.participating import participating
    from pytest_uimcp.testing.repeating import run_number

    with participating(request, AgentHarness, uimcp_compositor, uimcp_chat) as harness:
        harness.folders = (request.path.parent, request.config.rootpath)
        harness.record_mode = cast("RecordMode", value(request.config, "record-model"))
        harness.run_number = run_number(request.node)
        yield harness
        if has_passed(request.node):
            harness.check_finished()


@pytest.fixture
def uimcp_human(
    request: pytest.FixtureRequest, uimcp_compositor: CompositorHarness, uimcp_chat: ChatHarness
) -> Iterator[HumanHarness]:
    """The human: `.says(text)`, `.approves(name, **args)`, `.denies(…)`, `.plays(rules)`; `.clicks(…)` on the page."""
    from pytest_uimcp.agent.harness.human import HumanHarness
    from pytest_uimcp.testing.participating import participating

    agent = None
    if "uimcp_agent" in request.fixturenames:
        agent = request.getfixturevalue("uimcp_agent")
    page = next((request.getfixturevalue(name) for name in PAGES if name in request.fixturenames), None)
    with participating(request, HumanHarness, uimcp_chat, uimcp_compositor, agent, page) as harness:
        harness.folders = (request.path.parent, request.config.rootpath)
        yield harness
