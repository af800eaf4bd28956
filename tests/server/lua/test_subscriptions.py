"""`mcp:subscribe`, from a file of an app to its function."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientSession
from anyio import to_thread

from pytest_uimcp.server.harness.app import look_at_files
from pytest_uimcp.server.options import ServerOptions
from tests.second_user import second_user_running
from tests.server.page import opened
from tests.server.rig import Rig, reach, rigged, write_app

pytestmark = pytest.mark.anyio

INIT = "seen = seen or {} mcp:subscribe('page', function(page) table.insert(seen, page.title .. ' WHICH') end)"


def publish(rig: Rig, data: object, topic: str = "page") -> int:
    return rig.server.publisher.topics.publish(topic, json.dumps(data).encode())


@pytest.fixture
def init(base_dir: Path) -> Path:
    """An `init.lua` that subscribes."""
    path = write_app(base_dir, "reader", "") / "init.lua"
    path.write_text(INIT.replace("WHICH", "first"))
    return path


async def test_the_data_arrives_as_lua_values(running: Rig) -> None:
    await running.run("got = {} mcp:subscribe('t.1', function(data) got[#got + 1] = data == nil and 'nil' or data end)")
    for data in ({"a": [1, {"b": "ä"}], "c": True}, "text", 5, None):
        assert publish(running, data, "t.1") == 1
    assert await running.run("return got") == [{"a": [1, {"b": "ä"}], "c": True}, "text", 5, "nil"]


async def test_saving_the_file_replaces_its_subscription(init: Path, running: Rig) -> None:
    assert publish(running, {"title": "A"}) == 1
    init.write_text(INIT.replace("WHICH", "second"))
    session = running.server.ui_session().session
    look_at_files(session)
    assert publish(running, {"title": "B"}) == 1
    assert await running.run("return seen") == ["A first", "B second"]


async def test_two_files_may_subscribe_to_one_topic(init: Path, base_dir: Path, running: Rig) -> None:
    write_app(base_dir, "other", "mcp:subscribe('page', function(page) seen[#seen + 1] = 'other' end) other = {}")
    await running.server.display("other")
    assert publish(running, {"title": "A"}) == 2
    assert sorted(await running.run("return seen")) == ["A first", "other"]


async def test_after_configure_the_old_session_hears_nothing(
    init: Path, base_dir: Path, running: Rig, http: ClientSession
) -> None:
    url, old = await running.server.publisher.serve(), running.server.ui_session().session
    elsewhere = base_dir.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "config.toml").write_text(f"publisher-port = {url.rpartition(':')[2]}")
    await running.server.configure(elsewhere)
    await running.start()
    assert running.server.publisher.url == url
    async with http.post(f"{url}/publish/page", data='{"title": "A"}') as response:
        assert await response.json() == {"listeners": 0}
    assert old.closed


async def test_another_server_hears_it_and_takes_over_when_the_first_ends(
    base_dir: Path, http: ClientSession, running: Rig
) -> None:
    url = await running.server.publisher.serve()
    options = ServerOptions(publisher_port=int(url.rpartition(":")[2]))
    async with rigged(base_dir.parent / "other", options) as other:
        await other.server.configure()
        await other.start()
        await other.run("heard = {} mcp:subscribe('page', function(page) heard[#heard + 1] = page end)")
        await reach(lambda: len(running.server.publisher.topics) == 1)
        for message in ("first", "second"):
            async with http.post(f"{url}/publish/page", data=json.dumps(message)) as response:
                assert await response.json() == {"listeners": 1}
            if message == "first":
                await running.server.stop()
                await reach(lambda: other.server.publisher.url)
                assert other.server.publisher.url == url
        session = other.server.ui_session().session
        await reach(lambda: session.eval("return #heard").data == 2)
        assert await other.run("return heard") == ["first", "second"]


# A publisher of another user. It tells the first that it is sent.
STRANGERS = """
listener = socket.create_server(("127.0.0.1", 0))
answer(listener.getsockname()[1])
connection = listener.accept()[0]
answer(connection.recv(4096).decode())
connection.close()
read(listener.accept()[0])
"""


@pytest.mark.slow
async def test_the_publisher_of_another_user_is_named_and_not_asked_until_it_ends(
    base_dir: Path, http: ClientSession
) -> None:
    with second_user_running(STRANGERS) as told:
        port = told()
        async with rigged(base_dir, ServerOptions(publisher_port=port)) as rig:
            await rig.server.configure()
            await rig.start()
            await rig.run("heard = {} mcp:subscribe('page', function(page) heard[#heard + 1] = page end)")
            assert rig.server.status()["notice"] == (
                f"the publisher at port {port} of 127.0.0.1 is that of the user nobody (65534), so this server neither "
                "asks it nor sends it anything; give --publisher-port another port, or 0 for none"
            )
            with pytest.raises(ClientError):
                await http.post(f"http://127.0.0.1:{port}/the-first-that-came")
            assert (await to_thread.run_sync(told)).startswith("POST /the-first-that-came")
            told.end()
            await reach(lambda: rig.server.publisher.url)
            assert "notice" not in rig.server.status()


async def test_a_session_that_is_closed_is_no_listener(running: Rig) -> None:
    second = await running.server.new_session()
    for ui_session in running.server.ui_sessions:
        ui_session.session.eval("mcp:subscribe('page', function() end)")
    assert publish(running, 1) == 2
    second.session.close()
    assert publish(running, 2) == 1
    assert len(running.server.publisher.topics) == 1


async def test_an_error_in_the_function_is_logged_and_the_subscription_lives_on(running: Rig, base_dir: Path) -> None:
    await running.run("n = 0 mcp:subscribe('page', function(data) n = n + 1 error('broken ' .. n) end)")
    assert publish(running, 1) == publish(running, 2) == 1
    assert await running.run("return n") == 2
    log = (base_dir / "log" / "lua-err.log").read_text()
    assert "broken 1" in log
    assert "handling what was published under 'page'" in log


async def test_changes_reach_the_pages(running: Rig, http: ClientSession) -> None:
    await running.run(
        "reader = session:prototype('Reader', {title = ''}):new() mcp.value = reader "
        "mcp:subscribe('page', function(page) reader.title = page.title end)"
    )
    async with opened(http, running.ui_url, running.session_id) as page:
        await page.watch_root()
        variable = await page.create("value.title")
        publish(running, {"title": "News"})
        await page.until(lambda: page.values[variable] == "News")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("mcp:subscribe(nil, print)", "bad argument #1 to subscribe (string expected, got nil)"),
        ("mcp:subscribe('page')", "bad argument #2 to subscribe (function expected, got nil)"),
        ("mcp:subscribe('page', print, 1)", "bad argument #3 to subscribe (table expected, got number)"),
        ("mcp:subscribe('<script>', print)", "the topic '<script>' is not valid"),
        ("mcp:subscribe('', print)", "topic name required"),
        ("mcp.subscribe('page', print, {favicon = 'x'})", "the favicon 'x' is not valid"),
        ("mcp.subscribe('page', print, {favicon = 1})", "the option favicon of subscribe is a data URL, got number"),
    ],
)
async def test_wrong_arguments_are_errors_of_the_app(running: Rig, call: str, message: str) -> None:
    assert message in await running.refused("ui_run", code=call)
    assert publish(running, 1) == 0


async def test_every_session_hears_every_topic(running: Rig) -> None:
    sessions = [running.server.ui_session(), *[await running.server.new_session() for _ in range(9)]]
    for one in sessions:
        one.session.eval("n = 0 for i = 1, 5 do mcp:subscribe('t' .. i, function() n = n + 1 end) end")
    assert sum(publish(running, 1, f"t{number}") for number in range(1, 6)) == 50
    assert [one.session.eval("return n").data for one in sessions] == [5] * 10
