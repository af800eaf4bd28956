"""The `mcp` global: the server's methods, called with "." and ":", wrapped by apps, extended by `lua/mcp.lua`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.server.server import UiServer
from tests.server.rig import Rig, reach, rigged, write_app

pytestmark = pytest.mark.anyio


@pytest.fixture
async def shop(running: Rig, base_dir: Path) -> Rig:
    write_app(base_dir, "my-shop", "myShop = myShop or {type = 'Shop'}")
    return running


@pytest.mark.parametrize("call", ["mcp.{}", "mcp:{}"])
class TestEveryMethodWorksWithDotAndColon:
    async def test_display(self, shop: Rig, call: str) -> None:
        assert await shop.run(f"return {call.format('display')}('my-shop')") is True
        assert await shop.run("return mcp.value == myShop") is True
        assert await shop.run(f"return {{{call.format('display')}('nope')}}") != [True]
        problem = await shop.run(f"local shown, problem = {call.format('display')}('nope') return problem")
        assert problem.startswith("failed to load app nope: ")

    async def test_app(self, shop: Rig, call: str) -> None:
        assert await shop.run(f"return {call.format('app')}('my-shop') == myShop and mcp.value == nil") is True
        problem = await shop.run(f"local app, problem = {call.format('app')}('nope') return problem")
        assert problem.startswith("failed to load app nope: ")

    async def test_push_state(self, shop: Rig, call: str) -> None:
        await shop.run(f"{call.format('pushState')}({{app = 'a', n = 1, list = {{1, 2}}, deep = {{x = true}}}})")
        assert shop.server.ui_session().events.take() == [{"app": "a", "n": 1, "list": [1, 2], "deep": {"x": True}}]

    @pytest.mark.parametrize("event", ["'text'", "", "nil", "5"])
    async def test_push_state_of_something_other_than_a_table(self, shop: Rig, call: str, event: str) -> None:
        refusal = await shop.refused("ui_run", code=f"{call.format('pushState')}({event})")
        assert "bad argument #1 to pushState (table expected, got " in refusal
        assert shop.server.ui_session().events.peek() == []

    async def test_polling_events(self, shop: Rig, call: str, http: ClientSession) -> None:
        assert await shop.run(f"return {call.format('pollingEvents')}()") is False
        poller = asyncio.create_task(http.get(f"{shop.mcp_url}/wait"))
        await reach(lambda: shop.server.ui_session().events.polling)
        assert await shop.run(f"return {call.format('pollingEvents')}()") is True
        await shop.run("mcp.pushState{last = true}")
        (await poller).release()
        await reach(lambda: not shop.server.ui_session().events.polling)
        assert await shop.run(f"return {call.format('pollingEvents')}()") is False

    async def test_status(self, shop: Rig, call: str) -> None:
        assert await shop.run(f"return {call.format('status')}()") == (await shop.tool("ui_status")).data

    async def test_wait_time(self, shop: Rig, call: str) -> None:
        assert 0 <= await shop.run(f"return {call.format('waitTime')}()") < 30


@pytest.fixture
async def on_virtual_time(base_dir: Path) -> AsyncIterator[tuple[UiServer, VirtualClock]]:
    clock = VirtualClock()
    server = UiServer(base_dir, clock=clock)
    await server.configure()
    await server.start()
    yield server, clock
    await server.close()


async def test_wait_time_counts_from_the_last_poller_by_the_server_s_clock(
    on_virtual_time: tuple[UiServer, VirtualClock],
) -> None:
    server, clock = on_virtual_time

    async def wait_time() -> Any:
        return (await server.run("return mcp:waitTime()")).data

    assert await wait_time() == 0
    clock.advance(7)
    assert await wait_time() == 7
    poller = asyncio.create_task(server.ui_session().events.wait(60))
    await reach(lambda: server.ui_session().events.polling)
    clock.advance(5)
    assert await wait_time() == 0
    await server.run("mcp.pushState{}")
    await poller
    clock.advance(2.5)
    assert await wait_time() == 2.5


async def test_apps_may_wrap_our_methods(running: Rig) -> None:
    await running.run(
        "local push, show = mcp.pushState, mcp.display "
        "mcp.pushState = function(event) event.stamped = true push(event) end "
        "function mcp:display(name) self.last = name return show(name) end"
    )
    await running.run("mcp.pushState{n = 1}")
    assert running.server.ui_session().events.take() == [{"n": 1, "stamped": True}]
    await running.run("wrapped = {}")
    await running.tool("ui_display", name="wrapped")
    assert await running.run("return mcp.last") == "wrapped"


async def test_mcp_is_of_type_mcp_and_shows_nothing_at_first(running: Rig) -> None:
    assert await running.run("return {mcp.type, mcp.value == nil}") == ["MCP", True]


async def test_the_app_may_be_set_by_assignment(running: Rig) -> None:
    await running.run("mcp.value = {type = 'Direct', n = 1}")
    assert (await running.server.state_of())["value"] == {"type": "Direct", "n": 1}


async def test_files_are_run_in_the_order_of_the_contract(base_dir: Path) -> None:
    (base_dir / "lua").mkdir(parents=True)
    (base_dir / "lua" / "main.lua").write_text("order = {'main', tostring(mcp)}")
    (base_dir / "lua" / "mcp.lua").write_text(
        "table.insert(order, 'mcp ' .. type(mcp.pushState) .. ' ' .. type(mcp.status)) "
        "function mcp:toggleMenu() self.menuOpen = not self.menuOpen return self.menuOpen end"
    )
    write_app(base_dir, "one", "").joinpath("init.lua").write_text("table.insert(order, 'init of one')")
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        assert await rig.run("return order") == ["main", "nil", "mcp function function", "init of one"]
        assert await rig.run("return mcp:toggleMenu()") is True


async def test_the_json_part_of_an_event_is_pushed(running: Rig) -> None:
    await running.run("mcp.pushState{f = print, n = 0/0, _secret = 1, text = '\\255', ok = true}")
    (event,) = running.server.ui_session().events.take()
    assert event["ok"] is True
    assert event["_secret"] == 1


async def test_each_session_has_its_own_events(running: Rig) -> None:
    second = await running.server.new_session()
    await running.tool("ui_run", code="mcp.pushState{n = 2}", sessionId="2")
    assert running.server.ui_session().events.peek() == []
    assert second.events.take() == [{"n": 2}]
