from __future__ import annotations

import asyncio
import gc
import sys
from typing import Any

import anyio
import httpx2
import pytest
from aiohttp import web
from mcp import MCPError
from mcp.server.lowlevel import Server

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.mount import MOUNT_CHANGES, MountState, may_become
from pytest_uimcp.compositor.specs import HttpSpec, StdioSpec
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.transport.ports import serve_app
from tests.compositor.child import Child
from tests.compositor.mounting import PATIENCE, child_command, client_of, mounted, names, permissive, said, until, uris
from tests.mcp.reports import reported, told
from tests.transport.packed import nested_bomb

pytestmark = pytest.mark.anyio


class Broken(Exception):
    pass


def breaking_server() -> Server[Any]:
    """A server that fails when it is closed."""
    child = Child("echo").server

    class Lifespan:
        async def __aenter__(self) -> dict[str, Any]:
            return {}

        async def __aexit__(self, *_: object) -> None:
            raise Broken("cannot be closed")

    child.lifespan = lambda _: Lifespan()
    return child


async def test_tools_are_listed_in_mount_order_and_called_at_their_servers() -> None:
    one, two = Child("b", "a"), Child("c.d")
    async with permissive() as compositor:
        mounted = await compositor.mount_inproc("one", one.server)
        await compositor.mount_inproc("two_three", two.server)
        async with client_of(compositor) as client:
            assert await names(client) == ["one_b", "one_a", "two_three_c_d"]
            result = await client.call_tool("two_three_c_d", {"x": 1})
        assert said(result) == "c.d was called"
        assert (one.calls, two.calls) == ([], [("c.d", {"x": 1})])
        assert mounted.prefix == "one"
        assert compositor.get_inproc_server("one") is one.server


async def test_edge_21_an_alias_is_called_but_not_listed_and_an_unknown_name_is_an_error() -> None:
    child = Child()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server)
        async with client_of(compositor) as client:
            for alias in ("mcp__p__echo", "p.echo"):
                assert said(await client.call_tool(alias, {"text": "hi"})) == "hi"
                assert alias not in await names(client)
            unknown = await client.call_tool("p_ecko")
            assert told(unknown) == "tool 'p_ecko' not found (did you mean p_echo?)"
            assert (reported(unknown)["code"], reported(unknown)["data"]["near"]) == (-32602, ["p_echo"])
        assert [record.name for record in compositor.calls] == ["p_echo", "p_echo"]


async def test_edge_21_a_collision_is_refused_at_mount_and_leaves_nothing() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("q", Child("b_c").server)
        with pytest.raises(CompositorError) as refused:
            await compositor.mount_inproc("q_b", Child("c", "d").server)
        assert refused.value.code == "name_collision"
        assert str(refused.value) == ("q_b cannot be mounted, as names collide: q_b_c is 'b_c' of q and 'c' of q_b")
        assert "q_b" not in compositor.server_entries()
        async with client_of(compositor) as client:
            assert await names(client) == ["q_b_c"]


async def test_edge_21_a_collision_that_comes_later_is_refused_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    late = Child("x")
    async with permissive() as compositor:
        await compositor.mount_inproc("q", late.server)
        await compositor.mount_inproc("q_b", Child("c").server)
        late.names.append("b_c")
        late.publisher.tools_changed()
        await until(lambda: "name_collision" in caplog.text)
        assert "q_b_c is 'c' of q_b and 'b_c' of q; that of q is not offered" in caplog.text
        assert compositor.tool("q_b_c").prefix == "q_b"


async def test_edge_22_of_concurrent_mounts_of_one_prefix_exactly_one_wins() -> None:
    async with permissive() as compositor:
        results: list[str] = []
        errors: list[str] = []

        async def mount(tool: str) -> None:
            try:
                await compositor.mount_inproc("p", Child(tool).server)
                results.append(tool)
            except CompositorError as error:
                errors.append(str(error))

        async with anyio.create_task_group() as tasks:
            for number in range(10):
                tasks.start_soon(mount, f"t{number}")
        async with client_of(compositor) as client:
            assert await names(client) == [f"p_{results[0]}"]
        assert errors == ["p is already mounted; unmount it first"] * 9


async def test_edge_23_an_unmounted_server_is_gone_and_can_be_mounted_again() -> None:
    child = Child("echo")
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server)
        async with client_of(compositor) as client:
            await compositor.unmount_server("p")
            assert (await names(client), await uris(client)) == ([], [])
            assert (await client.list_prompts(cache_mode="refresh")).prompts == []
            assert told(await client.call_tool("p_echo")).startswith("tool 'p_echo' not found")
            with pytest.raises(MCPError, match="Resource not found: note://p/one"):
                await client.read_resource("note://p/one")
            with pytest.raises(CompositorError, match="'p' is not mounted; mounted: resources, compositor_meta"):
                compositor.get_child_client("p")
            await compositor.mount_inproc("p", child.server)
            assert await names(client) == ["p_echo"]
            assert said(await client.call_tool("p_echo", {"text": "back"})) == "back"


