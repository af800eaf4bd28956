"""The publisher over HTTP: who may publish and subscribe, and what they get."""

from __future__ import annotations

import asyncio
import io
import json

import pytest
from aiohttp import ClientSession
from yarl import URL

from pytest_uimcp.server.publisher.site import PublisherSite
from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from pytest_uimcp.server.publisher.topics import MAX_BODY_BYTES, MAX_ICON_BYTES, Topics
from pytest_uimcp.transport.guard import Guard
from pytest_uimcp.transport.ports import HttpPort, bind
from tests.server.rig import PATIENCE, reach

pytestmark = pytest.mark.anyio

PAGE = {"url": "https://a.example/", "title": "A", "text": "ä"}
ICON = "data:image/png;base64,AAAA"


def url_of(publisher: TopicPublisher) -> str:
    assert publisher.url is not None
    return publisher.url


async def publish(http: ClientSession, publisher: TopicPublisher, topic: str, data: object = PAGE) -> int:
    async with http.post(f"{url_of(publisher)}/publish/{topic}", data=json.dumps(data)) as response:
        assert (response.status, response.content_type) == (200, "application/json")
        return int((await response.json())["listeners"])


async def poll(http: ClientSession, publisher: TopicPublisher, topic: str, **query: str) -> tuple[int, str]:
    async with http.get(f"{url_of(publisher)}/subscribe/{topic}", params=query) as response:
        return response.status, await response.text()


@pytest.mark.parametrize("count", [0, 1, 3])
async def test_everybody_who_listens_gets_it_and_is_counted(
    publisher: TopicPublisher, http: ClientSession, count: int
) -> None:
    polls = [asyncio.create_task(poll(http, publisher, "page")) for _ in range(count)]
    await reach(lambda: len(publisher.topics) == count)
    assert await publish(http, publisher, "other") == 0
    assert await publish(http, publisher, "page") == count
    assert await asyncio.gather(*polls) == [(200, json.dumps(PAGE))] * count
    assert len(publisher.topics) == 0


async def test_a_message_waits_for_a_listener_that_is_between_two_polls(http: ClientSession) -> None:
    topics, guard = Topics(), Guard()
    listener = HttpPort(PublisherSite(topics, pause=PATIENCE).application(), bind(), guard=guard)
    guard.add_port(listener.port)
    await listener.start()
    try:
        publishing = asyncio.create_task(http.post(f"{listener.url}/publish/page", data="1"))
        await reach(lambda: topics._expecting)  # noqa: SLF001 -- between two polls there is nothing outside
        async with http.get(f"{listener.url}/subscribe/page") as response:
            assert await response.text() == "1"
        async with await publishing as answer:
            assert await answer.json() == {"listeners": 1}
    finally:
        await listener.stop()


@pytest.mark.slow
async def test_a_client_with_a_name_loses_nothing_between_its_polls(
    publisher: TopicPublisher, http: ClientSession
) -> None:
    first = asyncio.create_task(poll(http, publisher, "page", client="me"))
    await reach(lambda: len(publisher.topics))
    for number in range(5):
        assert await publish(http, publisher, "page", number) == 1
    assert await first == (200, "0")
    assert [await poll(http, publisher, "page", client="me") for _ in range(4)] == [(200, str(n)) for n in range(1, 5)]
    await reach(lambda: not len(publisher.topics))


async def test_without_a_message_a_poll_ends_empty(http: ClientSession) -> None:
    guard = Guard()
    listener = HttpPort(PublisherSite(Topics(), poll=0.01).application(), bind(), guard=guard)
    guard.add_port(listener.port)
    await listener.start()
    try:
        async with http.get(f"{listener.url}/subscribe/page") as response:
            assert (response.status, await response.read()) == (204, b"")
    finally:
        await listener.stop()


