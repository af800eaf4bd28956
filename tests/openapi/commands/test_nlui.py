"""`nlui` as people call it: its command line in this process, and serving in one of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pytest_uimcp.openapi.commands.nlui import main, parser, with_port
from pytest_uimcp.openapi.config import find_config
from pytest_uimcp.openapi.errors import NluiConfigError
from tests.mcp.reports import failure
from tests.openapi.children.test_children import FAKE
from tests.openapi.making import get
from tests.transport.wires import PATIENCE, child_environment

pytestmark = pytest.mark.warm

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Three targets, one of which fails, and a child that prints."""
    (tmp_path / "api.json").write_text(json.dumps(get("/things")))
    path = tmp_path / "nlui.yaml"
    path.write_text(
        f"""\
targets:
  - {{name: api, spec: api.json, base_url: "http://127.0.0.1:1"}}
  - {{name: bad, spec: nowhere.json}}
mcp:
  servers:
    - {{name: child, command: {sys.executable}, args: ["{FAKE}", banner, stderr]}}
"""
    )
    return path


def test_a_bare_nlui_prints_usage(capsys: Capture) -> None:
    assert main([]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("usage: nlui ")
    assert "check  check a specification" in told.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--mcp --mcp-sse", "not allowed with argument --mcp"),
        ("nlui.yaml", "choose --mcp (standard input and output) or --mcp-sse (HTTP)"),
        ("--mcp --mcp-port 1", "--mcp-port needs --mcp-sse"),
        ("--mcp-sse --mcp-port x", "expected a port from 0 to 65535, got 'x'"),
        ("--mcp-sse 99999", "expected a port from 0 to 65535, got '99999'"),
        ("--mcp --surface none", "invalid choice: 'none'"),
        ("--mcp a.yaml b.yaml", "unrecognized arguments: b.yaml"),
    ],
)
def test_a_wrong_command_line_is_reported_with_the_usage(line: str, says: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as exited:
        main(line.split())
    assert exited.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "port", "config"),
    [
        ("--mcp-sse", None, None),
        ("--mcp-sse --mcp-port 8081", 8081, None),
        ("--mcp-sse --mcp-port 8081 my.yaml", 8081, "my.yaml"),
        ("--mcp-sse 8081", 8081, None),
        ("--mcp-sse 8081 my.yaml", 8081, "my.yaml"),
        ("--mcp-sse my.yaml", None, "my.yaml"),
        ("my.yaml --mcp-sse", None, "my.yaml"),
    ],
)
def test_the_port_follows_its_option_or_mcp_sse(line: str, port: int | None, config: str | None) -> None:
    options = parser().parse_args(with_port(line.split()))
    assert (options.mcp_sse, options.mcp_port, options.config) == (True, port, config)


def test_the_configuration_is_looked_for_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home" / ".config" / "nlui" / "nlui.yaml"
    home.parent.mkdir(parents=True)
    environment = {"HOME": str(tmp_path / "home")}
    with pytest.raises(NluiConfigError, match=f"looked for nlui.yaml and {home}"):
        find_config(None, environment)
    home.touch()
    assert find_config(None, environment) == home
    here, named, given = Path("nlui.yaml"), tmp_path / "named.yaml", tmp_path / "given.yaml"
    for path in (here, named, given):
        path.touch()
    assert find_config(None, environment) == here
    assert find_config(None, environment | {"NLUI_CONFIG": str(named)}) == named
    assert find_config(str(given), environment | {"NLUI_CONFIG": str(named)}) == given


@pytest.mark.parametrize("way", ["--mcp-sse", "check", "save"])
def test_a_start_that_fails_says_why(way: str, tmp_path: Path, capsys: Capture) -> None:
    missing = str(tmp_path / "none.yaml")
    line = {"check": ["check", missing], "save": ["save", "api", "x.json", missing]}.get(way, [way, missing])
    assert main(line) == 1
    assert missing in capsys.readouterr().err


