"""One publisher for all servers of a machine: who serves it, who polls it, and who takes over."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, web

from pytest_uimcp.server.publisher.mailbox import Backlog, Mailbox
from pytest_uimcp.server.publisher.polling import BREAK
from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from pytest_uimcp.transport.ports import serve_app
from tests.server.publisher.test_site import publish, url_of
from tests.server.rig import reach

pytestmark = pytest.mark.anyio


class Heard(list[bytes]):
    """A listener that notes what it gets."""

    def deliver(self, body: bytes) -> bool:
        self.append(body)
        return True


def port_of(publisher: TopicPublisher) -> int:
    return int(url_of(publisher).rpartition(":")[2])


@pytest.fixture
async def followers(publisher: TopicPublisher) -> AsyncIterator[list[TopicPublisher]]:
    """Two other servers, whose port is taken by the publisher."""
    made = [TopicPublisher(port_of(publisher)) for _ in range(2)]
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
    port = port_of(publisher)
    hosts = ["127.0.0.1", "localhost"] + (["[::1]"] if len(publisher._listeners) == 2 else [])  # noqa: SLF001 -- one for each address
    for host in hosts:
        async with http.get(f"http://{host}:{port}/") as response:
            assert response.status == 200, host


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["page", "nothing", "packed"])
async def test_another_program_on_the_publishers_port_causes_no_busy_loop(answer: str) -> None:
    asked: list[str] = []

    async def handle(request: web.Request) -> web.Response:
        asked.append(request.headers.get("Accept-Encoding", ""))
        if answer == "nothing":
            return web.Response(status=204)
        if answer == "page":
            return web.Response(text="<p>Some other program</p>")
        return web.Response(body=gzip.compress(b'"x"'), headers={"Content-Encoding": "gzip"})

    other = web.Application()
    other.router.add_get("/{path:.*}", handle)
    async with serve_app(other) as port:
        follower, heard = TopicPublisher(port.port), Heard()
        await follower.open()
        try:
            begun = time.monotonic()
            follower.subscribe("page", heard.deliver)
            await reach(lambda: len(asked) == 3)
            assert time.monotonic() - begun > BREAK
        finally:
            await follower.close()
    assert (heard, set(asked)) == ([], {"identity"})


async def test_what_waits_for_listeners_who_stay_away_is_bounded_for_all_together() -> None:
    backlog = Backlog(1000)
    mailboxes = [Mailbox(backlog) for _ in range(3)]
    assert [one.put(b"x" * 400) for one in mailboxes] == [True, True, False]
    assert await mailboxes[0].take(1) == b"x" * 400
    mailboxes[1].close()
    assert mailboxes[2].put(b"x" * 1000)
