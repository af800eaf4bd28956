"""One publisher for all servers of a machine: who serves it, who polls it, and who takes over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from tests.server.publisher.test_site import publish, url_of
from tests.server.rig import reach

pytestmark = pytest.mark.anyio


class Heard(list[bytes]):
    """A listener that notes what it gets."""

    def deliver(self, body: bytes) -> bool:
        self.append(body)
        return True


@pytest.fixture
async def followers(publisher: TopicPublisher) -> AsyncIterator[list[TopicPublisher]]:
    """Two other servers, whose port is taken by the publisher."""
    made = [TopicPublisher(publisher._listeners[0].port) for _ in range(2)]
    for follower in made:
        await follower.open()
    yield made
    for follower in made:
        await follower.close()


async def test_sessions_of_another_server_receive_what_is_published(
    publisher: TopicPublisher, followers: list[TopicPublisher], http: ClientSession
) -> None:
    heard = [Heard() for _ in range(3)]
    publisher.subscribe("page", heard[0].deliver)
    for follower, one in zip(followers, heard[1:], strict=True):
        assert follower.url is None
        follower.subscribe("page", one.deliver)
    await reach(lambda: len(publisher.topics) == 3)
    for number in range(20):
        assert await publish(http, publisher, "page", number) == 3
    expected = [str(number).encode() for number in range(20)]
    await reach(lambda: heard == [expected] * 3)


async def test_when_the_serving_server_ends_another_takes_over_and_subscriptions_go_on(
    publisher: TopicPublisher, followers: list[TopicPublisher], http: ClientSession
) -> None:
    heard = [Heard() for _ in followers]
    for follower, one in zip(followers, heard, strict=True):
        follower.subscribe("page", one.deliver)
    await reach(lambda: len(publisher.topics) == 2)
    url = url_of(publisher)
    await publisher.close()
    await reach(lambda: any(follower.url for follower in followers))
    (serving,) = [follower for follower in followers if follower.url]
    assert serving.url == url
    await reach(lambda: len(serving.topics) == 2)
    assert await publish(http, serving, "page", "again") == 2
    await reach(lambda: heard == [[b'"again"']] * 2)


async def test_a_subscription_that_ended_is_polled_no_more(
    publisher: TopicPublisher, followers: list[TopicPublisher], http: ClientSession
) -> None:
    heard = Heard()
    end = followers[0].subscribe("page", heard.deliver)
    await reach(lambda: len(publisher.topics) == 1)
    end()
    await reach(lambda: len(publisher.topics) == 0)
    assert await publish(http, publisher, "page") == 0
    assert heard == []


async def test_a_server_that_closes_ends_its_polls_and_its_port(
    publisher: TopicPublisher, followers: list[TopicPublisher]
) -> None:
    followers[0].subscribe("page", Heard().deliver)
    await reach(lambda: len(publisher.topics) == 1)
    await followers[0].close()
    await reach(lambda: len(publisher.topics) == 0)
    assert not [task for task in asyncio.all_tasks() if "poll" in repr(task.get_coro())]


async def test_without_a_port_nothing_listens() -> None:
    publisher = TopicPublisher()
    await publisher.open()
    publisher.subscribe("page", Heard().deliver)
    assert publisher.url is None
    await publisher.close()


async def test_both_addresses_of_this_machine_are_served(publisher: TopicPublisher, http: ClientSession) -> None:
    port = url_of(publisher).rpartition(":")[2]
    hosts = ["127.0.0.1", "localhost"] + (["[::1]"] if len(publisher._listeners) == 2 else [])
    for host in hosts:
        async with http.get(f"http://{host}:{port}/") as response:
            assert response.status == 200, host
