"""Notifications of `ui://state` and `ui://variables`, for clients of both eras."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
import pytest
from aiohttp import ClientSession
from mcp import Client, MCPError

from pytest_uimcp.transport.memory import in_memory
from tests.server.page import opened
from tests.server.rig import PATIENCE, Rig, reach

pytestmark = [
    pytest.mark.anyio,
    # The official client warns about features that only the handshake era has.
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]

ERAS = ["legacy", "2026-07-28"]


class Listener:
    """Collects the notifications of a client, in the way of its era."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def __call__(self, message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            self.heard.append(str(message.params.uri))

    async def hears(self, *uris: str) -> None:
        """Wait for a notification of each of these, and clear the list."""
        await reach(lambda: set(uris) <= set(self.heard))
        self.heard.clear()


@asynccontextmanager
async def listening(rig: Rig, era: str, *uris: str) -> AsyncIterator[Listener]:
    listener = Listener()
    # A modern client passes the same notifications to its message handler, too.
    handler = listener if era == "legacy" else None
    async with Client(in_memory(rig.mcp.sdk), mode=era, message_handler=handler, cache=None) as client:
        if era == "legacy":
            for uri in uris:
                await client.subscribe_resource(uri)
            yield listener
            return
        async with client.listen(resource_subscriptions=list(uris)) as events, anyio.create_task_group() as tasks:

            async def listen() -> None:
                async for event in events:
                    listener.heard.append(str(getattr(event, "uri", "")))

            tasks.start_soon(listen)
            yield listener
            tasks.cancel_scope.cancel()


@pytest.mark.parametrize("era", ERAS)
async def test_a_change_of_the_app_notifies_subscribers_of_the_state(running: Rig, era: str) -> None:
    async with listening(running, era, "ui://state") as listener:
        await running.run("mcp.value = {type = 'T', n = 1}")
        await listener.hears("ui://state")
        await running.run("mcp.value.n = 2")
        await listener.hears("ui://state")


@pytest.mark.parametrize("era", ERAS)
async def test_pushing_and_taking_events_notify_subscribers_of_the_state(
    running: Rig, http: ClientSession, era: str
) -> None:
    async with listening(running, era, "ui://state") as listener:
        await running.run("mcp.pushState{n = 1}")
        await listener.hears("ui://state")
        async with http.get(f"{running.mcp_url}/wait"):
            await listener.hears("ui://state")


@pytest.mark.parametrize("era", ERAS)
async def test_opening_a_page_notifies_subscribers_of_the_variables(
    running: Rig, http: ClientSession, era: str
) -> None:
    await running.run("mcp.value = {type = 'T', n = 1}")
    async with (
        listening(running, era, "ui://variables") as listener,
        opened(http, running.ui_url, running.session_id) as page,
    ):
        await page.watch_root()
        await page.create("value")
        await listener.hears("ui://variables")


@pytest.mark.parametrize("era", ERAS)
async def test_work_that_changes_nothing_notifies_nobody(running: Rig, era: str) -> None:
    async with listening(running, era, "ui://state", "ui://variables") as listener:
        await running.run("mcp.value = {type = 'T', n = 1}")
        await listener.hears("ui://state")
        for _ in range(5):
            await running.run("return mcp.value.n")
        await running.run("mcp.value.n = 2")
        await reach(lambda: "ui://state" in listener.heard)
        assert listener.heard.count("ui://state") == 1


@pytest.mark.parametrize("era", ERAS)
async def test_only_subscribed_resources_are_notified(running: Rig, http: ClientSession, era: str) -> None:
    async with listening(running, era, "ui://variables") as listener:
        await running.run("mcp.pushState{n = 1}")
        async with opened(http, running.ui_url, running.session_id) as page:
            await page.watch_root()
            await page.create("value")
            await reach(lambda: listener.heard)
    assert set(listener.heard) == {"ui://variables"}


@pytest.mark.parametrize("era", ERAS)
async def test_each_session_has_its_own_notifications(running: Rig, era: str) -> None:
    await running.server.new_session()
    async with listening(running, era, "ui://state/2") as listener:
        await running.run("mcp.value = {type = 'First'}")
        await running.tool("ui_run", code="mcp.value = {type = 'Second'}", sessionId="2")
        await listener.hears("ui://state/2")


@pytest.mark.parametrize("era", ERAS)
async def test_a_client_that_listens_before_the_start_is_notified_of_it(rig: Rig, era: str) -> None:
    async with listening(rig, era, "ui://state") as listener:
        await rig.start()
        await listener.hears("ui://state")
        await rig.server.configure()
        await rig.start()
        await rig.run("mcp.value = {type = 'Again'}")
        await listener.hears("ui://state")


async def test_subscribing_to_an_unknown_resource_is_an_error(running: Rig) -> None:
    async with Client(in_memory(running.mcp.sdk), mode="legacy") as client:
        with pytest.raises(MCPError, match="ui://nope"):
            await client.subscribe_resource("ui://nope")
        await client.subscribe_resource("ui://lua")


async def test_a_client_that_unsubscribes_is_not_notified_any_more(running: Rig) -> None:
    listener = Listener()
    async with Client(in_memory(running.mcp.sdk), mode="legacy", message_handler=listener) as client:
        await client.subscribe_resource("ui://state")
        await running.run("mcp.value = {n = 1}")
        await listener.hears("ui://state")
        await client.unsubscribe_resource("ui://state")
        await running.run("mcp.value = {n = 2}")
        with anyio.fail_after(PATIENCE):
            await client.list_tools()
    assert listener.heard == []


async def test_without_subscribers_the_state_is_not_read(running: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    monkeypatch.setattr(running.server, "variables_of", lambda *_: looked.append(1))
    await running.run("mcp.value = {n = 1}")
    await running.run("mcp.value = {n = 2}")
    assert looked == []
