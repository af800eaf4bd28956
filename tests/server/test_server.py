"""Configuring, starting and stopping a server, and what each leaves behind."""

from __future__ import annotations

import asyncio
import gc
import json
import os
from collections import Counter
from pathlib import Path

import anyio
import pytest
from aiohttp import ClientSession
from mcp import Client

from pytest_uimcp.server.errors import ConfigError, LifecycleError
from pytest_uimcp.server.mcp.server import UiMcpServer
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.server.ports.names import MCP_PORT, UI_PORT
from pytest_uimcp.server.ports.run_ports import RunPorts
from pytest_uimcp.server.server import UiServer
from pytest_uimcp.server.states import State
from pytest_uimcp.transport.errors import PortUnavailable
from pytest_uimcp.transport.ports import bind
from tests.ports import unused_port
from tests.server.page import opened
from tests.server.rig import (
    PATIENCE,
    STRICT,
    Rig,
    browsing,
    open_files,
    ports_written,
    reach,
    rigged,
    text_of,
    thread_names,
    write_app,
)

pytestmark = pytest.mark.anyio


# Start-up.


class SlowToBind(UiServer):
    """A server whose start waits for the test."""

    def __init__(self, base_dir: Path, options: ServerOptions | None = None) -> None:
        super().__init__(base_dir, options=options)
        self.binding, self.go_on = anyio.Event(), anyio.Event()

    async def _bind_ports(self) -> RunPorts:
        self.binding.set()
        await self.go_on.wait()
        return await super()._bind_ports()


async def test_a_start_up_in_a_fresh_directory_installs_and_is_configured(base_dir: Path) -> None:
    async with rigged(base_dir) as rig:
        configured = await rig.server.configure()
        assert rig.server.state is State.CONFIGURED
        assert configured.installed is not None
        assert (base_dir / "README.md").is_file()
        assert (base_dir.parent / "skills" / "ui" / "SKILL.md").is_file()
        assert configured.notice == {}


async def test_a_start_up_with_a_readme_installs_nothing(base_dir: Path) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "README.md").write_text("**Version: 9.9.9**\n")
    async with rigged(base_dir) as rig:
        assert (await rig.server.configure()).installed is None
    assert not (base_dir / "resources").exists()


async def test_configuring_returns_the_directory_and_its_logs(rig: Rig, base_dir: Path) -> None:
    said = await rig.tool("ui_configure", base_dir=str(base_dir))
    assert said.data == json.loads(said.text)
    assert said.data == {"base_dir": str(base_dir), "log_path": str(base_dir / "log"), "status": "configured"}
    assert (base_dir / "log").is_dir()


async def test_configuring_a_fresh_directory_installs_there(rig: Rig, tmp_path: Path) -> None:
    other = tmp_path / "other" / ".claude" / "ui"
    said = await rig.tool("ui_configure", base_dir=str(other))
    assert said.data is not None
    assert "README.md" in said.data["installed"]
    assert (other / "README.md").is_file()


# Strict servers, which do not configure themselves.


async def test_a_strict_server_installs_nothing_automatically_and_says_so(base_dir: Path) -> None:
    async with rigged(base_dir, STRICT) as rig:
        said = await rig.tool("ui_configure", base_dir=str(base_dir))
        assert said.data is not None
        assert said.data["install_needed"] is True
        assert said.data["hint"] == "Run ui_install to install agent files and CLAUDE.md instructions"
        assert not (base_dir / "README.md").exists()


async def test_a_strict_server_asks_for_no_install_once_the_agent_is_installed(base_dir: Path) -> None:
    async with rigged(base_dir, STRICT) as rig:
        await rig.tool("ui_configure", base_dir=str(base_dir))
        installed = await rig.tool("ui_install")
        assert installed.data is not None
        assert {"CLAUDE.md", ".claude/agents/ui-builder.md"} <= set(installed.data["installed"])
        assert (base_dir.parent.parent / "CLAUDE.md").is_file()
        said = await rig.tool("ui_configure", base_dir=str(base_dir))
        assert said.data is not None
        assert {"install_needed", "hint"} & said.data.keys() == set()