async def test_a_call_in_flight_on_a_mount_that_is_removed_ends_with_an_error() -> None:
    child = Child()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server)
        async with client_of(compositor) as client, anyio.create_task_group() as tasks:
            results: list[Any] = []

            async def call() -> None:
                results.append(await client.call_tool("p_wait"))

            tasks.start_soon(call)
            with anyio.fail_after(PATIENCE):
                await child.started.wait()
                await compositor.unmount_server("p")
                await until(lambda: bool(results))
        assert reported(results[0]) == {
            "code": "server_unmounted",
            "message": "the server p was unmounted",
            "data": {"server": "p"},
        }
        assert child.cancelled.is_set()


@pytest.mark.slow
async def test_edge_24_a_child_that_exits_fails_and_the_others_go_on() -> None:
    async with permissive() as compositor:
        await compositor.mount_server("far", child_command())
        await compositor.mount_inproc("near", Child().server)
        events: list[tuple[str, str]] = []
        compositor.add_mount_listener(lambda *news: events.append(news))
        async with client_of(compositor) as client:
            with anyio.fail_after(PATIENCE):
                assert said(await client.call_tool("far_echo", {"text": "hi"})) == "hi"
                result = await client.call_tool("far_exit")
                assert result.is_error
                assert "the server far has failed" in said(result)
                assert compositor.server_entries()["far"] is MountState.FAILED
                again = await client.call_tool("far_echo")
                assert reported(again)["code"] == "server_failed"
                assert said(await client.call_tool("near_echo", {"text": "ok"})) == "ok"
                assert events == [("far", "state")]
                with pytest.raises(CompositorError, match="the server far has failed"):
                    compositor.get_child_client("far")
                await compositor.unmount_server("far")
                assert "far_echo" not in await names(client)


async def test_edge_27_errors_of_unmounting_say_what_is_wrong() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server, pinned=True)
        for prefix in ("p", "resources", "compositor_meta"):
            with pytest.raises(CompositorError) as pinned:
                await compositor.unmount_server(prefix)
            assert pinned.value.code == "pinned"
            assert str(pinned.value) == f"{prefix} is pinned: it stays mounted as long as the compositor is open"
        with pytest.raises(CompositorError, match="'x' is not mounted; mounted: resources, compositor_meta, p"):
            await compositor.unmount_server("x")
        with pytest.raises(CompositorError, match="p is already mounted; unmount it first"):
            await compositor.mount_inproc("p", Child().server)


async def test_edge_27_an_exception_in_the_body_cleans_up_and_passes() -> None:
    compositor = permissive()
    with pytest.raises(Broken):  # noqa: PT012 -- the error is raised where the context ends
        async with compositor:
            await compositor.mount_inproc("p", Child().server)
            session = compositor.get_child_client("p")
            raise Broken
    assert compositor.server_entries() == {}
    with pytest.raises((MCPError, RuntimeError)):
        await session.send_ping()


async def test_edge_27_a_failing_cleanup_does_not_stop_the_rest_and_is_raised_at_the_end() -> None:
    compositor = permissive()
    with pytest.raises(ExceptionGroup) as failed:  # noqa: PT012 -- the error is raised where the context ends
        async with compositor:
            await compositor.mount_inproc("first", Child().server)
            await compositor.mount_inproc("second", breaking_server())
            await compositor.mount_inproc("third", Child().server)
            await compositor.close()
    assert "cannot be closed" in repr(failed.value.exceptions)
    assert compositor.server_entries() == {}


async def test_edge_27_a_compositor_is_entered_once_and_not_used_after_it_is_closed() -> None:
    compositor = permissive("mine")
    with pytest.raises(CompositorError, match="the compositor mine is created; mount inside of `async with`"):
        await compositor.mount_inproc("p", Child().server)
    async with compositor:
        with pytest.raises(CompositorError, match="the compositor mine was entered before; make a new one"):
            await compositor.__aenter__()
        await compositor.mount_inproc("p", Child().server)
        await compositor.close()
        await compositor.close()
        assert list(compositor.server_entries()) == ["resources", "compositor_meta"]
    for use in (compositor.mount_inproc("p", Child().server), compositor.unmount_server("p")):
        with pytest.raises(CompositorError, match="the compositor mine is closed"):
            await use
    with pytest.raises(CompositorError, match="was entered before"):
        await compositor.__aenter__()


async def test_edge_28_listeners_are_notified_in_order_even_if_one_of_them_fails() -> None:
    events: list[tuple[str, str]] = []
    async with permissive() as compositor:
        compositor.add_mount_listener(lambda *_: 1 / 0)
        stop = compositor.add_mount_listener(lambda *news: events.append(news))
        await compositor.mount_inproc("p", Child().server)
        await compositor.unmount_server("p")
        stop()
        await compositor.mount_inproc("p", Child().server)
    assert events == [("p", "state"), ("p", "mounted"), ("p", "unmounted")]


