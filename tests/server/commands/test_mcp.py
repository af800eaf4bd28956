"""`ui-mcp mcp` in a process of its own."""

from __future__ import annotations

import json
import signal
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from tests.server.commands.command import INITIALIZE, RUN, command
from tests.server.rig import ports_written

pytestmark = [pytest.mark.slow, pytest.mark.warm]

# A hundred of them are Python's own.
MAX_MODULES = 160
# Prints in many ways: before, during and after the protocol.
NOISY = (
    """
import atexit, os, warnings
atexit.register(print, "noise at exit")
import pytest_uimcp.server.states  # everything that prints later is imported now
from pytest_uimcp.server.mcp import tools
handler = tools.TOOLS["ui_status"].handler
async def noisy(server, call):
    print("noise from python")
    os.write(1, b"noise from a descriptor\\n")
    os.system("echo noise from a child")
    warnings.warn("noise from a warning")
    return await handler(server, call)
object.__setattr__(tools.TOOLS["ui_status"], "handler", noisy)
"""
    + RUN
)
LUA = """
print('noise from print') io.write('noise from io.write\\n') io.stdout:write('noise from stdout\\n')
os.execute('echo noise from execute') io.popen('echo noise from popen >&2'):close()
return 'done'
"""


def test_nothing_but_json_rpc_reaches_stdout_whatever_prints(tmp_path: Path) -> None:
    with command("mcp", "--dir", str(tmp_path / "ui"), code=NOISY) as ui:
        assert ui.initialize()["result"]["serverInfo"]["name"] == "ui-server"
        ui.tool("ui_start")
        assert ui.tool("ui_run", code=LUA) == '"done"'
        ui.tool("ui_status")
        ui.close_input()
        code, said = ui.end()
    assert code == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in ui.lines)
    assert b"noise" not in b"".join(ui.lines)
    for noise in ("from python", "from a descriptor", "from a child", "from a warning", "at exit"):
        assert f"noise {noise}" in said
    logged = (tmp_path / "ui" / "log" / "lua.log").read_text()
    for noise in ("print", "io.write", "stdout", "execute"):
        assert f"noise from {noise}\n" in logged


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_signal_ends_it_cleanly_while_it_runs(tmp_path: Path, number: signal.Signals) -> None:
    with command("mcp", "--dir", str(tmp_path / "ui")) as ui:
        ui.initialize()
        ui.tool("ui_start")
        port = ports_written(tmp_path / "ui")["mcp-port"]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/state", timeout=240) as response:
            assert response.status == 200
        ui.process.send_signal(number)
        code, said = ui.end()
    assert (code, "Traceback" in said) == (0, False)
    assert ports_written(tmp_path / "ui") == {}


def test_bad_lines_are_answered_one_by_one_and_the_server_continues(tmp_path: Path) -> None:
    ping = {"jsonrpc": "2.0", "id": "p", "method": "ping"}
    bad = {
        b"nonsense": -32700,
        b"{": -32700,
        b"\xff\xfe{}": -32700,
        b'"text"': -32600,
        b"[]": -32600,
        json.dumps([ping, ping]).encode(): -32600,
        b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}': -32600,
        b'{"jsonrpc": "2.0", "id": 1}': -32600,
        b'{"big": "' + b"x" * (10 * 1024 * 1024) + b'"}': -32600,
        b"x" * (20 * 1024 * 1024): -32600,
    }
    with command("mcp", "--dir", str(tmp_path / "ui")) as ui:
        ui.initialize()
        for line, code in bad.items():
            ui.write(line)
            answer = ui.receive()
            assert answer["error"]["code"] in (code, -32700), (line[:40], answer)
            assert len(answer["error"]["message"]) > 10
            assert json.loads(ui.tool("ui_status"))["state"] == "configured"
        ui.process.stdin.write(b'{"jsonrpc": "2.0", "id": 9, "meth')
        ui.close_input()
        code, said = ui.end()
    assert (code, "Traceback" in said) == (0, False)


def test_a_client_that_leaves_in_the_middle_of_a_call_ends_it(tmp_path: Path) -> None:
    with command("mcp", "--dir", str(tmp_path / "ui"), "--time-limit", "1") as ui:
        ui.initialize()
        ui.tool("ui_start")
        ui.send("tools/call", {"name": "ui_run", "arguments": {"code": "while true do end"}})
        ui.close_input()
        code, said = ui.end()
    assert (code, "Traceback" in said) == (0, False)
    assert ports_written(tmp_path / "ui") == {}


