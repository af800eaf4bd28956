"""What a shell shows about its agent: counters that follow by themselves, a notice that comes once, wrapped events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from aiohttp import ClientSession

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.server.server import UiServer
from tests.files import write
from tests.server.page import BrowserPage, opened
from tests.server.rig import reach

pytestmark = pytest.mark.anyio

# A shell: it adds two fields to every event, and tells the user when events wait and nobody has come for 5 seconds.
SHELL = """
if not mcp._originalPushState then
    mcp._originalPushState = mcp.pushState
    function mcp.pushState(event)
        event.handler, event.background = "/ui-fast", false
        mcp._originalPushState(event)
    end
end

mcp.notices = mcp.notices or 0

function mcp:checkDisconnectNotify()
    if self:waitTime() <= 5 then
        self.told = false
    elseif not self.told and self:pendingEventCount() > 0 then
        self.told = true
        self.notices = self.notices + 1
    end
    return self.notices
end
"""


class Shell:
    """A server on virtual time whose shell is shown."""

    def __init__(self, server: UiServer, clock: VirtualClock) -> None:
        self.server = server
        self.clock = clock

    async def run(self, code: str) -> Any:
        return (await self.server.run(code)).data

    @property
    def events(self) -> Any:
        return self.server.ui_session().events

    async def poll(self) -> asyncio.Task[Any]:
        """A poller that has arrived."""
        poller = asyncio.create_task(self.events.wait(60))
        await reach(lambda: self.events.polling)
        return poller

    async def pass_seconds(self, count: int) -> None:
        """Let time pass as a clock does, with the work that comes due."""
        for _ in range(count):
            self.clock.advance(1.0)
            await asyncio.to_thread(self.server.ui_session().session.settle)

    async def shown(self, page: BrowserPage, var_id: int, value: object) -> None:
        """Wait until the page shows a value. Updates wait for the clock, which stands still, or for a settling."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._settle)
            await page.until(lambda: page.values[var_id] == value)
            group.cancel_scope.cancel()

    async def _settle(self) -> None:
        while True:
            await asyncio.to_thread(self.server.ui_session().session.settle)
            await anyio.sleep(0.002)

    def page(self, http: ClientSession) -> Any:
        return opened(http, self.server.url, self.server.ui_session().session.id)


@pytest.fixture
async def shell(base_dir: Path) -> AsyncIterator[Shell]:
    write(base_dir, {"apps/mcp/init.lua": SHELL})
    clock = VirtualClock()
    server = UiServer(base_dir, clock=clock)
    await server.configure()
    await server.start()
    yield Shell(server, clock)
    await server.close()


async def test_the_counter_of_a_page_follows_the_time_without_a_poller(shell: Shell, http: ClientSession) -> None:
    async with shell.page(http) as page:
        waited = await page.create("waitTime()")
        assert page.values[waited] == 0
        await shell.pass_seconds(3)
        await shell.shown(page, waited, 3)
        poller = await shell.poll()
        await shell.shown(page, waited, 0)
        poller.cancel()
        await asyncio.wait([poller])
        await shell.pass_seconds(2)
        await shell.shown(page, waited, 2)


async def test_the_notice_comes_once_and_only_when_events_wait_for_over_five_seconds(
    shell: Shell, http: ClientSession
) -> None:
    async with shell.page(http) as page:
        notices = await page.create("checkDisconnectNotify()")
        await shell.pass_seconds(20)
        assert await shell.run("return mcp.notices") == 0
        await shell.run("mcp.pushState{n = 1} mcp.pushState{n = 2}")
        await shell.shown(page, notices, 1)
        await shell.pass_seconds(20)
        assert await shell.run("return mcp.notices") == 1
        assert len(await shell.events.wait(60)) == 2
        await shell.run("mcp.pushState{n = 3}")
        await shell.pass_seconds(5)
        assert await shell.run("return mcp.notices") == 1
        await shell.pass_seconds(2)
        await shell.shown(page, notices, 2)


async def test_a_page_that_shows_no_counter_is_left_alone(shell: Shell, http: ClientSession) -> None:
    changed: list[str] = []
    async with shell.page(http) as page:
        await page.create("type")
        # The page's own arrival may be announced a moment after its answer.
        await asyncio.to_thread(shell.server.ui_session().session.settle)
        shell.server.changed.add(changed.append)
        await shell.pass_seconds(5)
        assert changed == []


async def test_the_page_sees_pollers_come_and_go_and_the_queue_drained(shell: Shell, http: ClientSession) -> None:
    async with shell.page(http) as page:
        polled, pending = await page.create("pollingEvents()"), await page.create("pendingEventCount()")
        assert (page.values[polled], page.values[pending]) == (False, 0)
        await shell.run("mcp.pushState{n = 1} mcp.pushState{n = 2}")
        await shell.shown(page, pending, 2)
        assert len(await shell.events.wait(60)) == 2
        await shell.shown(page, pending, 0)
        poller = await shell.poll()
        await shell.shown(page, polled, True)
        poller.cancel()
        await shell.shown(page, polled, False)
        shell.events.put_back([{"n": 1}])
        await shell.shown(page, pending, 1)


@pytest.mark.parametrize("push", ["mcp.pushState{n = 1}", "mcp.pushState({n = 1})"])
async def test_a_wrapped_push_adds_its_fields_once_however_often_the_shell_is_saved(
    shell: Shell, base_dir: Path, push: str
) -> None:
    session = shell.server.ui_session().session
    for number in range(2):
        write(base_dir, {"apps/mcp/init.lua": f"{SHELL}\n-- saved {number}\n"})
        await asyncio.to_thread(session.reload)
    await shell.run(push)
    assert shell.events.take() == [{"n": 1, "handler": "/ui-fast", "background": False}]
