"""The MCP Inspector's command line, which many use to try a server out, with `ui-mcp mcp`."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.cli import COMMANDS
from pytest_uimcp.server.commands.options import parser
from pytest_uimcp.server.mcp.tools import TOOLS
from tests.integration.clients.servers import PATIENCE, command, make_base_dir
from tools import npm

PROJECT = Path(__file__).parent / "node"

Inspect = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def inspect(tmp_path: Path) -> Inspect:
    """Run `inspector --cli`, as `npx @modelcontextprotocol/inspector --cli` does once it has fetched it."""
    config = tmp_path / "servers.json"
    config.write_text(json.dumps({"mcpServers": {"ui": command("mcp", make_base_dir(tmp_path))}}))
    # It would keep secrets in the system's keychain, and settings in the home directory.
    environment = os.environ | {"HOME": str(tmp_path), "MCP_INSPECTOR_SECRET_STORE": "memory"}

    def run(method: str, *options: str) -> subprocess.CompletedProcess[str]:
        inspector: list[str | Path] = [npm.node().program, npm.packages(PROJECT) / ".bin" / "inspector", "--cli"]
        server: list[str | Path] = ["--config", config, "--server", "ui", "--method", method]
        return subprocess.run(
            [*inspector, *server, *options],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE,
            check=False,
        )

    return run


def printed(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def test_it_lists_the_tools_and_finds_no_fault_with_them(inspect: Inspect) -> None:
    done = inspect("tools/list", "--strict")
    assert [tool["name"] for tool in printed(done)["tools"]] == list(TOOLS)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_it_calls_a_tool(inspect: Inspect, era: str) -> None:
    status = printed(inspect("tools/call", "--tool-name", "ui_status", "--protocol-era", era))
    assert status["structuredContent"]["state"] == "configured"


def test_a_tool_that_refuses_is_an_error_there_too(inspect: Inspect) -> None:
    done = inspect("tools/call", "--tool-name", "ui_run", "--tool-arg", "code=return 1")
    assert json.loads(done.stdout)["content"][0]["text"] == "Server not started"
    assert done.returncode != 0


def test_the_example_names_a_command_line_that_works() -> None:
    example = Path(__file__).resolve().parents[3] / "examples" / "contacts" / ".mcp.json"
    ((_, server),) = json.loads(example.read_text())["mcpServers"].items()
    assert server["command"] == "ui-mcp"  # the script that pyproject.toml names
    assert server["args"][0] in {row.name for row in COMMANDS}
    assert parser("ui-mcp mcp", "").parse_args(server["args"][1:])