@pytest.mark.slow
async def test_a_mount_that_fails_leaves_nothing_and_says_why() -> None:
    async with permissive(start_seconds=30) as compositor:
        with pytest.raises(FileNotFoundError):
            await compositor.mount_server("p", StdioSpec("/no/such/command"))
        with pytest.raises(MCPError):
            await compositor.mount_server("p", StdioSpec(sys.executable, ("-c", "pass")))
        assert "p" not in compositor.server_entries()
        assert compositor.mount_specs() == {}
        await compositor.mount_inproc("p", Child().server)


async def test_a_server_that_packs_its_answers_unasked_is_not_read() -> None:
    async def answer(request: web.Request) -> web.Response:
        assert request.headers["Accept-Encoding"] == "identity"
        return web.Response(body=nested_bomb(1), headers={"Content-Encoding": "deflate, gzip"})

    app = web.Application()
    app.router.add_route("*", "/mcp", answer)
    async with permissive(start_seconds=30) as compositor, serve_app(app) as port:
        with pytest.raises(httpx2.DecodingError, match="packed with deflate, gzip, which was not asked for"):
            await compositor.mount_server("p", HttpSpec(f"{port.url}/mcp"))
        assert "p" not in compositor.server_entries()


@pytest.mark.slow
async def test_a_server_that_never_answers_is_given_up() -> None:
    silent = StdioSpec(sys.executable, ("-c", "import sys; sys.stdin.read()"))
    async with permissive(start_seconds=0.2) as compositor:
        with pytest.raises(CompositorError, match=r"p gave no answer within 0.2 s"):
            await compositor.mount_server("p", silent)
        assert "p" not in compositor.server_entries()


@pytest.mark.slow
async def test_several_servers_are_mounted_from_a_configuration_in_its_order() -> None:
    async with permissive() as compositor:
        config: dict[str, Any] = {
            "bad": {"command": "/no/such/command"},
            "good": child_command("echo"),
            "Wrong": {"command": "x"},
        }
        errors = await compositor.mount_servers_from_config(config, on_error="collect")
        assert errors["good"] is None
        assert isinstance(errors["bad"], FileNotFoundError)
        assert "a mount prefix is" in str(errors["Wrong"])
        entries = compositor.server_entries()
        assert list(entries) == ["resources", "compositor_meta", "bad", "good"]
        assert (entries["bad"], entries["good"]) == (MountState.FAILED, MountState.ACTIVE)
        assert list(compositor.mount_specs()) == ["bad", "good"]
        with pytest.raises(ExceptionGroup):
            await compositor.mount_servers_from_config({"worse": {"command": "/no/such/command"}})
        assert "worse" not in compositor.server_entries()


@pytest.mark.slow
def test_a_compositor_that_is_dropped_warns_and_names_its_mounts() -> None:
    async def lose() -> None:
        compositor = await permissive("lost").__aenter__()
        await compositor.mount_inproc("p", Child().server)

    def forget() -> None:
        asyncio.run(lose())
        gc.collect()

    with pytest.warns(ResourceWarning, match="lost was never closed; still mounted: resources, compositor_meta, p"):
        forget()


async def test_a_compositor_can_be_mounted_in_another() -> None:
    child = Child()
    async with permissive("inner") as inner, permissive("outer") as outer:
        await inner.mount_inproc("p", child.server)
        await outer.mount_inproc("deep", inner)
        async with client_of(outer) as client:
            assert said(await client.call_tool("deep_p_echo", {"text": "hi"})) == "hi"
            assert "note://deep/p/one" in await uris(client)
            contents = (await client.read_resource("note://deep/p/one")).contents
            assert str(contents[0].uri) == "note://deep/p/one"


async def test_only_servers_can_be_mounted() -> None:
    async with permissive() as compositor:
        with pytest.raises(CompositorError, match="expected a server to mount, got int"):
            await compositor.mount_inproc("p", 7)
        async with mounted(compositor, "http auto"):
            with pytest.raises(CompositorError, match="p is not a server in this process"):
                compositor.get_inproc_server("p")


async def test_a_server_whose_lists_are_empty_is_mounted() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", McpServer("empty", None))
        async with client_of(compositor) as client:
            assert await names(client) == []


def test_the_life_of_a_mount_ends_closed() -> None:
    assert set(MOUNT_CHANGES) == set(MountState)
    assert all(may_become(state, MountState.CLOSED) for state in MountState if state is not MountState.CLOSED)
    assert not any(may_become(MountState.CLOSED, state) for state in MountState)
    assert not may_become(MountState.FAILED, MountState.ACTIVE)