async def test_a_strict_server_has_no_app_variable_until_an_app_creates_one(base_dir: Path) -> None:
    code = "guarded = {n = 1} made = not session:getApp() if made then session:createAppVariable(guarded) end"
    app = write_app(base_dir, "guarded", code)
    (app / "init.lua").write_text("found = session:getApp() == nil")
    async with rigged(base_dir, STRICT) as rig:
        await rig.server.configure()
        await rig.start()
        assert await rig.run("return {found, session:getApp() == nil, mcp ~= nil}") == [True, True, True]
        await rig.run("mcp:app('guarded')")
        assert await rig.run("return {made, session:getApp().n}") == [True, 1]


async def test_unless_strict_the_app_variable_is_mcp(running: Rig) -> None:
    assert await running.run("return session:getApp() == mcp")


# Starting.


async def test_starting_returns_the_base_url_and_writes_the_port_files(
    rig: Rig, base_dir: Path, http: ClientSession
) -> None:
    said = await rig.tool("ui_start")
    assert said.data is not None
    assert said.text == said.data["url"] == f"http://127.0.0.1:{said.data['uiPort']}"
    assert said.data["sessionUrl"].startswith(said.text + "/")
    assert (base_dir / UI_PORT).read_text().strip() == str(said.data["uiPort"])
    assert (base_dir / MCP_PORT).read_text().strip() == str(said.data["mcpPort"])
    assert "<" in await text_of(await http.get(said.data["sessionUrl"]))


async def test_a_request_sent_right_after_a_start_waits_for_it(rig: Rig, base_dir: Path) -> None:
    write_app(base_dir, "late", "late = {type = 'Late'}")
    started, run, shown, status, state = await asyncio.gather(
        rig.call("ui_start"),
        rig.call("ui_run", {"code": "return 1"}),
        rig.call("ui_display", {"name": "late"}),
        rig.call("ui_status"),
        rig.client.read_resource("ui://state"),
    )
    assert not started.is_error
    assert (run.text, shown.text) == ("1", "Displayed app: late")
    assert status.data is not None
    assert status.data["state"] == "running"
    assert '"sessionId": "1"' in getattr(state.contents[0], "text", "")


