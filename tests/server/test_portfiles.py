"""`ui-port` and `mcp-port`: right while a server runs, recognised as stale after it was killed, never another's."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.server.portfiles import MCP_PORT, UI_PORT, PortFiles, remove_stale
from pytest_uimcp.transport.listen import bind
from tests.server.rig import Rig, environment, rigged

NAMES = (UI_PORT, MCP_PORT)


def test_a_file_holds_the_port_and_nothing_is_left_of_writing_it(tmp_path: Path) -> None:
    PortFiles().write(tmp_path, UI_PORT, 4711)
    assert (tmp_path / UI_PORT).read_text() == "4711\n"
    assert os.listdir(tmp_path) == [UI_PORT]  # noqa: PTH208 -- names


def test_what_another_server_wrote_since_stays(tmp_path: Path) -> None:
    first, second = PortFiles(), PortFiles()
    first.write(tmp_path, UI_PORT, 1)
    first.write(tmp_path, MCP_PORT, 2)
    second.write(tmp_path, UI_PORT, 3)
    first.remove()
    assert (tmp_path / UI_PORT).read_text() == "3\n"
    assert not (tmp_path / MCP_PORT).exists()
    second.remove()
    assert list(tmp_path.iterdir()) == []


def test_removing_what_somebody_else_removed_is_no_error(tmp_path: Path) -> None:
    files = PortFiles()
    files.write(tmp_path, UI_PORT, 1)
    (tmp_path / UI_PORT).unlink()
    files.remove()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / UI_PORT).mkdir()
    with pytest.raises(ConfigError, match=f"cannot write {tmp_path / UI_PORT}"):
        PortFiles().write(tmp_path, UI_PORT, 1)
    assert os.listdir(tmp_path) == [UI_PORT]  # noqa: PTH208 -- names


@pytest.mark.parametrize("content", ["", "garbage", "-5", "0", "99999", "\xff", "free"])
def test_a_file_of_a_port_where_nobody_listens_is_stale(tmp_path: Path, content: str) -> None:
    sock = bind()
    free = sock.getsockname()[1]
    sock.close()
    (tmp_path / UI_PORT).write_text(content.replace("free", str(free)), encoding="latin-1")
    assert remove_stale(tmp_path) == [tmp_path / UI_PORT]
    assert not (tmp_path / UI_PORT).exists()


def test_a_file_of_a_port_where_somebody_listens_stays(tmp_path: Path) -> None:
    sock = bind()
    try:
        (tmp_path / UI_PORT).write_text(f"{sock.getsockname()[1]}\n")
        assert remove_stale(tmp_path) == []
    finally:
        sock.close()


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from pytest_uimcp.server.lazy_http import open_ports
from pytest_uimcp.server.server import UiServer

async def main():
    server = UiServer(Path(sys.argv[1]), open_ports=open_ports)
    await server.configure()
    await server.start()
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.mark.anyio
async def test_after_a_kill_the_next_start_is_not_misled(base_dir: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(base_dir)]
    ended = subprocess.run(command, env=environment(), timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL
    left = {name: (base_dir / name).read_text() for name in NAMES}
    assert len(left) == 2
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        assert [name for name in NAMES if (base_dir / name).exists()] == []
        started = await rig.start()
        assert [int((base_dir / name).read_text()) for name in NAMES] == [started.ui_port, started.mcp_port]
    assert [name for name in NAMES if (base_dir / name).exists()] == []


@pytest.mark.anyio
async def test_two_servers_on_one_directory_leave_each_other_alone(running: Rig, base_dir: Path) -> None:
    async with rigged(base_dir) as second:
        await second.server.configure()
        assert (base_dir / UI_PORT).exists()  # the first one's: somebody listens there
        started = await second.start()
        await running.server.stop()
        assert json.loads((base_dir / UI_PORT).read_text()) == started.ui_port
    assert not (base_dir / UI_PORT).exists()
