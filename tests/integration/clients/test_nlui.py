"""The official Python client and the Inspector's command line with `nlui`, over stdio and over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client

from pytest_uimcp.core.assets import fixtures_dir
from tests.integration.clients.servers import PATIENCE
from tests.transport.wires import child_environment
from tools import npm

pytestmark = pytest.mark.warm

PROJECT = Path(__file__).parent / "node"
FAKE = Path(__file__).parents[2] / "openapi" / "children" / "fake.py"
NLUI = ("-m", "pytest_uimcp.openapi")
TOOLS = ["pets__listPets", "pets__createPet", "pets__getPet"]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pets that nobody serves, and a child that answers."""
    path = tmp_path_factory.mktemp("nlui") / "nlui.yaml"
    spec = fixtures_dir() / "specs" / "pets" / "openapi-3.1.json"
    path.write_text(
        f"""\
targets:
  - {{name: pets, spec: {spec}, base_url: "http://127.0.0.1:1"}}
mcp:
  servers:
    - {{name: fake, command: {sys.executable}, args: [{FAKE}]}}
"""
    )
    return path


@contextmanager
def serving(config: Path) -> Iterator[str]:
    """`nlui --mcp-sse` on a free port, until a signal."""
    process = subprocess.Popen(
        [sys.executable, *NLUI, "--mcp-sse", "--mcp-port", "0", str(config)],
        env=child_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    with process:
        try:
            line = next(line for line in process.stderr if line.startswith("MCP SSE server on "))
            yield line.split()[-1]
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="module")
def served(config: Path) -> Iterator[str]:
    with serving(config) as place:
        yield place


def way_of(name: str, config: Path, request: pytest.FixtureRequest) -> Any:
    if name == "stdio":
        arguments = [*NLUI, "--mcp", str(config)]
        return stdio_client(StdioServerParameters(command=sys.executable, args=arguments, env=child_environment()))
    port = request.getfixturevalue("served").partition(":")[2]
    if name == "http":
        return f"http://127.0.0.1:{port}/mcp"
    return sse_client(f"http://{name.removeprefix('sse ')}:{port}/sse")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("way", "era", "version"),
    [
        ("stdio", "legacy", "2024-11-05"),
        ("stdio", "auto", "2024-11-05"),
        ("sse 127.0.0.1", "legacy", "2024-11-05"),
        ("sse localhost", "auto", "2024-11-05"),
        ("http", "legacy", "2025-11-25"),
        ("http", "auto", "2026-07-28"),
    ],
)
async def test_the_python_client(
    way: str, era: str, version: str, config: Path, request: pytest.FixtureRequest
) -> None:
    async with Client(way_of(way, config, request), mode=era, cache=None) as client:
        assert client.protocol_version == version
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools][:3] == TOOLS
        assert tools[0].annotations is not None
        assert tools[0].annotations.read_only_hint is True
        failed = await client.call_tool("pets__getPet", {"id": 1})
        assert failed.is_error
        assert "target server unreachable (http://127.0.0.1:1/api)" in getattr(failed.content[0], "text", "")
        image = await client.call_tool("fake__image")
        assert getattr(image.content[0], "mime_type", None) == "image/png"


Inspect = Callable[..., dict[str, Any]]


@pytest.fixture
def inspect(tmp_path: Path, config: Path, request: pytest.FixtureRequest) -> Inspect:
    """Run `inspector --cli` against one of our servers."""

    def run(way: str, method: str, *options: str) -> dict[str, Any]:
        servers = tmp_path / "servers.json"
        servers.write_text(json.dumps({"mcpServers": {"nlui": server(way)}}))
        command: list[str | Path] = [npm.node().program, npm.packages(PROJECT) / ".bin" / "inspector", "--cli"]
        done = subprocess.run(
            [*command, "--config", servers, "--server", "nlui", "--method", method, *options],
            env=os.environ | {"HOME": str(tmp_path), "MCP_INSPECTOR_SECRET_STORE": "memory"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        printed: dict[str, Any] = json.loads(done.stdout)
        return printed

    def server(way: str) -> dict[str, Any]:
        if way == "stdio":
            environment = {key: text for key, text in child_environment().items() if key in ("PYTHONPATH", "PATH")}
            return {"command": sys.executable, "args": [*NLUI, "--mcp", str(config)], "env": environment}
        place = request.getfixturevalue("served")
        return {"type": "sse", "url": f"http://{place}/sse"}

    return run


@pytest.mark.parametrize("way", ["stdio", "sse"])
def test_the_inspector(inspect: Inspect, way: str) -> None:
    assert [tool["name"] for tool in inspect(way, "tools/list")["tools"]][:3] == TOOLS
    called = inspect(way, "tools/call", "--tool-name", "fake__echo", "--tool-arg", "a=1")
    assert json.loads(called["content"][0]["text"]) == {"a": 1}