async def test_a_request_sent_right_after_a_failing_start_gets_server_not_running(
    base_dir: Path,
) -> None:
    class WithoutPorts(UiServer):
        async def _bind_ports(self) -> RunPorts:
            raise PortUnavailable("no port today", 1)

    server = WithoutPorts(base_dir)
    await server.configure()
    mcp = UiMcpServer(server)
    async with Client(mcp.sdk) as client:
        results = await asyncio.gather(client.call_tool("ui_start", {}), client.call_tool("ui_run", {"code": ""}))
    mcp.close()
    assert [getattr(result.content[0], "text", "") for result in results] == ["no port today", "Server not started"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
async def test_both_ports_refuse_connections_until_the_server_is_running(base_dir: Path, http: ClientSession) -> None:
    numbers = [unused_port(), unused_port()]
    (base_dir / "lua").mkdir(parents=True)
    os.mkfifo(base_dir / "pipe")
    (base_dir / "lua" / "main.lua").write_text(f"io.open('{base_dir / 'pipe'}'):read('*a')")
    served = HttpUiServer(base_dir, options=ServerOptions(port=numbers[0], mcp_port=numbers[1]))
    opening = asyncio.create_task(served.open())
    try:
        # Opens when Lua reads from it, in the middle of the start.
        with await asyncio.to_thread((base_dir / "pipe").open, "wb"):
            for number in numbers:
                with pytest.raises(ConnectionRefusedError):
                    await asyncio.open_connection("127.0.0.1", number)
            assert ports_written(base_dir) == {}
        async with asyncio.timeout(PATIENCE):
            await opening
        for number, path in zip(numbers, ("/", "/state"), strict=True):
            async with http.get(f"http://127.0.0.1:{number}{path}") as response:
                assert response.status == 200
        assert sorted(ports_written(base_dir).values()) == sorted(numbers)
    finally:
        await served.close()


async def test_a_port_in_use_is_named_and_the_server_stays_configured(base_dir: Path) -> None:
    taken = bind()
    taken.listen()
    port = taken.getsockname()[1]
    try:
        async with rigged(base_dir) as rig:
            (base_dir).mkdir(parents=True)
            (base_dir / "config.toml").write_text(f"port = {port}\n")
            await rig.server.configure()
            before = open_files()
            for _ in range(3):
                assert f"port {port} on 127.0.0.1 is in use" in await rig.refused("ui_start")
            assert rig.server.state is State.CONFIGURED
            await reach(lambda: len(open_files()) <= len(before))
            assert not (base_dir / UI_PORT).exists()
    finally:
        taken.close()


async def test_an_mcp_port_in_use_releases_the_ui_port(base_dir: Path) -> None:
    taken = bind()
    taken.listen()
    try:
        base_dir.mkdir(parents=True)
        (base_dir / "config.toml").write_text(f"mcp-port = {taken.getsockname()[1]}\n")
        async with rigged(base_dir) as rig:
            await rig.server.configure()
            with pytest.raises(PortUnavailable):
                await rig.server.start()
            taken.close()
            await rig.start()
    finally:
        taken.close()


async def test_an_app_that_fails_to_load_does_not_prevent_the_start(base_dir: Path) -> None:
    (write_app(base_dir, "broken", "") / "init.lua").write_text("error('on purpose')")
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        status = (await rig.tool("ui_status")).data
        assert status is not None
        assert "on purpose" in "".join(status["problems"])


async def test_a_fixed_problem_disappears_from_the_status(running: Rig, base_dir: Path, tmp_path: Path) -> None:
    def problems() -> list[str]:
        found: list[str] = running.server.status().get("problems", [])
        return found

    file = write_app(base_dir, "mended", "mended = {type = 'Mended'}") / "app.lua"
    await running.tool("ui_display", name="mended")
    file.rename(tmp_path / "aside")
    file.mkdir()
    await reach(lambda: any("it is a directory" in problem for problem in problems()))
    file.rmdir()
    (tmp_path / "aside").rename(file)
    await reach(lambda: not problems())


async def test_the_status_is_available_while_the_session_opens(base_dir: Path) -> None:
    (write_app(base_dir, "early", "") / "init.lua").write_text("early = mcp:status()")
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        assert (await rig.run("return early"))["base_dir"] == str(base_dir)


async def test_a_start_is_finished_even_if_the_client_cancels_it(base_dir: Path) -> None:
    server = SlowToBind(base_dir)
    await server.configure()
    mcp = UiMcpServer(server)
    async with Client(mcp.sdk) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(client.call_tool, "ui_start", {})
        await server.binding.wait()
        tasks.cancel_scope.cancel()
        server.go_on.set()
    mcp.close()
    await reach(lambda: server.state is State.RUNNING)
    assert len(ports_written(base_dir)) == 2
    await server.close()
    assert ports_written(base_dir) == {}


async def test_a_cancelled_call_stops_its_lua(running: Rig, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    async with anyio.create_task_group() as tasks:
        code = f"io.open({str(begun)!r}, 'w'):close() os.execute('sleep 1000')"
        tasks.start_soon(running.client.call_tool, "ui_run", {"code": code})
        await anyio.to_thread.run_sync(begun.read_bytes)
        tasks.cancel_scope.cancel()
    assert await running.run("return 'free again'") == "free again"


# Stopping.


@pytest.mark.slow
async def test_stopping_leaves_no_file_no_socket_and_no_thread(rig: Rig, base_dir: Path) -> None:
    async def live() -> None:
        await rig.start()
        async with browsing() as http:
            async with opened(http, rig.ui_url, rig.session_id) as page:
                await page.watch_root()
            waiting = asyncio.create_task(http.get(f"{rig.mcp_url}/wait"))
            await reach(lambda: rig.server.ui_session().events.polling)
            await rig.server.stop()
            assert (await waiting).status == 204

    await live()  # now everything that is created once, such as asyncio's thread pool, exists
    gc.collect()
    threads, files = thread_names(), list(open_files().values())
    for _ in range(3):
        await live()
    gc.collect()
    # Threads left by other tests may end meanwhile.
    await reach(lambda: not Counter(thread_names()) - Counter(threads))
    await reach(lambda: not Counter(open_files().values()) - Counter(files))
    assert not (base_dir / UI_PORT).exists()
    assert not (base_dir / MCP_PORT).exists()


async def test_stopping_and_starting_again_gives_a_new_session(running: Rig) -> None:
    await running.run("kept = 1")
    await running.server.stop()
    assert running.server.state is State.CONFIGURED
    await running.start()
    assert await running.run("return kept") is None


async def test_a_start_interrupted_by_closing_the_server_runs_no_more_files(base_dir: Path) -> None:
    (base_dir / "lua").mkdir(parents=True)
    (base_dir / "lua" / "main.lua").write_text("while true do end")
    server = SlowToBind(base_dir, options=ServerOptions(time_limit=1000))
    await server.configure()
    with anyio.fail_after(PATIENCE):
        start = asyncio.create_task(server.start())
        await server.binding.wait()
        close = asyncio.create_task(server.close())
        await asyncio.sleep(0)
        server.go_on.set()
        await close
        with pytest.raises(LifecycleError, match="Server closed"):
            await start
    assert server.state is State.CONFIGURED


async def test_stopping_a_server_that_is_not_running_does_nothing(rig: Rig) -> None:
    await rig.server.stop()
    assert rig.server.state is State.CONFIGURED
    await rig.server.close()
    await rig.server.close()


async def test_reconfiguring_ends_the_session_and_frees_the_ports(running: Rig, tmp_path: Path, base_dir: Path) -> None:
    assert running.started is not None
    ports = running.started.ui_port, running.started.mcp_port
    other = tmp_path / "other" / "ui"
    await running.tool("ui_configure", base_dir=str(other))
    assert (await running.refused("ui_run", code="return 1")).startswith("Server not started")
    assert not (base_dir / UI_PORT).exists()
    for port in ports:
        bind(port).close()
    await running.start()
    assert (other / UI_PORT).exists()
    status = (await running.tool("ui_status")).data
    assert status is not None
    assert status["base_dir"] == str(other)


async def test_a_configure_that_fails_leaves_the_running_server_alone(running: Rig, tmp_path: Path) -> None:
    await running.run("kept = 1")
    (tmp_path / "file").write_text("")
    await running.refused("ui_configure", base_dir=str(tmp_path / "file"))
    assert await running.run("return kept") == 1


async def test_concurrent_configuring_and_starting_exclude_each_other(rig: Rig, base_dir: Path) -> None:
    outcomes = await asyncio.gather(*(rig.call("ui_start") for _ in range(5)))
    assert sorted(said.is_error for said in outcomes) == [False, True, True, True, True]
    assert {said.text for said in outcomes if said.is_error} == {"Server already running"}
    await asyncio.gather(
        *(rig.call("ui_configure", {"base_dir": str(base_dir)}) for _ in range(3)), rig.call("ui_start")
    )
    assert rig.server.state in (State.CONFIGURED, State.RUNNING)


async def test_one_server_may_have_several_sessions(running: Rig) -> None:
    second = await running.server.new_session()
    assert second.session.vended_id == "2"
    await running.run("who = 'first'")
    said = await running.tool("ui_run", code="who = 'second' return who", sessionId="2")
    assert said.text == '"second"'
    assert await running.run("return who") == "first"
    refusal = await running.refused("ui_run", code="", sessionId="3")
    assert "there are: 1, 2" in refusal


async def test_a_base_directory_below_a_file_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with rigged(tmp_path / "file" / "ui") as rig:
        with pytest.raises(ConfigError, match="file is a file, not a directory"):
            await rig.server.configure()
        assert rig.server.state is State.UNCONFIGURED
