"""The global `mcp`: Lua has what the table lists, and `MCP` stands beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import ClientSession

from pytest_uimcp.server.lua.mcp_global import MEMBERS, SECTIONS
from tests.files import write
from tests.server.rig import Rig, rigged

pytestmark = pytest.mark.anyio

KINDS = """
local kinds = {}
for name, member in pairs(mcp) do kinds[name] = type(member) end
return kinds
"""


async def test_lua_has_every_member_of_the_table_and_no_other(running: Rig) -> None:
    await running.run("mcp.value = true")
    kinds = await running.run(KINDS)
    assert sorted(kinds) == sorted(member.name for member in MEMBERS)
    assert {name: kind == "function" for name, kind in kinds.items()} == {
        member.name: member.is_function for member in MEMBERS
    }


def test_every_member_is_in_a_section() -> None:
    assert {member.section for member in MEMBERS} == set(SECTIONS)


async def test_every_function_can_be_replaced(running: Rig) -> None:
    for member in MEMBERS:
        if member.is_function:
            await running.run(f"function mcp:{member.name}() return 'mine' end")
            assert await running.run(f"return {member.call.partition('(')[0]}(mcp)") == "mine"


async def test_mcp_and_its_namesake_are_two_tables_made_after_main_lua(base_dir: Path) -> None:
    write(
        base_dir,
        {
            "lua/main.lua": "seen = {main = {mcp, MCP}}",
            "lua/mcp.lua": "seen.mcp = MCP MCP.Shell = session:prototype('MCP.Shell', {})",
            "apps/a/init.lua": "seen.init = MCP.Shell.type",
        },
    )
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        assert await rig.run("return {#seen.main, seen.mcp == MCP, MCP ~= mcp, seen.init}") == [
            0,
            True,
            True,
            "MCP.Shell",
        ]


async def test_the_session_id_equals_the_one_in_the_cookie_and_the_addresses(running: Rig, http: ClientSession) -> None:
    session_id = await running.run("return mcp.sessionId")
    assert len(session_id) == 32
    async with http.get(running.ui_url) as page:
        assert page.cookies["ui-session"].value == session_id
    async with http.get(f"{running.ui_url}/{session_id}/variables.json") as variables:
        assert variables.status == 200


async def test_the_number_of_the_mcp_port_is_right_in_mcp_lua_and_concatenates_without_a_fraction(
    base_dir: Path,
) -> None:
    write(
        base_dir,
        {"lua/mcp.lua": "s = mcp:status() early = s.url .. ' http://localhost:' .. s.mcp_port .. ' ' .. s.sessions"},
    )
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        started = await rig.start()
        assert await rig.run("return early") == f"{started.url} http://localhost:{started.mcp_port} 0"
        status = (await rig.tool("ui_status")).data
        assert status is not None
        assert status["mcp_port"] == started.mcp_port
        assert await rig.run("return mcp:status()") == status


@pytest.mark.parametrize("name", ["job-tracker", "job_tracker", "JobTracker", "jobTracker"])
async def test_the_global_of_an_app_is_its_name_in_camel_case(running: Rig, base_dir: Path, name: str) -> None:
    write(base_dir, {f"apps/{name}/app.lua": "jobTracker = {type = 'JobTracker'}"})
    assert await running.run(f"return mcp:app('{name}') == jobTracker") is True


async def test_an_app_without_its_global_is_not_displayed(running: Rig, base_dir: Path) -> None:
    write(base_dir, {"apps/my-app/app.lua": "other = {}"})
    assert (await running.run("local app, problem = mcp:display('my-app') return {app == nil, problem}")) == [
        True,
        (
            "app my-app has no global 'myApp': its file ran but did not set it "
            "(expected: if not session.reloading then myApp = … end)"
        ),
    ]
    assert await running.run("return mcp.value == nil") is True