async def test_a_listener_that_hangs_up_is_no_listener(publisher: TopicPublisher, http: ClientSession) -> None:
    polling = asyncio.create_task(poll(http, publisher, "page"))
    await reach(lambda: len(publisher.topics))
    polling.cancel()
    await reach(lambda: not len(publisher.topics))
    assert await publish(http, publisher, "page") == 0


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:1"},
    {"Host": "evil.test"},
    {"Host": "evil.test:<port>"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_other_pages_and_other_names_are_refused(
    publisher: TopicPublisher, http: ClientSession, headers: dict[str, str]
) -> None:
    heard: list[bytes] = []
    publisher.subscribe("page", lambda body: heard.append(body) is None)
    base = url_of(publisher)
    sent = {name: value.replace("<port>", base.rpartition(":")[2]) for name, value in headers.items()}
    for method, path in (("POST", "publish/page"), ("GET", "subscribe/page"), ("OPTIONS", "publish/page")):
        async with http.request(method, f"{base}/{path}", data="{}", headers=sent) as response:
            assert response.status == 403, method
            assert not any(name.startswith("Access-Control") for name in response.headers)
    assert heard == []


@pytest.mark.parametrize("topic", ["%3Cscript%3E", "a%2Fb", "a/b", "%20", "x" * 65, "%22onerror", "%C3%A4"])
@pytest.mark.parametrize(("method", "path"), [("POST", "publish"), ("GET", "subscribe"), ("GET", "relay")])
async def test_an_invalid_name_of_a_topic_is_400(
    publisher: TopicPublisher, http: ClientSession, method: str, path: str, topic: str
) -> None:
    address = URL(f"{url_of(publisher)}/{path}/{topic}", encoded=True)
    async with http.request(method, address, data="{}" if method == "POST" else None) as response:
        text = await response.text()
        assert (response.status, response.content_type) == (400, "text/plain")
        assert "is not valid: expected 1 to 64 of" in text


async def test_the_other_answers_of_the_contract(publisher: TopicPublisher, http: ClientSession) -> None:
    base = url_of(publisher)
    for method, path, status in (
        ("POST", "publish/", 400),
        ("GET", "subscribe/", 400),
        ("GET", "publish/page", 405),
        ("POST", "subscribe/page", 405),
        ("DELETE", "relay/page", 405),
        ("OPTIONS", "publish/page", 204),
        ("GET", "favicon.ico", 404),
        ("GET", "publish", 404),
    ):
        async with http.request(method, f"{base}/{path}") as response:
            assert response.status == status, (method, path)
            assert status != 400 or await response.text() == "topic name required\n"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"no JSON", 400),
        (b"", 400),
        (b"NaN", 400),
        (b'"\xff"', 400),
        (b"[" * 100_000, 400),
        (b'"' + b"x" * MAX_BODY_BYTES + b'"', 413),
        (b'"' + b"x" * (MAX_BODY_BYTES - 2) + b'"', 200),
    ],
    ids=lambda value: repr(value)[:12],
)
async def test_messages_are_json_of_at_most_one_mebibyte(
    publisher: TopicPublisher, http: ClientSession, body: bytes, status: int
) -> None:
    async with http.post(f"{url_of(publisher)}/publish/page", data=io.BytesIO(body)) as response:
        assert response.status == status


async def test_the_newest_icon_of_a_topic_is_on_the_page(publisher: TopicPublisher, http: ClientSession) -> None:
    newest = ICON.replace("AAAA", "BBBB" * (MAX_ICON_BYTES // 4 - 10))
    polls = [asyncio.create_task(poll(http, publisher, "a.b-c_1", favicon=ICON))]
    await reach(lambda: len(publisher.topics) == 1)
    polls.append(asyncio.create_task(poll(http, publisher, "a.b-c_1", favicon=newest)))
    await reach(lambda: len(publisher.topics) == 2)
    async with http.get(url_of(publisher) + "/") as response:
        text = await response.text()
    assert newest in text
    assert ICON not in text
    assert "2 sessions listening" in text
    assert "/relay/a.b-c_1&#x27;" in text
    assert "/relay/page&#x27;" in text
    assert await publish(http, publisher, "a.b-c_1") == 2
    await asyncio.gather(*polls)


async def test_an_icon_cannot_leave_its_attribute(publisher: TopicPublisher, http: ClientSession) -> None:
    icon = "data:image/svg+xml,<svg onload='x'>\"><script>alert(1)</script>"
    publisher.subscribe("page", lambda body: True, icon)
    async with http.get(url_of(publisher) + "/") as response:
        assert "<script>" not in await response.text()
        assert "script-src 'sha256-" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("icon", ["javascript:alert(1)", "data:text/html,x", "data:image/png", "x" * 70_000])
async def test_an_invalid_icon_is_400(publisher: TopicPublisher, http: ClientSession, icon: str) -> None:
    status, text = await poll(http, publisher, "page", favicon=icon)
    assert (status, "favicon" in text) == (400, True)
