from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, MCPError
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.subscriptions import ResourceUpdated, ToolsListChanged

from pytest_uimcp.mcp.listeners import StreamListener
from pytest_uimcp.mcp.subscriptions import RESOURCE_NOT_FOUND, Publisher
from pytest_uimcp.transport.memory import in_memory
from tests.transport.sample import Sample
from tests.transport.sites import site
from tests.transport.wires import PATIENCE, served, until

pytestmark = [
    pytest.mark.anyio,
    # The official client warns about features that only the handshake era has.
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]

WAYS = ["in memory", "sse", "streamable"]


class Ear:
    """Collects the notifications of a client of the handshake era."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self._news = anyio.Event()
        self._open = False

    async def opens(self, client: Client, publisher: Publisher) -> None:
        """Wait until the client can receive notifications: over Streamable HTTP it has to open a stream first."""
        await client.subscribe_resource("ui://ready")
        with anyio.fail_after(PATIENCE):
            while not self._open:
                publisher.resource_updated("ui://ready")
                await anyio.lowlevel.checkpoint()

    async def __call__(self, message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            uri = str(message.params.uri)
            self._open = self._open or uri == "ui://ready"
            self.heard += [uri] if uri != "ui://ready" else []
        elif isinstance(message, types.ToolListChangedNotification):
            self.heard.append("tools")
        self._news.set()

    async def hears(self, *expected: str) -> None:
        with anyio.fail_after(PATIENCE):
            while self.heard != list(expected):
                await self._news.wait()
                self._news = anyio.Event()


@asynccontextmanager
async def client_of(sample: Sample, way: str, mode: str, ear: Ear | None = None) -> AsyncIterator[Client]:
    async with AsyncExitStack() as stack:
        if way == "in memory":
            transport: Any = in_memory(sample.server)
        else:
            here = await stack.enter_async_context(site(sample))
            url = f"{here.url}/sse" if way == "sse" else f"{here.url}/mcp"
            transport = sse_client(url) if way == "sse" else streamable_http_client(url)
        client = Client(transport, mode=mode, message_handler=ear, cache=None)
        yield await stack.enter_async_context(client)


@pytest.fixture
def publisher(sample: Sample) -> Publisher:
    publisher = Publisher()
    publisher.install(sample.server)
    return publisher


@pytest.mark.parametrize("way", WAYS)
async def test_a_client_of_the_handshake_era_is_notified_of_its_subscriptions(
    sample: Sample, publisher: Publisher, way: str
) -> None:
    ear = Ear()
    async with client_of(sample, way, "legacy", ear) as client:
        assert client.server_capabilities.resources is not None
        assert client.server_capabilities.resources.subscribe is True
        await client.subscribe_resource("ui://state")
        await ear.opens(client, publisher)
        publisher.resource_updated("ui://other")
        publisher.resource_updated("ui://state")
        await ear.hears("ui://state")
        publisher.resource_updated("ui://state")
        await ear.hears("ui://state", "ui://state")


@pytest.mark.parametrize("way", [*WAYS, "direct"])
async def test_a_modern_client_is_notified_on_its_listen_stream(sample: Sample, publisher: Publisher, way: str) -> None:
    async with AsyncExitStack() as stack:
        if way == "direct":
            client = await stack.enter_async_context(Client(sample.server))
        else:
            client = await stack.enter_async_context(client_of(sample, way, "2026-07-28"))
        with anyio.fail_after(PATIENCE):
            async with client.listen(resource_subscriptions=["ui://state"]) as events:
                assert publisher.streams == 1
                publisher.resource_updated("ui://other")
                publisher.resource_updated("ui://state")
                assert await anext(events) == ResourceUpdated("ui://state")
        await until(lambda: publisher.streams == 0)


async def test_clients_of_both_eras_are_notified_of_the_same_change(sample: Sample, publisher: Publisher) -> None:
    ear = Ear()
    async with site(sample) as here, AsyncExitStack() as stack:
        old = Client(sse_client(f"{here.url}/sse"), mode="legacy", message_handler=ear)
        new = Client(streamable_http_client(f"{here.url}/mcp"), mode="2026-07-28")
        await stack.enter_async_context(old)
        await stack.enter_async_context(new)
        await old.subscribe_resource("ui://state")
        async with new.listen(resource_subscriptions=["ui://state"]) as events:
            publisher.resource_updated("ui://state")
            await ear.hears("ui://state")
            assert await anext(events) == ResourceUpdated("ui://state")


async def test_after_unsubscribing_no_notification_arrives(sample: Sample, publisher: Publisher) -> None:
    ear = Ear()
    async with client_of(sample, "in memory", "legacy", ear) as client:
        await client.subscribe_resource("ui://state")
        await client.subscribe_resource("ui://state")
        await client.subscribe_resource("ui://variables")
        assert publisher.subscribers("ui://state") == 1
        await client.unsubscribe_resource("ui://state")
        await client.unsubscribe_resource("ui://never")
        assert publisher.subscribers("ui://state") == 0
        publisher.resource_updated("ui://state")
        publisher.resource_updated("ui://variables")
        await ear.hears("ui://variables")


async def test_a_burst_is_one_notification_and_its_last_change_is_never_missed(
    sample: Sample, publisher: Publisher
) -> None:
    ear = Ear()
    async with client_of(sample, "in memory", "legacy", ear) as client:
        await client.subscribe_resource("ui://state")
        for _ in range(5000):
            publisher.resource_updated("ui://state")
        await ear.hears("ui://state")
        publisher.resource_updated("ui://state")
        await ear.hears("ui://state", "ui://state")


async def test_a_burst_does_not_end_a_listen_stream(sample: Sample, publisher: Publisher) -> None:
    async with (
        client_of(sample, "in memory", "2026-07-28") as client,
        client.listen(resource_subscriptions=["ui://state", "ui://variables"]) as events,
    ):
        for _ in range(5000):
            publisher.resource_updated("ui://state")
            publisher.resource_updated("ui://variables")
        heard = {await anext(events), await anext(events)}
        assert heard == {ResourceUpdated("ui://state"), ResourceUpdated("ui://variables")}


async def test_any_thread_may_publish(sample: Sample, publisher: Publisher) -> None:
    ear = Ear()
    async with (
        site(sample) as here,
        Client(sse_client(f"{here.url}/sse"), mode="legacy", message_handler=ear) as old,
        Client(sse_client(f"{here.url}/sse"), mode="2026-07-28") as new,
    ):
        await old.subscribe_resource("ui://state")
        async with new.listen(resource_subscriptions=["ui://state"]) as events:
            thread = threading.Thread(target=publisher.resource_updated, args=("ui://state",))
            thread.start()
            thread.join()
            await ear.hears("ui://state")
            assert await anext(events) == ResourceUpdated("ui://state")


@pytest.mark.parametrize("way", WAYS)
async def test_a_client_that_has_disconnected_is_removed(sample: Sample, publisher: Publisher, way: str) -> None:
    async with client_of(sample, way, "legacy") as client:
        await client.subscribe_resource("ui://state")
        assert publisher.subscribers("ui://state") == 1
    await until(lambda: publisher.subscribers("ui://state") == 0)
    publisher.resource_updated("ui://state")
    assert publisher.sessions == 0


async def test_notifying_a_client_whose_loop_has_ended_is_harmless() -> None:
    heard: list[Any] = []

    async def listen() -> StreamListener:
        return StreamListener(heard.append)

    listener = await anyio.to_thread.run_sync(lambda: anyio.run(listen))
    listener.hear(ResourceUpdated("ui://state"))
    assert heard == []


async def test_a_client_that_does_not_read_delays_nobody_and_is_notified_once_it_reads(
    sample: Sample, publisher: Publisher
) -> None:
    ear = Ear()
    async with served(sample.server) as slow, client_of(sample, "in memory", "legacy", ear) as client:
        await slow.initialize()
        await slow.ask({"jsonrpc": "2.0", "id": 1, "method": "resources/subscribe", "params": {"uri": "ui://state"}})
        await client.subscribe_resource("ui://state")
        assert publisher.subscribers("ui://state") == 2
        params = {"name": "big", "arguments": {"size": 1_000_000}}
        await slow.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params})
        await anyio.wait_readable(slow.from_server)  # the answer has begun, and fills the pipe
        for count in range(1, 4):
            publisher.resource_updated("ui://state")
            await ear.hears(*["ui://state"] * count)
        assert (await slow.receive() or {})["id"] == 2
        update = await slow.receive() or {}
        assert (update["method"], update["params"]) == ("notifications/resources/updated", {"uri": "ui://state"})
        assert publisher.subscribers("ui://state") == 2


async def test_subscribing_to_an_unknown_resource_is_an_error(sample: Sample) -> None:
    publisher = Publisher(accepts=lambda uri: uri == "ui://state")
    publisher.install(sample.server)
    async with client_of(sample, "in memory", "legacy") as client:
        with pytest.raises(MCPError, match="Resource not found: ui://nothing") as refused:
            await client.subscribe_resource("ui://nothing")
        assert refused.value.error.code == RESOURCE_NOT_FOUND
        assert refused.value.error.data == {"uri": "ui://nothing"}


async def test_every_client_is_notified_of_changes_to_a_list(sample: Sample, publisher: Publisher) -> None:
    ear = Ear()
    async with (
        client_of(sample, "in memory", "legacy", ear) as old,
        client_of(sample, "in memory", "2026-07-28") as new,
        new.listen(tools_list_changed=True) as events,
    ):
        await old.list_tools()
        publisher.prompts_changed()
        publisher.resources_changed()
        publisher.tools_changed()
        await ear.hears("tools")
        assert await anext(events) == ToolsListChanged()


async def test_closing_ends_listen_streams_normally(sample: Sample, publisher: Publisher) -> None:
    async with (
        client_of(sample, "in memory", "2026-07-28") as client,
        client.listen(resource_subscriptions=["ui://state"]) as events,
    ):
        publisher.close()
        with anyio.fail_after(PATIENCE):
            assert [event async for event in events] == []


class Upstream:
    """Where a server has its resources from: it knows what is watched there."""

    def __init__(self) -> None:
        self.watched: list[str] = []
        self.publisher = Publisher(watch=self.watch, unwatch=self.watched.remove)

    async def watch(self, uri: str) -> None:
        self.watched.append(uri)
        if uri == "ui://refused":
            raise MCPError(-7, "not that one")


async def test_subscriptions_are_passed_on_once_and_given_up_with_their_client(sample: Sample) -> None:
    upstream = Upstream()
    upstream.publisher.install(sample.server)
    async with client_of(sample, "in memory", "legacy") as one, client_of(sample, "in memory", "2026-07-28") as two:
        await one.subscribe_resource("ui://state")
        await one.subscribe_resource("ui://state")
        await one.subscribe_resource("ui://variables")
        await one.unsubscribe_resource("ui://variables")
        await one.unsubscribe_resource("ui://variables")
        async with two.listen(resource_subscriptions=["ui://other", "ui://other", "ui://refused"]):
            assert upstream.watched == ["ui://state", "ui://other", "ui://refused"]
        await until(lambda: upstream.watched == ["ui://state"])
    await until(lambda: upstream.watched == [])


async def test_a_subscription_that_is_refused_further_on_is_an_error_and_none(sample: Sample) -> None:
    upstream = Upstream()
    upstream.publisher.install(sample.server)
    async with client_of(sample, "in memory", "legacy") as client:
        with pytest.raises(MCPError, match="not that one"):
            await client.subscribe_resource("ui://refused")
        assert upstream.publisher.subscribers("ui://refused") == 0
        assert upstream.watched == []
