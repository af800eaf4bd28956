from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.compositor.policy import RulePolicy
from pytest_uimcp.mcp.calls import ToolResult
from tests.compositor.mounting import child_command, permissive

pytestmark = pytest.mark.anyio
SPEC = child_command("echo")
JSON: dict[str, Any] = {
    "type": "stdio",
    "command": SPEC.command,
    "args": list(SPEC.args),
    "env": [{"key": "PYTHONPATH", "value": str(SPEC.cwd)}],
}


def code(result: ToolResult) -> str:
    assert result.is_error
    return str(result.data["error"]["code"])


@pytest.mark.slow
async def test_an_agent_mounts_and_unmounts_a_server() -> None:
    async with permissive(admin=True) as compositor:
        call = {"prefix": "far", "spec": JSON}
        assert (await compositor.call_tool("compositor_admin_attach_server", call)).data == {"ok": True}
        assert (await compositor.call_tool("far_echo", {"text": "hi"})).text == "hi"
        assert code(await compositor.call_tool("compositor_admin_attach_server", call)) == "already_mounted"
        detach = {"prefix": "far"}
        assert (await compositor.call_tool("compositor_admin_detach_server", detach)).data == {"ok": True}
        assert code(await compositor.call_tool("compositor_admin_detach_server", detach)) == "not_mounted"


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("detach_server", {"prefix": "resources"}, "pinned"),
        ("attach_server", {"prefix": "No", "spec": JSON}, "invalid_prefix"),
        ("attach_server", {"prefix": "p", "spec": {"type": "http", "url": "ftp://x"}}, "invalid_spec"),
        ("attach_server", {"prefix": "p", "spec": {"type": "stdio", "command": "/no/such"}}, "mount_failed"),
    ],
)
async def test_what_cannot_be_done_is_an_error_with_a_code(tool: str, arguments: Any, expected: str) -> None:
    async with permissive(admin=True) as compositor:
        assert code(await compositor.call_tool(f"compositor_admin_{tool}", arguments)) == expected
        assert len(compositor.server_entries()) == 3


async def test_the_default_policy_asks_before_a_server_is_mounted() -> None:
    async with Compositor(admin=True, policy=RulePolicy()) as compositor:
        compositor.approvals.listen(
            lambda item: compositor.approvals.decide(item.id, "deny_continue") if item.pending else None
        )
        with pytest.raises(Exception, match="policy_denied_continue"):
            await compositor.call_tool("compositor_admin_attach_server", {"prefix": "p", "spec": JSON})


async def test_without_admin_there_are_no_such_tools() -> None:
    async with permissive() as compositor:
        assert compositor.tool("compositor_admin_attach_server") is None
