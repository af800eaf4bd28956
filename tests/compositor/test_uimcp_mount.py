"""The project's own server behind a compositor."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.compositor.policy import Rule, RulePolicy
from tests.compositor.mounting import PATIENCE, Ear, client_of, names, said, until, uris
from tests.mcp.reports import told
from tests.server.rig import rigged

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]


async def test_ui_run_passes_the_gate_of_a_mounted_ui_mcp_server(tmp_path: Path) -> None:
    rules = RulePolicy([Rule("ui_run", "deny_continue", when={"code": {"contains": "os."}})], default="allow")
    ear = Ear()
    async with rigged(tmp_path / "ui") as rig, Compositor(policy=rules) as compositor:
        await rig.server.configure()
        with anyio.fail_after(PATIENCE):
            await rig.server.start()
            await compositor.mount_inproc("ui", rig.mcp)
            async with client_of(compositor, message_handler=ear) as client:
                assert "ui_run" in await names(client)
                assert "ui://ui/state" in await uris(client)
                result = await client.call_tool("ui_run", {"code": "mcp.value = {name = 'Ada'} return 1 + 1"})
                assert (said(result), result.structured_content) == ("2", {"value": 2})
                refused = await client.call_tool("ui_run", {"code": "os.exit()"})
                assert told(refused) == "policy_denied_continue: deny_continue ui_run when …"
                (content,) = (await client.read_resource("ui://ui/state")).contents
                assert "Ada" in content.text
                await client.subscribe_resource("ui://ui/state")
                await client.call_tool("ui_run", {"code": "mcp.value = {name = 'Bob'}"})
                await until(lambda: "ui://ui/state" in ear.heard)
    assert [record.outcome for record in compositor.calls] == ["policy_allow", "policy_deny_continue", "policy_allow"]
