"""The compositor's harness, used as a test would."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client

from pytest_uimcp import ChatHarness, CompositorHarness, HumanHarness, NeedsApproval, PolicyFault, Rule, UimcpError
from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.specs import HttpSpec, StdioSpec
from pytest_uimcp.mcp.arguments import Parameter
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool
from tests.mcp.reports import told
from tests.testing.repository import run

ROOT = Path(__file__).parents[3]
COUNTING = [sys.executable, "-m", "tests.mcp.counting"]


def shop(tool: str = "sell", *, destructive: bool = True) -> McpServer[None]:
    async def sell(_shop: None, call: Any) -> dict[str, Any]:
        return {"sold": call.arguments}

    return McpServer("shop", None, [Tool(tool, "Sell", "Sells.", sell, destructive=destructive, validate=False)])


@pytest.fixture
def compositor(uimcp_compositor: CompositorHarness) -> CompositorHarness:
    uimcp_compositor.mount("shop", shop)
    return uimcp_compositor


def test_it_begins_without_mounts_of_the_test(uimcp_compositor: CompositorHarness) -> None:
    assert set(uimcp_compositor.mounts) == {"resources", "compositor_meta"}
    assert uimcp_compositor.approvals == []
    assert uimcp_compositor.audit == []


@pytest.mark.slow
def test_a_server_of_any_kind_is_mounted(uimcp_compositor: CompositorHarness, uimcp_chat: ChatHarness) -> None:
    uimcp_compositor.mount("made", shop)
    uimcp_compositor.mount("command", StdioSpec(COUNTING[0], tuple(COUNTING[1:]), cwd=ROOT))
    uimcp_compositor.mount("url", HttpSpec(uimcp_chat.human.url, bearer=uimcp_chat.human.token))
    uimcp_compositor.policy({"*": "allow"}, check=False)
    names = {tool.name for tool in uimcp_compositor.tools()}
    assert {"made_sell", "command_add", "url_chat_human_post"} <= names
    assert uimcp_compositor.tool("command_add", numbers=[1, 2]).data == {"count": 3}
    assert uimcp_compositor.mounts["command"] == "running"
    uimcp_compositor.unmount("command")
    assert "command" not in uimcp_compositor.mounts


@pytest.mark.slow
def test_a_mount_that_fails_says_why(compositor: CompositorHarness) -> None:
    with pytest.raises(CompositorError, match="already mounted"):
        compositor.mount("shop", shop)
    with pytest.raises(CompositorError, match="expected a server to mount, got int"):
        compositor.mount("number", 5)
    with pytest.raises(CompositorError, match="'missing': there is no command 'no-such-command-at-all'; give its path"):
        compositor.mount("missing", ["no-such-command-at-all"])
    with pytest.raises(CompositorError, match=r"ended, or spoke something else than MCP, before it had answered"):
        compositor.mount("broken", [sys.executable, "-c", "raise SystemExit(3)"])
    with pytest.raises(CompositorError, match=r"cannot mount 'far': http://127.0.0.1:9 cannot be reached"):
        compositor.mount("far", "http://127.0.0.1:9/mcp")
    with pytest.raises(CompositorError, match=r"expected a URL .*; a command is a list: \['python', 'server.py'\]"):
        compositor.mount("words", "python server.py")
    assert "missing" not in compositor.mounts
    alias = compositor.url.replace("127.0.0.1", "localhost")
    for itself in (compositor.url, {"url": compositor.url}, alias, compositor):
        with pytest.raises(CompositorError, match="cannot be mounted in itself"):
            compositor.mount("again", itself)
    assert "again" not in compositor.mounts


def test_a_call_that_has_to_be_asked_about_is_an_error(compositor: CompositorHarness) -> None:
    with pytest.raises(NeedsApproval) as caught:
        compositor.tool("shop_sell", what="milk")
    assert str(caught.value) == (
        "tool('shop_sell') waits for a human to approve shop_sell; allow it with policy(…), or call it with "
        "begin_tool(…) and decide with uimcp_human.approves(…) or denies(…)"
    )
    assert compositor.pending == []
    assert [(item.name, item.status) for item in compositor.approvals] == [("shop_sell", "cancelled")]


def test_a_call_that_was_begun_has_its_result_once_it_is_decided(
    compositor: CompositorHarness, uimcp_human: HumanHarness
) -> None:
    first = compositor.begin_tool("shop_sell", what="milk")
    second = compositor.begin_tool("shop_sell", what="bread")
    uimcp_human.denies("shop_sell", what="bread")
    uimcp_human.approves("shop_sell", what="milk")
    assert first.result().data == {"sold": {"what": "milk"}}
    assert second.result().text == "policy_denied_continue: user_denied; a human denied this call and gave no reason"
    assert (second.result().is_error, (second.result().error or {})["code"]) == (True, -32951)
    assert [record.outcome for record in compositor.audit] == ["user_approve", "user_deny_continue"]


POLICIES = [
    {"shop_sell": "allow"},
    [Rule("shop_*", "allow", destructive=True)],
    [("shop_sell", "allow")],
    [{"tool": "shop_sell", "decision": "allow"}],
    lambda request: "allow" if request.name == "shop_sell" else "ask",
]


@pytest.mark.parametrize("rules", POLICIES, ids=["mapping", "rules", "pairs", "mappings", "function"])
def test_a_policy_is_written_in_several_ways(compositor: CompositorHarness, rules: Any) -> None:
    compositor.policy(rules, check=False)
    assert not compositor.tool("shop_sell").is_error


def test_a_policy_may_be_a_file(compositor: CompositorHarness, tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text("rules:\n  - {tool: shop_sell, decision: deny_continue, rationale: closed}\n")
    compositor.policy(path)
    refused = compositor.tool("shop_sell")
    assert (refused.is_error, refused.text) == (True, "policy_denied_continue: closed")
    [step] = [step for step in compositor.story.steps if step.actor == "policy"]
    assert (step.verb, step.arguments["name"], step.outcome) == ("deny", "shop_sell", "closed")


def test_a_policy_that_does_not_fit_the_tools_is_an_error(compositor: CompositorHarness) -> None:
    with pytest.raises(PolicyFault) as caught:
        compositor.policy({"shop_sel": "allow", "shop_*": "allow", "shop_sell": "ask"})
    lines = str(caught.value).splitlines()
    assert lines[0] == "the policy does not match the mounted tools (check=False turns this off):"
    assert lines[1] == "  allow shop_sel: no tool has this name (did you mean shop_sell?)"
    assert lines[2].startswith("  allow shop_*: lets shop_sell run without asking")
    assert lines[3] == "  ask shop_sell: never decides, for allow shop_* come before it"


def test_a_condition_on_an_argument_that_the_tool_does_not_have_is_an_error(compositor: CompositorHarness) -> None:
    with pytest.raises(PolicyFault, match=r"deny_continue shop_sell when …: pth is no argument of shop_sell"):
        compositor.policy([Rule("shop_sell", "deny_continue", when={"pth": {"under": "/etc"}})])


def test_an_object_that_is_not_a_policy_is_an_error(compositor: CompositorHarness) -> None:
    for rules in (5, [5], [("a", "b", "c")]):
        with pytest.raises(UimcpError, match=r"policy\(…\): expected .* a function of the request"):
            compositor.policy(rules)


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_an_agent_from_outside_passes_the_same_gate(compositor: CompositorHarness, anyio_backend: str) -> None:
    compositor.policy({"shop_sell": "deny_continue"})
    async with Client(compositor.url) as client:
        assert "shop_sell" in [tool.name for tool in (await client.list_tools()).tools]
        assert told(await client.call_tool("shop_sell", {})).startswith("policy_denied_continue: ")
    [record] = compositor.audit
    assert (record.principal, record.outcome) == ("agent:url", "policy_deny_continue")
    async with httpx.AsyncClient(trust_env=False) as foreign:
        answer = await foreign.post(compositor.url, json={}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_an_agent_from_outside_sees_the_tools_it_was_given(
    compositor: CompositorHarness, anyio_backend: str
) -> None:
    async with Client(compositor.url) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert {name.partition("_")[0] for name in names} == {"shop"}
        assert (await client.list_resources()).resources == []
        assert "compositor_meta" not in (client.instructions or "")
        refused = await client.call_tool("resources_subscribe", {})
        assert refused.is_error
        assert told(refused).startswith("tool 'resources_subscribe' not found")
    async with Client(f"{compositor.url}?tools=all") as client:
        assert {*names, "resources_subscribe"} < {tool.name for tool in (await client.list_tools()).tools}
        assert (await client.list_resources()).resources
    async with httpx.AsyncClient(trust_env=False) as foreign:
        answer = await foreign.post(f"{compositor.url}?tools=some", json={})
    assert (answer.status_code, answer.text) == (404, "tools: expected all, or leave it out")


def test_what_hosts_refuse_in_a_mounted_tool_is_told(compositor: CompositorHarness) -> None:
    assert compositor.host_findings() == []

    async def add(_notes: None, _call: Any) -> str:
        return ""

    parameter = Parameter("note", {"type": ["string", "null"]}, "A note.")
    tool = Tool("add", "Add", "Adds.", add, (parameter,))
    compositor.mount("notes", lambda: McpServer("notes", None, (tool,)))
    [finding] = compositor.host_findings()
    assert (finding.tool, finding.place, finding.limit.name) == ("notes_add", "note", "a list of types")


WAITING = """
    from tests.compositor.harness.test_compositor import shop

    def test_it(uimcp_compositor):
        uimcp_compositor.mount("shop", shop)
        uimcp_compositor.begin_tool("shop_sell", what="milk")
        assert False
"""


def test_a_failing_test_shows_what_waits(pytester: pytest.Pytester) -> None:
    result = run(pytester, WAITING)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*uimcp story*",
            "  test   mount('shop')",
            "  policy ask('shop_sell', what='milk') -> default: ask",
            "*uimcp approvals waiting*",
            'shop_sell({"what": "milk"}): default: ask',
        ]
    )
