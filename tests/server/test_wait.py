"""`GET /wait`: delivery of events to pollers, and their fate when a poller disconnects."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientTimeout, TCPConnector

from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.server.ports.mcp_port import wait_seconds
from tests.server.page import opened
from tests.server.rig import Rig, reach

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        (None, 30),
        ("", 30),
        ("5", 5),
        ("1", 1),
        ("120", 120),
        ("0", 1),
        ("-3", 1),
        ("-5", 1),
        ("121", 120),
        ("999", 120),
        ("999999999999", 120),
        ("1.5", 30),
        ("soon", 30),
        ("abc", 30),
        ("0x10", 30),
        ("9" * 5000, 120),
        ("-" + "9" * 5000, 1),
        ("1_0", 30),
        (" 7 ", 7),
        ("+5", 5),
    ],
)
def test_the_time_is_between_1_and_120_and_30_without_a_number(text: str | None, seconds: int) -> None:
    assert wait_seconds(text) == seconds


async def polled(http: ClientSession, rig: Rig, query: str = "") -> tuple[int, Any]:
    async with http.get(f"{rig.mcp_url}/wait{query}") as response:
        body = await response.read()
        return response.status, json.loads(body) if body else None


async def test_queued_events_are_returned_at_once_as_a_json_array(running: Rig, http: ClientSession) -> None:
    await running.run("mcp.pushState{app = 'a', text = '\u2603'} mcp.pushState{app = 'b'}")
    async with http.get(f"{running.mcp_url}/wait") as response:
        assert response.status == 200
        assert response.headers["Content-Type"].startswith("application/json")
        assert await response.json() == [{"app": "a", "text": "\u2603"}, {"app": "b"}]
    assert running.server.ui_session().events.peek() == []


@pytest.mark.slow
async def test_no_event_within_the_time_is_204(running: Rig, http: ClientSession) -> None:
    async with http.get(f"{running.mcp_url}/wait?timeout=0") as response:
        assert response.status == 204
        assert await response.read() == b""


async def test_a_push_wakes_the_poller(running: Rig, http: ClientSession) -> None:
    poller = asyncio.create_task(polled(http, running))
    await reach(lambda: running.server.ui_session().events.polling)
    await running.run("mcp.pushState{n = 1}")
    assert await poller == (200, [{"n": 1}])


async def test_an_unknown_session_is_404_and_names_the_open_ones(running: Rig, http: ClientSession) -> None:
    status, said = await polled(http, running, "?session=99")
    assert status == 404
    assert "there are: 1" in said["error"]


async def test_a_session_may_be_named_by_either_parameter(running: Rig, http: ClientSession) -> None:
    await running.server.new_session()
    await running.tool("ui_run", code="mcp.pushState({event = 'second'})", sessionId="2")
    for query in ("session=2", "sessionId=2"):
        async with http.get(f"{running.mcp_url}/state?{query}") as response:
            assert (await response.json())["sessionId"] == "2"
    async with http.get(f"{running.mcp_url}/wait?sessionId=2") as response:
        assert await response.json() == [{"event": "second"}]


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("wait?timout=1", "/wait has no parameter 'timout' (did you mean timeout?)"),
        ("wait?session=1&sessionId=2", "/wait takes one session, not '1' and '2'"),
        ("state?timeout=1", "/state has no parameter 'timeout'; there are session"),
        ("variables?id=1", "/variables has no parameter 'id'; there are session"),
    ],
)
async def test_an_unknown_parameter_is_refused_and_takes_nothing(
    running: Rig, http: ClientSession, address: str, says: str
) -> None:
    await running.run("mcp.pushState({event = 'kept'})")
    async with http.get(f"{running.mcp_url}/{address}") as response:
        assert (response.status, await response.json()) == (400, {"error": says})
    async with http.get(f"{running.mcp_url}/wait") as response:
        assert await response.json() == [{"event": "kept"}]


async def test_each_session_may_be_polled(running: Rig, http: ClientSession) -> None:
    await running.server.new_session()
    await running.tool("ui_run", code="mcp.pushState{n = 2}", sessionId="2")
    assert await polled(http, running, "?session=2") == (200, [{"n": 2}])


async def test_a_visit_from_the_address_bar_shows_the_queue_and_takes_nothing(
    running: Rig, http: ClientSession
) -> None:
    visit = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}
    async with http.get(f"{running.mcp_url}/wait", headers=visit) as response:
        assert (response.status, await response.json()) == (200, [])
    await running.run("mcp.pushState{n = 1}")
    for _ in range(2):
        async with http.get(f"{running.mcp_url}/wait", headers=visit) as response:
            assert (response.status, await response.json()) == (200, [{"n": 1}])
    assert await polled(http, running) == (200, [{"n": 1}])


async def test_a_head_request_takes_nothing(running: Rig, http: ClientSession) -> None:
    await running.run("mcp.pushState{n = 1}")
    async with http.head(f"{running.mcp_url}/wait") as response:
        assert response.status == 405
    assert running.server.ui_session().events.peek() == [{"n": 1}]


async def test_of_two_pollers_the_first_gets_the_events_and_the_other_204(running: Rig, http: ClientSession) -> None:
    queue = running.server.ui_session().events
    pollers = []
    for count in (1, 2):
        pollers.append(asyncio.create_task(polled(http, running)))
        await reach(partial(lambda count: queue.pollers == count, count))
    await running.run("mcp.pushState{n = 1}")
    assert await asyncio.gather(*pollers) == [(200, [{"n": 1}]), (204, None)]
    assert queue.unread == 0


async def test_without_a_session_it_is_404_in_the_words_that_scripts_look_for(
    base_dir: Path, http: ClientSession
) -> None:
    server = HttpUiServer(base_dir, options=ServerOptions(), explicit=frozenset({"auto-start"}))
    try:
        await server.open()
        assert server.listener is not None
        async with http.get(f"{server.listener.url}/wait") as response:
            assert (response.status, await response.text()) == (404, "No active session")
    finally:
        await server.close()


async def test_the_number_of_pending_events_counts_those_that_nobody_has_taken(
    running: Rig, http: ClientSession
) -> None:
    count = "return mcp:pendingEventCount()"
    assert await running.run(count) == 0
    await running.run("mcp.pushState{n = 1} mcp.pushState{n = 2}")
    assert await running.run(count) == await running.run("return mcp.pendingEventCount()") == 2
    assert await polled(http, running) == (200, [{"n": 1}, {"n": 2}])
    assert await running.run(count) == 0


async def test_a_waiting_poller_is_notified_when_the_server_changes_its_directory(
    running: Rig, http: ClientSession, tmp_path: Path
) -> None:
    pollers = [asyncio.create_task(polled(http, running)) for _ in range(2)]
    await reach(lambda: running.server.ui_session().events.pollers == len(pollers))
    await running.tool("ui_configure", base_dir=str(tmp_path / "other" / ".ui"))
    assert await asyncio.gather(*pollers) == [(200, [{"event": "server_reconfigured"}])] * 2


async def test_events_pushed_while_nobody_polls_are_kept_in_order(running: Rig, http: ClientSession) -> None:
    await running.run("for n = 1, 500 do mcp.pushState{n = n} end")
    assert await polled(http, running) == (200, [{"n": n} for n in range(1, 501)])


async def test_at_10_000_unread_events_a_push_fails_until_the_next_poll(running: Rig, http: ClientSession) -> None:
    await running.run("for n = 1, 10000 do mcp.pushState{n = n} end")
    refusal = await running.refused("ui_run", code="mcp.pushState{n = 10001}")
    assert "10000 events are unread: nobody is polling" in refusal
    assert await running.run("return {pcall(mcp.pushState, {})}") != [True]
    status, events = await polled(http, running)
    assert (status, len(events)) == (200, 10_000)
    await running.run("mcp.pushState{n = 1}")


async def test_a_poller_that_disconnects_leaves_the_events_to_the_next(running: Rig, http: ClientSession) -> None:
    queue = running.server.ui_session().events
    gone = asyncio.create_task(polled(http, running))
    await reach(lambda: queue.polling)
    gone.cancel()
    await reach(lambda: not queue.polling)
    await running.run("mcp.pushState{n = 1}")
    assert await polled(http, running) == (200, [{"n": 1}])


async def test_events_return_to_the_head_if_the_client_disconnects_before_they_are_sent(
    running: Rig, http: ClientSession
) -> None:
    """Sends far more than socket buffers can hold to a client that reads nothing and disconnects."""
    queue = running.server.ui_session().events
    events = [{"n": number, "text": "x" * 10_000} for number in range(1_000)]
    with hanging(running) as client:
        await reach(lambda: queue.polling)
        for event in events:
            queue.push(event)
        await reach(lambda: not queue.peek())
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # disconnect with a reset
    await reach(queue.peek)
    queue.push({"n": 1_000})
    status, taken = await polled(http, running)
    assert (status, taken) == (200, [*events, {"n": 1_000}])


async def test_a_client_that_disconnects_as_soon_as_it_has_everything_is_served_once(
    running: Rig, http: ClientSession
) -> None:
    queue = running.server.ui_session().events
    for number in range(30):
        queue.push({"n": number})
        async with http.get(f"{running.mcp_url}/wait", headers={"Connection": "close"}) as response:
            assert await response.json() == [{"n": number}]
        assert queue.peek() == []


@contextmanager
def hanging(rig: Rig) -> Iterator[socket.socket]:
    """A client that sends a request and reads nothing."""
    assert rig.started is not None
    port = rig.started.mcp_port
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(f"GET /wait HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        yield client


async def test_the_ui_sees_pollers_come_and_go_and_events_being_taken(running: Rig, http: ClientSession) -> None:
    await running.run("mcp.value = {type = 'T'} function mcp.value:polled() return mcp:pollingEvents() end")
    async with opened(http, running.ui_url, running.session_id) as page:
        await page.watch_root()
        await page.create("value")
        seen = await page.create("value.polled()", access="r")
        assert page.values[seen] is False
        poller = asyncio.create_task(polled(http, running))
        await page.until(lambda: page.values[seen] is True)
        running.server.ui_session().events.push({"n": 1})
        assert await poller == (200, [{"n": 1}])
        await page.until(lambda: page.values[seen] is False)


async def test_a_stop_answers_the_pollers(running: Rig, http: ClientSession) -> None:
    poller = asyncio.create_task(polled(http, running, "?timeout=120"))
    await reach(lambda: running.server.ui_session().events.polling)
    await running.server.stop()
    assert await poller == (204, None)


# Many pollers.

POLLERS, TOOLS, PER_CALL, CALLS = 50, 10, 25, 20


@pytest.mark.slow
async def test_50_pollers_get_5000_events_of_concurrent_tools_once_contiguous_and_in_order(running: Rig) -> None:
    await running.run(
        "order = 0 function burst(count) for _ = 1, count do order = order + 1 mcp.pushState{n = order} end end"
    )
    batches: list[list[int]] = []
    total = TOOLS * CALLS * PER_CALL
    done = asyncio.Event()

    async def poll(http: ClientSession) -> None:
        while not done.is_set():
            status, events = await polled(http, running, "?timeout=1")
            if status == 200:
                batches.append([event["n"] for event in events])
                if sum(map(len, batches)) >= total:
                    done.set()

    async def push() -> None:
        for _ in range(CALLS):
            await running.tool("ui_run", code=f"burst({PER_CALL})")

    timeout = ClientTimeout(total=60)
    async with ClientSession(timeout=timeout, connector=TCPConnector(limit=POLLERS)) as http:
        pollers = [asyncio.create_task(poll(http)) for _ in range(POLLERS)]
        queue = running.server.ui_session().events
        await reach(lambda: queue.pollers == POLLERS)
        await asyncio.gather(*(push() for _ in range(TOOLS)))
        async with asyncio.timeout(60):
            await done.wait()
        await running.server.stop()
        await asyncio.gather(*pollers, return_exceptions=True)
    assert total == 5000
    assert Counter(itertools.chain(*batches)) == Counter(range(1, total + 1))
    for batch in batches:
        assert batch == list(range(batch[0], batch[0] + len(batch)))