def test_in_strict_mode_it_writes_nothing_until_it_is_configured(tmp_path: Path) -> None:
    base_dir = tmp_path / "ui"
    with command("mcp", "--dir", str(base_dir), "--no-auto-configure") as ui:
        ui.initialize()
        assert json.loads(ui.tool("ui_status"))["state"] == "unconfigured"
        assert not base_dir.exists()
        assert json.loads(ui.tool("ui_configure", base_dir=str(base_dir)))["install_needed"] is True
        assert sorted(path.name for path in base_dir.iterdir()) == ["log"]
        ui.close_input()
        assert ui.end()[0] == 0


def test_the_log_follows_the_base_directory(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with command("mcp", "--dir", str(first), "-vv") as ui:
        ui.initialize()
        ui.tool("ui_configure", base_dir=str(second))
        ui.close_input()
        code, said = ui.end()
    assert code == 0
    assert "INFO pytest_uimcp.server.commands.stdio: the end: the client closed our input" in said
    assert "the end" in (second / "log" / "mcp.log").read_text()
    assert "the end" not in (first / "log" / "mcp.log").read_text()


def test_a_base_directory_that_is_a_file_ends_the_start_with_1(tmp_path: Path) -> None:
    (tmp_path / "ui").write_text("")
    with command("mcp", "--dir", str(tmp_path / "ui")) as ui:
        code, said = ui.end()
    assert (code, ui.lines) == (1, [])
    assert said.startswith(f"ui-mcp mcp: {tmp_path / 'ui'} cannot be the base directory: ")
    assert "Traceback" not in said


# Prints to standard error what is imported when the first line is written to the client.
COUNTING = (
    """
import os, sys
write = os.write
def counted(fd, data):
    if b'"result"' in data:
        os.write = write
        print("imported:", *sorted(sys.modules), file=sys.stderr)
    return write(fd, data)
os.write = counted
"""
    + RUN
)


@pytest.mark.warm(False)
def test_the_first_answers_need_neither_the_sdk_nor_lua(tmp_path: Path) -> None:
    with command("mcp", "--dir", str(tmp_path / "ui"), code=COUNTING) as ui:
        ui.initialize()
        tools = ui.ask("tools/list")["result"]["tools"]
        # From here on it is the server itself.
        assert json.loads(ui.tool("ui_status"))["state"] == "configured"
        assert ui.ask("tools/list")["result"]["tools"] == tools
        ui.close_input()
        code, said = ui.end()
    assert code == 0
    imported = next(line for line in said.splitlines() if line.startswith("imported: ")).split()[1:]
    heavy = ("mcp", "mcp_types", "pydantic", "anyio", "asyncio", "lupa", "aiohttp", "logging", "subprocess", "difflib")
    assert [name for name in heavy if name in imported] == []
    assert len(imported) <= MAX_MODULES


def test_a_mistake_in_the_configuration_is_told_before_a_client_is_answered(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("prot = 80\n")
    with command("mcp", "--dir", str(tmp_path)) as ui:
        with suppress(BrokenPipeError):
            ui.send("initialize", INITIALIZE)
        code, said = ui.end()
    assert (code, ui.lines) == (1, [])
    assert (
        said
        == f"ui-mcp mcp: {tmp_path / 'config.toml'}: unknown key 'prot' (did you mean port?); known are "
        + (said.partition("known are ")[2])
    )


def test_the_default_directory_is_in_the_project(tmp_path: Path) -> None:
    (tmp_path / ".ui").mkdir()
    with command("mcp", cwd=tmp_path) as ui:
        ui.initialize()
        assert json.loads(ui.tool("ui_status"))["base_dir"] == str(tmp_path / ".ui")


def test_with_auto_start_tools_work_at_once_and_ui_start_gives_the_address(tmp_path: Path) -> None:
    base_dir = tmp_path / "ui"
    (base_dir / "lua").mkdir(parents=True)
    # What a command of an app asks of the server would wait for the app itself: scripts see this and do nothing.
    (base_dir / "lua" / "mcp.lua").write_text("told = io.popen('echo $FRICTIONLESS_MCP'):read('*l')")
    with command("mcp", "--auto-start", "--dir", str(base_dir)) as ui:
        ui.initialize()
        assert ui.tool("ui_run", code="return {told, os.getenv('FRICTIONLESS_MCP')}") == '[\n  "true",\n  "true"\n]'
        port = ports_written(base_dir)["ui-port"]
        assert ui.tool("ui_start") == f"http://127.0.0.1:{port}"
        ui.close_input()
        code, said = ui.end()
    assert (code, "Traceback" in said) == (0, False)
    assert ports_written(base_dir) == {}
