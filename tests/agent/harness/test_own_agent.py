"""Our own agent against the scripted endpoint and the gate's URL: what its requests to the model say."""

from __future__ import annotations

import re
import threading
from typing import Any

import anyio
from mcp import Client

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, call, end, say
from pytest_uimcp.agent import Agent, UserText
from pytest_uimcp.agent.agent import RunEnd
from pytest_uimcp.agent.mcpclients import McpTools
from pytest_uimcp.agent.models.openai import OpenAIModel
from pytest_uimcp.compositor.policy import Rule
from tests import patience
from tests.agent.harness.notes import NotesServer

PATIENCE = patience.SECONDS


class OwnAgent:
    """An agent that knows two URLs, and runs once in a thread."""

    def __init__(self, model_url: str, mcp_url: str) -> None:
        self._urls = model_url, mcp_url
        self.ended: list[RunEnd] = []
        self._thread = threading.Thread(target=anyio.run, args=(self._run,), daemon=True)

    async def _run(self) -> None:
        model_url, mcp_url = self._urls
        with anyio.fail_after(PATIENCE):
            async with Client(mcp_url) as client, OpenAIModel("any", base_url=model_url, network=True) as model:
                agent = Agent(model, McpTools(client), instructions=lambda: client.instructions or "")
                agent.receive([UserText("Delete the milk")])
                self.ended.append(await agent.run())
                agent.close()

    def __enter__(self) -> OwnAgent:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(PATIENCE)


def outputs(request: Any) -> list[str]:
    """What the model was told of its calls."""
    return [event.result.content[0]["text"] for event in request.transcript if event.type == "function_call_output"]


def test_the_model_learns_why_it_was_denied(
    uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_compositor.mount("notes", NotesServer)
    rules = [
        Rule("notes_wait", "deny_continue", rationale="only at night"),
        Rule("notes_read", "deny_abort", rationale="enough"),
    ]
    uimcp_compositor.policy(rules, check=False)
    uimcp_agent.plays([[call("notes_wait")], [call("notes_delete", id=1)], [call("notes_read", id=1)]])
    with OwnAgent(uimcp_agent.model_url, uimcp_compositor.url) as agent:
        uimcp_human.denies("notes_delete", id=1, reason="not before Friday")
    assert outputs(uimcp_agent.asked[2]) == [
        "ERROR\npolicy_denied_continue: only at night",
        "ERROR\npolicy_denied_continue: not before Friday",
    ]
    [ended] = agent.ended
    assert (ended.status, ended.reason, len(uimcp_agent.asked)) == ("finished", "policy_denied", 3)


def test_the_instructions_name_tools_as_they_are_listed(
    uimcp_compositor: CompositorHarness, uimcp_agent: AgentHarness
) -> None:
    uimcp_agent.plays([[say("Done."), end()]])
    with OwnAgent(uimcp_agent.model_url, f"{uimcp_compositor.url}?tools=all"):
        pass
    [request] = uimcp_agent.asked
    listed = {tool.name for tool in request.tools}
    named = set(re.findall(r"\b[a-z]+(?:[._][a-z]+)+\b", request.instructions))
    assert {"chat_assistant_post", "chat_assistant_chat_read_since"} <= named & listed
    assert named - listed - uimcp_compositor.mounts.keys() == set()
