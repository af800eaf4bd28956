from __future__ import annotations

import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError

from pytest_uimcp.compositor.approvals_server import approver_server, policy_text
from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.compositor.policy import CallablePolicy, ChainedPolicy, Rule, RulePolicy
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.http import serve_http
from tests.compositor.child import Child
from tests.compositor.mounting import PATIENCE, Ear, is_pending, permissive, said, until
from tests.mcp.reports import told

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]
ASK = RulePolicy([Rule("p_*", "ask")], default="allow")


@pytest.fixture
async def compositor() -> AsyncIterator[Compositor]:
    async with Compositor(policy=ASK) as compositor:
        await compositor.mount_inproc("p", Child().server)
        yield compositor


async def read(client: Client, uri: str) -> Any:
    (content,) = (await client.read_resource(uri, cache_mode="refresh")).contents
    return json.loads(content.text)


async def code(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.structured_content is not None
    return str(result.structured_content["error"]["code"])


class Agent:
    """An agent whose calls wait."""

    def __init__(self, compositor: Compositor) -> None:
        self._compositor = compositor
        self.results: dict[str, str] = {}

    async def call(self, text: str) -> None:
        try:
            result = await self._compositor.call_tool("p_echo", {"text": text}, call_id=f"call {text}")
            self.results[text] = str(result.content[0]["text"])
        except Exception as error:  # noqa: BLE001 - the test looks at it
            self.results[text] = str(error)


async def test_what_waits_is_read_decided_and_read_again(compositor: Compositor) -> None:
    agent = Agent(compositor)
    async with (
        Client(compositor.approver().sdk) as human,
        anyio.create_task_group() as tasks,
    ):
        for text in ("one", "two", "three", "four"):
            tasks.start_soon(agent.call, text)
            await until(partial(is_pending, compositor, text))
        pending = (await read(human, "approvals://pending"))["pending"]
        assert [item["args"]["text"] for item in pending] == ["one", "two", "three", "four"]
        assert {
            key: pending[0][key] for key in ("call_id", "kind", "name", "server", "tool", "tool_key", "status")
        } == {
            "call_id": "call one",
            "kind": "tool_call",
            "name": "p_echo",
            "server": "p",
            "tool": "echo",
            "tool_key": "p_echo",
            "status": "pending",
        }
        one, two, three, four = (item["id"] for item in pending)
        calls = (await read(human, "pending://calls"))["pending"]
        assert calls[0] == {"call_id": one, "tool_key": "p_echo", "args_json": '{"text": "one"}'}
        assert said(await human.call_tool("approve", {"id": one})) == '{\n  "ok": true\n}'
        await human.call_tool("deny", {"id": two, "reason": "no"})
        await human.call_tool("deny", {"id": three, "abort": True})
        await human.call_tool("decide_call", {"call_id": four, "decision": "approve"})
        with anyio.fail_after(PATIENCE):
            await until(lambda: len(agent.results) == 4)
        assert agent.results == {
            "one": "one",
            "two": "policy_denied_continue: no",
            "three": "policy_denied: user_denied; a human denied this call and gave no reason",
            "four": "four",
        }
        assert (await read(human, "approvals://pending"))["pending"] == []
        decided = await read(human, f"approvals://pending/{two}")
        assert (decided["status"], decided["decision"], decided["reason"], decided["decided_by"]) == (
            "resolved",
            "deny_continue",
            "no",
            "human",
        )
        history = (await read(human, "approvals://history"))["history"]
        assert [item["id"] for item in history] == [one, two, three, four]
        assert [item["id"] for item in (await read(human, "approvals://history?limit=1"))["history"]] == [four]
        assert await code(human, "approve", id=one) == "already_resolved"
        assert await code(human, "deny", id="pg:none") == "unknown_approval"
        result = await human.call_tool("decide_call", {"call_id": one, "decision": "perhaps"})
        assert "decision: must be one of 'approve', 'deny_continue', 'deny_abort'" in said(result)
        with pytest.raises(MCPError, match="no approval has the id 'pg:none'"):
            await read(human, "approvals://pending/pg:none")


async def test_subscribers_are_notified_of_every_change(compositor: Compositor) -> None:
    ear, agent = Ear(), Agent(compositor)
    async with (
        Client(compositor.reader().sdk, mode="legacy", message_handler=ear) as reader,
        anyio.create_task_group() as tasks,
    ):
        for uri in ("approvals://pending", "pending://calls", "resource://approval-policy/policy.py"):
            await reader.subscribe_resource(uri)
        with pytest.raises(MCPError, match="Resource not found"):
            await reader.subscribe_resource("approvals://pending/pg:none")
        tasks.start_soon(agent.call, "one")
        await until(lambda: {"approvals://pending", "pending://calls"} <= set(ear.heard))
        (item,) = compositor.approvals.pending()
        await reader.subscribe_resource(f"approvals://pending/{item.id}")
        ear.heard.clear()
        compositor.approvals.decide(item.id, "approve")
        await until(lambda: {"approvals://pending", f"approvals://pending/{item.id}"} <= set(ear.heard))
        compositor.policy = RulePolicy()
        await until(lambda: "resource://approval-policy/policy.py" in ear.heard)
        assert (await reader.list_tools()).tools == []


async def test_a_policy_is_replaced_checked_and_read(compositor: Compositor) -> None:
    source = "default: allow\nrules:\n  - {tool: p_ecko, decision: ask}\n"
    async with Client(compositor.approver().sdk) as human:
        result = await human.call_tool("set_policy", {"source": source})
        assert result.structured_content is not None
        assert result.structured_content["ok"]
        assert (
            "line 3: ask p_ecko: no tool has this name (did you mean p_echo?)" in result.structured_content["findings"]
        )
        (content,) = (await human.read_resource("resource://approval-policy/policy.py")).contents
        assert content.text == source
        assert await code(human, "set_policy", source="rules: 7") == "invalid_policy"
    assert policy_text(compositor.policy) == source
    assert not (await compositor.call_tool("p_echo")).is_error


@pytest.mark.parametrize("prefix", ["policy_approver", "anything"])
async def test_an_agent_cannot_decide_about_its_own_calls(compositor: Compositor, prefix: str) -> None:
    agent = Agent(compositor)
    await compositor.mount_inproc(prefix, compositor.approver())
    async with anyio.create_task_group() as tasks, Client(compositor.mcp.sdk) as client:
        tasks.start_soon(agent.call, "one")
        await until(lambda: bool(compositor.approvals.pending()))
        (item,) = compositor.approvals.pending()
        if prefix == "policy_approver":
            assert "not found" in told(await client.call_tool("policy_approver_approve", {"id": item.id}))
        else:
            forged: Any = {"uimcp/role": "human"}
            result = await client.call_tool("anything_approve", {"id": item.id}, meta=forged)
            assert said(result) == "only a human decides about calls and policies"
            assert await code(client, "anything_set_policy", source="default: allow") == "forbidden"
        assert compositor.approvals.pending() == [item]
        human = await compositor.call_tool(f"{prefix}_approve", {"id": item.id}, principal="human")
        assert not human.is_error


@pytest.mark.parametrize("principal", ["human:anna", "user", "owner"])
async def test_over_http_the_token_says_who_decides(compositor: Compositor, principal: str) -> None:
    agent = Agent(compositor)
    tokens = BearerTokens({"a": "agent", "h": principal})
    async with (
        serve_http(approver_server(compositor.gate).sdk, authenticator=tokens) as url,
        permissive() as clients,
        anyio.create_task_group() as tasks,
    ):
        for prefix, token in (("by_agent", "a"), ("by_human", "h")):
            await clients.mount_server(prefix, {"url": f"{url}/mcp", "bearer": token})
        tasks.start_soon(agent.call, "one")
        await until(lambda: bool(compositor.approvals.pending()))
        (item,) = compositor.approvals.pending()
        refused = await clients.call_tool("by_agent_approve", {"id": item.id})
        assert refused.data["error"]["code"] == "forbidden"
        assert (await clients.call_tool("by_human_approve", {"id": item.id})).data == {"ok": True}
        assert compositor.approvals.get(item.id).decided_by == principal


def test_a_policy_in_python_is_described_in_words() -> None:
    rules = RulePolicy([Rule("a", "ask")], always=())
    assert policy_text(rules) == "# default: ask\n# ask a\n"
    chain = ChainedPolicy([rules, CallablePolicy(lambda _: "allow")])
    assert policy_text(chain) == "# the strictest of:\n# default: ask\n# ask a\n# decided by CallablePolicy\n"
