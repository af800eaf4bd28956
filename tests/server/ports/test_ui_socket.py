"""A browser page on its WebSocket, from opening to closing."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest
from aiohttp import ClientSession, WSMsgType, WSServerHandshakeError

from tests.server.page import opened
from tests.server.rig import Rig, reach

pytestmark = pytest.mark.anyio

APP = """
mcp.value = {type = 'Counter', n = 0, name = 'first'}
function mcp.value:add(by) self.n = self.n + (by or 1) end
"""


@pytest.fixture
async def app(running: Rig) -> Rig:
    await running.run(APP)
    return running


async def test_a_page_creates_watches_updates_calls_and_destroys(app: Rig, http: ClientSession) -> None:
    async with opened(http, app.ui_url, app.session_id) as page:
        await page.watch_root()
        assert set(page.values[1]) == {"obj"}
        counter = await page.create("value")
        number = await page.create("n", parent=counter)
        name = await page.create("name", parent=counter)
        assert (page.values[number], page.values[name]) == (0, "first")
        shown = await page.create("name", parent=counter)
        await page.update(name, "second")
        await page.until(lambda: page.values[shown] == "second")
        add = {"id": 20, "parentId": counter, "properties": {"path": "add(_)", "access": "action"}}
        await page.send({"type": "create", "data": add})
        await page.update(20, 5)
        await page.until(lambda: page.values[number] == 5)
        await page.send({"type": "destroy", "data": {"varId": counter}})
        await page.until(lambda: {d["varId"] for d in page.of_type("destroy")} >= {number, name, counter})


async def test_what_a_tool_changes_reaches_every_page(app: Rig, http: ClientSession) -> None:
    async with opened(http, app.ui_url, app.session_id) as one, opened(http, app.ui_url, app.session_id) as two:
        watched = []
        for page in (one, two):
            await page.watch_root()
            watched.append((page, await page.create("value.n")))
        await app.run("mcp.value:add(3)")
        for page, number in watched:
            await page.until(lambda page=page, number=number: page.values[number] == 3)
        await one.update(watched[0][1], 10)
        await two.until(lambda: two.values[watched[1][1]] == 10)


async def test_connected_pages_are_counted(app: Rig, http: ClientSession) -> None:
    async def sessions() -> object:
        status = (await app.tool("ui_status")).data
        assert status is not None
        return status["sessions"]

    assert await sessions() == 0
    async with opened(http, app.ui_url, app.session_id):
        await reach(lambda: app.server.browsers == 1)
        async with opened(http, app.ui_url, app.session_id):
            await reach(lambda: app.server.browsers == 2)
            assert await sessions() == 2
            assert (await app.run("return mcp:status()"))["sessions"] == 2
    await reach(lambda: app.server.browsers == 0)


async def test_a_page_that_reconnects_still_has_its_variables(app: Rig, http: ClientSession) -> None:
    async with opened(http, app.ui_url, app.session_id, page="tab-1") as page:
        await page.watch_root()
        number = await page.create("value.n")
    await reach(lambda: app.server.browsers == 0)
    await app.run("mcp.value:add(7)")
    async with opened(http, app.ui_url, app.session_id, page="tab-1") as page:
        await page.until(lambda: page.values.get(number) == 7)
        await app.run("mcp.value:add(1)")
        await page.until(lambda: page.values[number] == 8)


async def test_another_page_does_not_get_them(app: Rig, http: ClientSession) -> None:
    async with opened(http, app.ui_url, app.session_id, page="tab-1") as page:
        await page.watch_root()
        number = await page.create("value.n")
    async with opened(http, app.ui_url, app.session_id, page="tab-2") as page:
        await page.send({"type": "update", "data": {"varId": number, "value": 1}})
        await page.until(lambda: page.of_type("error"))
        assert page.of_type("error")[0]["code"] == "not-found"


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "no json",
        "[",
        "5",
        '"text"',
        "{}",
        '{"type": "nonsense", "data": {}}',
        '{"messages": 1}',
        "\N{SNOWMAN}",
        "[[[]]]",
    ],
)
async def test_a_malformed_frame_gets_an_error_and_the_connection_stays_open(
    app: Rig, http: ClientSession, frame: str
) -> None:
    async with opened(http, app.ui_url, app.session_id) as page:
        await page.socket.send_str(frame)
        await page.until(lambda: page.of_type("error"))
        assert page.of_type("error")[0]["description"]
        await page.watch_root()


async def test_a_binary_frame_is_read_as_text_and_garbage_gets_an_error(app: Rig, http: ClientSession) -> None:
    async with opened(http, app.ui_url, app.session_id) as page:
        await page.socket.send_bytes(b"\xff\xfe")
        await page.until(lambda: page.of_type("error"))
        await page.socket.send_bytes(json.dumps({"type": "watch", "data": {"varId": 1}}).encode())
        await page.until(lambda: 1 in page.values)


async def test_a_frame_that_is_too_long_closes_the_connection_and_nothing_else(app: Rig, http: ClientSession) -> None:
    async with opened(http, app.ui_url, app.session_id) as page:
        with suppress(ConnectionError):  # the server may close before everything is sent
            await page.socket.send_str("x" * (app.server.ui_session().session.options.max_frame + 1))
        received = await page.socket.receive(30)
        assert received.type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.ERROR)
    async with opened(http, app.ui_url, app.session_id) as page:
        await page.watch_root()


async def test_a_page_that_does_not_read_is_disconnected(
    app: Rig, http: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pytest_uimcp.server.ports.ui_socket.MAX_WAITING_CHARACTERS", 1_000_000)
    await app.run("mcp.value.text = ''")
    async with opened(http, app.ui_url, app.session_id) as page:
        await page.watch_root()
        await page.create("value.text")
        transport = page.socket._response.connection.transport  # noqa: SLF001 -- aiohttp has no public way to stop reading
        transport.pause_reading()
        for number in range(200):
            if not app.server.browsers:
                break
            await app.run(f"mcp.value.text = string.rep('{number % 10}', 300000)")
            app.server.ui_session().session.settle()
        await reach(lambda: app.server.browsers == 0)
        transport.abort()


async def test_a_stop_closes_the_connection(app: Rig, http: ClientSession) -> None:
    async with opened(http, app.ui_url, app.session_id) as page:
        await page.watch_root()
        await app.server.stop()
        received = await page.socket.receive(30)
        while received.type is WSMsgType.TEXT:
            received = await page.socket.receive(30)
        assert received.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED)


async def test_viewdefs_are_sent_with_the_types_that_need_them(app: Rig, http: ClientSession) -> None:
    viewdefs = app.server.base_dir / "viewdefs"
    (viewdefs / "Counter.DEFAULT.html").write_text("<template><b ui-value='n'></b></template>")
    async with opened(http, app.ui_url, app.session_id) as page:
        await page.watch_root()
        assert "MCP.DEFAULT" in page.viewdefs()
        await page.create("value")
        await page.until(lambda: "Counter.DEFAULT" in page.viewdefs())


async def test_a_changed_file_reaches_the_page_without_a_reload(app: Rig, http: ClientSession) -> None:
    viewdef = app.server.base_dir / "viewdefs" / "Counter.DEFAULT.html"
    viewdef.write_text("<template><b>old</b></template>")
    async with opened(http, app.ui_url, app.session_id) as page:
        await page.watch_root()
        await page.create("value")
        await page.until(lambda: "Counter.DEFAULT" in page.viewdefs())
        viewdef.write_text("<template><b>new</b></template>")
        await page.until(lambda: "new" in page.viewdefs()["Counter.DEFAULT"])


async def test_many_pages_at_once(app: Rig, http: ClientSession) -> None:
    async def visit(number: int) -> None:
        async with opened(http, app.ui_url, app.session_id, page=f"tab-{number}") as page:
            await page.watch_root()
            seen = await page.create("value.name")
            await page.until(lambda: page.values[seen] == "done")

    visits = [asyncio.create_task(visit(number)) for number in range(20)]
    await reach(lambda: app.server.browsers == 20)
    await app.run("mcp.value.name = 'done'")
    await asyncio.gather(*visits)


async def test_no_more_pages_connect_than_their_frames_may_take_memory(
    app: Rig, http: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pytest_uimcp.server.ports.ui_socket.MAX_PAGES", 2)
    async with opened(http, app.ui_url, app.session_id) as first, opened(http, app.ui_url, app.session_id):
        with pytest.raises(WSServerHandshakeError, match="503"):
            async with opened(http, app.ui_url, app.session_id):
                pass
        await first.socket.close()
        await reach(lambda: app.server.browsers == 1)
        async with opened(http, app.ui_url, app.session_id) as third:
            await third.watch_root()
