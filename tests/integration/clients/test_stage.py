"""Official clients drive `ui-mcp stage`: the Python SDK over both transports in both eras, and the Inspector."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from tests import patience
from tests.integration.clients.python_client import MODES
from tests.javafx.stages import COMMAND, EXAMPLES, LOGIN, Serving, serving
from tools import npm

pytestmark = [pytest.mark.anyio, pytest.mark.warm]

PROJECT = Path(__file__).parent / "node"
ARGUMENTS = ["stage", str(LOGIN), "--controller", "controllers:LoginController", "--enable"]
PYTHONPATH = os.pathsep.join(filter(None, [str(EXAMPLES), *sys.path]))
PATIENCE = patience.SECONDS


@pytest.fixture(scope="module")
def served() -> Iterator[Serving]:
    with serving("--enable") as served:
        yield served


def over_stdio(_: Serving) -> Any:
    arguments = [*COMMAND, *ARGUMENTS]
    return stdio_client(StdioServerParameters(command=sys.executable, args=arguments, env={"PYTHONPATH": PYTHONPATH}))


@asynccontextmanager
async def over_http(served: Serving) -> AsyncIterator[Any]:
    headers = {"Authorization": f"Bearer {served.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http,
        streamable_http_client(served.url, http_client=http) as streams,
    ):
        yield streams


async def uid(client: Client, css: str) -> dict[str, Any]:
    found = await client.call_tool("ui_query", {"selector": {"css": css}})
    assert found.structured_content is not None
    return {"ref": {"uid": found.structured_content["matches"][0]["ref"]["uid"]}}


@pytest.mark.parametrize("era", MODES)
@pytest.mark.parametrize("transport", [over_stdio, over_http])
async def test_the_python_client_signs_in(transport: Any, era: str, served: Serving) -> None:
    async with Client(transport(served), mode=MODES[era]) as client:
        actions = [
            {"type": "setText", "target": await uid(client, "#user"), "text": "ada@example.com"},
            {"type": "setText", "target": await uid(client, "#password"), "text": "lovelace"},
            {"type": "click", "target": await uid(client, "#login")},
        ]
        done = await client.call_tool("ui_perform", {"actions": actions})
        assert done.structured_content == {"results": [{"ok": True, "type": action["type"]} for action in actions]}
        shown = await client.call_tool("ui_get_snapshot", {"format": "text"})
        assert "Label#message" in shown.content[0].text
        assert '"Welcome, ada@example.com"' in shown.content[0].text
        picture = (await client.call_tool("ui_screenshot", {})).content[0]
        assert (picture.type, picture.mime_type) == ("image", "image/png")
        wrong = await client.call_tool("ui_get_node", {"ref": {"uid": "u-zzz"}})
        assert (wrong.is_error, wrong.structured_content["error"]["code"]) == (True, "MCP_UI_NODE_NOT_FOUND")


def inspected(tmp_path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """`inspector --cli` on the command, over stdio."""
    config = tmp_path / "servers.json"
    server = {"command": sys.executable, "args": [*COMMAND, *ARGUMENTS], "env": {"PYTHONPATH": PYTHONPATH}}
    config.write_text(json.dumps({"mcpServers": {"stage": server}}))
    return subprocess.run(
        [npm.node().program, npm.packages(PROJECT) / ".bin" / "inspector", "--cli",
         "--config", config, "--server", "stage", *options],
        env=os.environ | {"HOME": str(tmp_path), "MCP_INSPECTOR_SECRET_STORE": "memory"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


def test_the_inspector_finds_no_fault_with_the_tools(tmp_path: Path) -> None:
    done = inspected(tmp_path, "--method", "tools/list", "--strict")
    assert done.returncode == 0, done.stderr
    names = [tool["name"] for tool in json.loads(done.stdout)["tools"]]
    assert names == ["ui_get_snapshot", "ui_query", "ui_get_node", "ui_perform", "ui_screenshot"]


def test_the_inspector_queries_the_scene(tmp_path: Path) -> None:
    selector = 'selector={"css": "#login"}'
    done = inspected(tmp_path, "--method", "tools/call", "--tool-name", "ui_query", "--tool-arg", selector)
    assert done.returncode == 0, done.stderr
    (match,) = json.loads(done.stdout)["structuredContent"]["matches"]
    assert match["summary"] == "Button[text=Log in]"
