"""`ui-port` and `mcp-port`: correct while a server runs, stale after a kill, and owned by one server at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_uimcp.server.ports.names import MCP_PORT, UI_PORT
from pytest_uimcp.transport.errors import PortFileError
from pytest_uimcp.transport.port_file_owner import OWNER
from pytest_uimcp.transport.port_files import PortFiles, remove_stale
from pytest_uimcp.transport.ports import bind
from tests.ports import unused_port
from tests.server.rig import Rig, environment, ports_written, reach, rigged

pytestmark = pytest.mark.warm

NAMES = (UI_PORT, MCP_PORT)


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_a_file_holds_the_port_and_no_temporary_file_is_left(tmp_path: Path) -> None:
    files = PortFiles(tmp_path)
    assert files.write({UI_PORT: 4711}) is None
    assert (tmp_path / UI_PORT).read_text() == "4711"
    assert (tmp_path / OWNER).read_text() == f"{os.getpid()}\n"
    assert names(tmp_path) == [OWNER, UI_PORT]
    files.remove()
    assert names(tmp_path) == []


def test_the_files_of_another_server_are_taken_over_only_when_it_has_ended(tmp_path: Path) -> None:
    first, second = PortFiles(tmp_path), PortFiles(tmp_path)
    assert first.write({UI_PORT: 1, MCP_PORT: 2}) is None
    for _ in range(2):
        assert second.write({UI_PORT: 3, MCP_PORT: 4}) == f"another server (process {os.getpid()})"
    assert ((tmp_path / UI_PORT).read_text(), (tmp_path / MCP_PORT).read_text()) == ("1", "2")
    first.remove()
    assert names(tmp_path) == []
    assert second.write({UI_PORT: 3, MCP_PORT: 4}) is None
    assert (tmp_path / UI_PORT).read_text() == "3"
    second.remove()
    assert names(tmp_path) == []


def test_a_server_that_does_not_own_the_files_leaves_them_when_it_stops(tmp_path: Path) -> None:
    first, second = PortFiles(tmp_path), PortFiles(tmp_path)
    first.write({UI_PORT: 1})
    second.write({UI_PORT: 3})
    second.remove()
    assert (tmp_path / UI_PORT).read_text() == "1"
    assert second.write({UI_PORT: 3}) is None  # a stopped server writes nothing
    first.remove()
    assert names(tmp_path) == []


def test_a_server_without_a_pid_file_keeps_its_port_files_as_long_as_it_listens(tmp_path: Path) -> None:
    files = PortFiles(tmp_path)
    with bind() as other:
        other.listen()
        (tmp_path / UI_PORT).write_text(str(other.getsockname()[1]))
        assert files.write({UI_PORT: 1}) == "another server"
        assert names(tmp_path) == [UI_PORT]
    assert files.write({UI_PORT: 1}) is None
    assert (tmp_path / UI_PORT).read_text() == "1"
    files.remove()


def test_files_of_a_dead_owner_are_stale_even_if_its_port_is_in_use_again(tmp_path: Path) -> None:
    with bind() as other:
        other.listen()
        (tmp_path / UI_PORT).write_text(str(other.getsockname()[1]))
        (tmp_path / OWNER).write_text(f"{os.getpid()}\n")  # no process holds its lock
        assert remove_stale(tmp_path, NAMES) == [tmp_path / UI_PORT]
    assert names(tmp_path) == []


def test_a_file_that_another_process_has_overwritten_is_left_alone(tmp_path: Path) -> None:
    files = PortFiles(tmp_path)
    files.write({UI_PORT: 1})
    (tmp_path / UI_PORT).write_text("3\n")
    files.remove()
    assert (tmp_path / UI_PORT).read_text() == "3\n"


@pytest.mark.parametrize("gone", [UI_PORT, OWNER])
def test_removing_files_that_are_already_gone_is_not_an_error(tmp_path: Path, gone: str) -> None:
    files = PortFiles(tmp_path)
    files.write({UI_PORT: 1})
    (tmp_path / gone).unlink()
    files.remove()
    assert names(tmp_path) == []


@pytest.mark.parametrize("name", [UI_PORT, OWNER])
def test_a_file_that_cannot_be_written_is_named_and_nothing_is_left(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(PortFileError, match=f"cannot write {tmp_path / name}"):
        PortFiles(tmp_path).write({MCP_PORT: 1, UI_PORT: 2})
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("content", ["", "garbage", "-5", "0", "99999", "\xff", "free"])
def test_a_file_is_stale_if_nothing_listens_on_its_port(tmp_path: Path, content: str) -> None:
    (tmp_path / UI_PORT).write_text(content.replace("free", str(unused_port())), encoding="latin-1")
    assert remove_stale(tmp_path, NAMES) == [tmp_path / UI_PORT]
    assert not (tmp_path / UI_PORT).exists()


def test_a_file_is_kept_if_something_listens_on_its_port(tmp_path: Path) -> None:
    with bind() as sock:
        sock.listen()
        (tmp_path / UI_PORT).write_text(f"{sock.getsockname()[1]}\n")
        assert remove_stale(tmp_path, NAMES) == []


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from pytest_uimcp.server.server import UiServer

async def main():
    server = UiServer(Path(sys.argv[1]))
    await server.configure()
    await server.start()
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""

WAITING = "print('runs', flush=True); sys.stdin.read()"


@pytest.mark.slow
@pytest.mark.anyio
async def test_after_a_kill_the_next_start_replaces_the_stale_files(base_dir: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(base_dir)]
    ended = subprocess.run(command, env=environment(), timeout=240, check=False)
    assert ended.returncode == -signal.SIGKILL
    left = {name: (base_dir / name).read_text() for name in NAMES}
    assert len(left) == 2
    assert (base_dir / OWNER).exists()
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        assert [name for name in NAMES if (base_dir / name).exists()] == []
        started = await rig.start()
        assert [int((base_dir / name).read_text()) for name in NAMES] == [started.ui_port, started.mcp_port]
    assert [name for name in NAMES if (base_dir / name).exists()] == []


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_second_server_in_a_directory_says_so_and_takes_the_files_over_when_the_first_has_ended(
    running: Rig, base_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert running.started is not None
    firsts = {UI_PORT: running.started.ui_port, MCP_PORT: running.started.mcp_port}
    async with rigged(base_dir) as second:
        await second.server.configure()
        said = await second.tool("ui_start")
        assert said.data is not None
        ours = {UI_PORT: said.data["uiPort"], MCP_PORT: said.data["mcpPort"]}
        assert not set(ours.values()) & set(firsts.values())
        for notice in (said.data["notice"], second.server.status()["notice"], caplog.text):
            assert f"another server (process {os.getpid()}) works in {base_dir}" in notice
            assert f"UI port {ours[UI_PORT]} and MCP port {ours[MCP_PORT]}" in notice
        assert ports_written(base_dir) == firsts
        await second.server.stop()
        assert ports_written(base_dir) == firsts  # the second server ends and leaves the files

        started = await second.start()
        await running.server.stop()
        await reach(lambda: second.server.notice is None)
        assert ports_written(base_dir) == {UI_PORT: started.ui_port, MCP_PORT: started.mcp_port}
        assert "notice" not in second.server.status()
    assert ports_written(base_dir) == {}
    assert not (base_dir / OWNER).exists()


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_server_takes_over_from_one_that_is_killed(base_dir: Path) -> None:
    command = [sys.executable, "-c", KILLED.replace("os.kill(os.getpid(), signal.SIGKILL)", WAITING), str(base_dir)]
    first = subprocess.Popen(command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == b"runs\n"
        async with rigged(base_dir) as second:
            await second.server.configure()
            started = await second.start()
            assert f"another server (process {first.pid})" in str(second.server.notice)
            assert started.ui_port not in ports_written(base_dir).values()
            first.kill()
            await reach(lambda: second.server.notice is None)
            assert ports_written(base_dir) == {UI_PORT: started.ui_port, MCP_PORT: started.mcp_port}
    finally:
        first.kill()
        first.communicate()
