"""A server that starts by itself: tools work at once, `ui_start` gives the address, `ui_configure` starts again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pytest_uimcp.server.errors import LifecycleError
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.server.states import State
from tests.files import write
from tests.server.rig import Rig, ports_written, reach, rigged, write_app

pytestmark = pytest.mark.anyio


@pytest.fixture
async def started(base_dir: Path) -> AsyncIterator[Rig]:
    """A server that has started by itself."""
    write_app(base_dir, "shop", "shop = {type = 'Shop'}")
    async with rigged(base_dir, ServerOptions(auto_start=True)) as rig:
        await rig.server.configure()
        await rig.server.start_itself()
        yield rig


async def test_a_tool_called_before_ui_start_works(started: Rig) -> None:
    await started.tool("ui_display", name="shop")
    assert await started.run("return mcp.value == shop") is True


async def test_the_first_ui_start_gives_the_address_and_later_ones_fail(started: Rig) -> None:
    url = started.server.url
    said = await started.tool("ui_start")
    assert said.text == url
    assert said.data is not None
    assert said.data["mcpPort"] == ports_written(started.server.base_dir)["mcp-port"]
    assert await started.refused("ui_start") == "Server already running"


async def test_configuring_starts_again_in_the_new_directory(started: Rig, base_dir: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other" / ".ui", {"apps/a/init.lua": "here = mcp:status().base_dir"})
    said = await started.tool("ui_configure", base_dir=str(other))
    assert said.data is not None
    assert (said.data["status"], said.data["url"], said.data["install_needed"]) == (
        "running",
        started.server.url,
        False,
    )
    assert await started.run("return here") == str(other)
    assert ports_written(base_dir) == {}
    assert set(ports_written(other)) == {"ui-port", "mcp-port"}
    assert (await started.tool("ui_start")).text == started.server.url


async def test_a_configure_during_a_wait_notifies_the_poller(
    started: Rig, http: ClientSession, base_dir: Path, tmp_path: Path
) -> None:
    async def poll() -> object:
        async with http.get(f"http://127.0.0.1:{ports_written(base_dir)['mcp-port']}/wait") as response:
            return await response.json()

    poller = asyncio.create_task(poll())
    await reach(lambda: started.server.ui_session().events.polling)
    other = tmp_path / "other" / ".ui"
    await started.tool("ui_configure", base_dir=str(other))
    assert await poller == [{"event": "server_reconfigured"}]
    assert ports_written(base_dir) == {}
    assert ports_written(other)["mcp-port"] == await started.run("return mcp:status().mcp_port")


async def test_a_server_over_http_starts_by_itself_unless_told_not_to(base_dir: Path) -> None:
    for given, state in ((frozenset[str](), State.RUNNING), (frozenset({"auto-start"}), State.CONFIGURED)):
        served = HttpUiServer(base_dir, options=ServerOptions(), explicit=given)
        try:
            await served.open()
            assert served.server.state is state
            started = await served.server.start()
            assert started.url == served.server.url
            with pytest.raises(LifecycleError, match="Server already running"):
                await served.server.start()
        finally:
            await served.close()


async def test_the_file_of_the_directory_decides_too(base_dir: Path) -> None:
    write(base_dir, {"config.toml": "auto_start = true\n"})
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.server.start_itself()
        assert rig.server.state is State.RUNNING
        assert (await rig.tool("ui_start")).text == rig.server.url


async def test_without_the_option_the_server_waits_for_ui_start(rig: Rig) -> None:
    assert await rig.server.start_itself() is None
    assert await rig.refused("ui_run", code="return 1") == "Server not started"


async def test_a_client_that_asks_to_start_before_the_server_does_is_answered_once(base_dir: Path) -> None:
    async with rigged(base_dir, ServerOptions(auto_start=True)) as rig:
        await rig.server.configure()
        first, itself = await asyncio.gather(rig.server.start(), rig.server.start_itself())
        assert first == itself
        assert await rig.refused("ui_start") == "Server already running"


async def test_an_init_file_that_fails_stops_no_other_and_is_in_log_and_status(base_dir: Path) -> None:
    write(
        base_dir,
        {
            "apps/a/init.lua": "order = {'a'}",
            "apps/b/init.lua": "order[2] = 'b' error('on purpose')",
            "apps/c/init.lua": "order[#order + 1] = 'c'",
        },
    )
    async with rigged(base_dir, ServerOptions(auto_start=True)) as rig:
        await rig.server.configure()
        await rig.server.start_itself()
        assert await rig.run("return order") == ["a", "b", "c"]
        status = (await rig.tool("ui_status")).text
        assert "apps/b/init.lua:1: on purpose" in "\n".join(json.loads(status)["problems"])
        assert "apps/b/init.lua:1: on purpose" in (base_dir / "log" / "lua-err.log").read_text()
