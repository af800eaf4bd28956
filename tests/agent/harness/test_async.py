"""Async tests: verbs are awaited, and an agent that runs as a task of the test goes on meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

import anyio
import pytest

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, call, end, say
from pytest_uimcp.agent import Turn, TurnStep
from pytest_uimcp.agent.errors import RunError
from pytest_uimcp.core.errors import UimcpError
from tests.agent.harness.notes import Notes
from tests.agent.harness.somebody import Somebody

SCRIPT: list[Turn | TurnStep] = [call("notes_delete", id=1), [say("Done."), end()]]

pytestmark = pytest.mark.usefixtures("notes")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_an_agent_runs_as_a_task_of_the_test(
    uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness, notes: Notes
) -> None:
    uimcp_agent.plays(SCRIPT)
    agent = Somebody(uimcp_agent.model_url, "Go", mcp_url=uimcp_compositor.url)
    task = asyncio.create_task(agent.run())
    item = await uimcp_human.approves("notes_delete", id=1)  # type: ignore[misc]  # an item in a plain test
    await task
    assert (item.args, agent.answers, notes.deleted) == ({"id": 1}, ["Done."], [1])
    await uimcp_agent.has_said("Done.")  # type: ignore[misc]  # nothing in a plain test
    [made] = await uimcp_agent.called("notes_delete")  # type: ignore[misc]  # a list in a plain test
    assert made.decision == "approve"


@pytest.mark.anyio
async def test_our_own_agent_is_spoken_to_in_an_async_test(
    uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[say("Hello."), end()]])
    assert (await uimcp_human.says("Hi")).isdigit()  # type: ignore[misc]  # a text in a plain test
    assert uimcp_agent.said == ["Hello."]


@pytest.mark.anyio
async def test_a_verb_that_is_not_awaited_is_an_error(uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    uimcp_agent.plays([[say("Hello."), end()]])
    uimcp_human.says("Hi")
    with pytest.raises(UimcpError, match=r"says\(…\) was not awaited, so it was not done"):
        uimcp_human.says("Hi again")
    await uimcp_human.says("Hi")  # type: ignore[misc]  # a text in a plain test


def test_an_agent_is_a_function_of_the_test(uimcp_agent: AgentHarness, uimcp_human: HumanHarness, notes: Notes) -> None:
    async def agent(model_url: str, mcp_url: str) -> Any:
        somebody = Somebody(model_url, "Go", mcp_url=mcp_url)
        await somebody.run()
        return somebody.answers

    uimcp_agent.plays(SCRIPT)
    driven = uimcp_agent.drives(agent)
    assert (driven.exit_code, notes.deleted) == (None, [])
    uimcp_human.approves("notes_delete")
    assert (driven.exit_code, driven.result, notes.deleted) == (0, ["Done."], [1])


def test_an_agent_may_be_a_plain_function_with_a_loop_of_its_own(uimcp_agent: AgentHarness) -> None:
    def agent(model_url: str, mcp_url: str) -> list[str | None]:
        somebody = Somebody(model_url, "Go", mcp_url="")
        asyncio.run(somebody.run())
        return somebody.answers

    uimcp_agent.plays([say("Done.")])
    assert uimcp_agent.drives(agent).result == ["Done."]


def test_an_agent_that_raises_fails_the_test(uimcp_agent: AgentHarness) -> None:
    async def broken(_model_url: str, _mcp_url: str) -> None:
        raise KeyError("milk")

    with pytest.raises(RunError, match=r"broken failed: KeyError: 'milk'"):
        uimcp_agent.drives(broken)


def test_an_agent_that_hangs_is_ended_with_the_test(uimcp_agent: AgentHarness) -> None:
    async def endless(_model_url: str, _mcp_url: str) -> None:
        await anyio.sleep_forever()

    uimcp_agent.patience = 0.01
    with pytest.raises(AssertionError, match=r"endless has not ended within 0\.01 s"):
        uimcp_agent.drives(endless, seconds=0.01)
    uimcp_agent.programs.clear()