def test_check_judges_a_file(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "api.json"
    file.write_text(json.dumps(get("/things")))
    assert main(["check", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[-1].startswith("errors: 0")
    assert main(["check", str(file), "--fail-on", "hint"]) == 1
    assert main(["check", str(file), "--fail-on", "never"]) == 0


@pytest.mark.slow
def test_check_judges_an_address(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "api.json").write_text(json.dumps(get("/things/{id}")))
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            address = f"http://127.0.0.1:{server.server_address[1]}"
            assert main(["check", f"{address}/api.json"]) == 1
            assert main(["check", f"{address}/none.json"]) == 1
        finally:
            server.shutdown()
            thread.join()
    told = capsys.readouterr()
    assert f"{address}/api.json: error [path-parameter-missing]" in told.out
    assert f"nlui check: {address}/none.json" in told.err


def test_save_writes_a_toolset_that_loads_again(config: Path, capsys: Capture) -> None:
    file = config.with_name("tools.json")
    assert main(["save", "api", str(file), str(config)]) == 0
    assert capsys.readouterr().out == f"{file}: 1 tools of api\n"
    assert [tool["name"] for tool in json.loads(file.read_text())["endpoints"]] == ["api__op"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert main(["save", "nope", str(file), str(config)]) == 1
    assert "no target 'nope'; the targets are: api, bad" in capsys.readouterr().err


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest_uimcp.openapi", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment(),
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def sent(*messages: Any) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


@pytest.mark.slow
def test_standard_output_has_only_json_and_the_end_of_the_input_is_the_end(config: Path) -> None:
    with started("--mcp", str(config)) as process:
        listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        dying = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "child__die"}}
        out, err = process.communicate(sent(listing, dying), PATIENCE)
    assert process.returncode == 0
    replies = {reply["id"]: reply["result"] for reply in map(json.loads, out.splitlines())}
    assert [tool["name"] for tool in replies[1]["tools"]][:3] == ["api__op", "api__set_auth", "child__echo"]
    assert replies[2] == failure("Error: connection closed", "child_failed", server="child")
    told = err.decode().splitlines()
    assert [line for line in told if line.startswith("WARN: skip bad: ")]
    assert "[child] " + "y" * 99 in told


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A child that never answers its handshake."""
    silent = {"name": "silent", "command": sys.executable, "args": [str(FAKE), "silent"], "startup_timeout": 600}
    path = tmp_path / "slow.yaml"
    path.write_text(json.dumps({"mcp": {"servers": [silent]}}))
    return path


LISTING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
GREETING = {"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {}}


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGTERM to handle")
def test_the_handshake_does_not_wait_for_a_server_that_is_slow_to_start(slow: Path) -> None:
    with started("--mcp", str(slow)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(sent(LISTING, GREETING))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 2
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, b"")


@pytest.mark.slow
def test_a_client_that_leaves_during_the_start_ends_it(slow: Path) -> None:
    with started("--mcp", str(slow)) as process:
        out, _ = process.communicate(sent(GREETING), PATIENCE)
    assert process.returncode == 0
    assert [json.loads(line)["id"] for line in out.splitlines()] == [2]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGTERM to handle")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_without_an_error(config: Path, number: int) -> None:
    with started("--mcp-sse", "--mcp-port", "0", str(config)) as process:
        assert process.stderr is not None
        said = b""
        while b"MCP SSE server on 127.0.0.1:" not in said:
            line = process.stderr.readline()
            assert line, said[-3000:].decode()
            said += line
        process.send_signal(number)
        out, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, b"")


def test_a_port_in_use_is_a_start_that_fails(tmp_path: Path, capsys: Capture) -> None:
    empty = tmp_path / "nlui.yaml"
    empty.touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["--mcp-sse", "--mcp-port", port, str(empty)]) == 1
    assert f"nlui: port {port} on 127.0.0.1 is in use by another process" in capsys.readouterr().err


def test_a_misspelt_command_is_named_with_the_near_one(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["chek", "openapi.yaml"])
    assert "there is no command 'chek' (did you mean check?)" in capsys.readouterr().err
