"""A server as tests hold it: the object itself, an MCP client in memory, and HTTP over real sockets."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from aiohttp import ClientResponse, ClientSession, ClientTimeout
from mcp import Client
from mcp_types import TextContent

from pytest_uimcp.server.mcp_server import UiMcpServer
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.server import Started, UiServer

PATIENCE = 30.0
STRICT = ServerOptions(auto_configure=False)


@dataclass(frozen=True)
class Said:
    """What a tool answered."""

    text: str
    data: dict[str, Any] | None
    is_error: bool


class Rig:
    """One server and one MCP client of it."""

    def __init__(self, server: UiServer, mcp: UiMcpServer, client: Client) -> None:
        self.server = server
        self.mcp = mcp
        self.client = client
        self.started: Started | None = None

    async def call(self, name: str, arguments: dict[str, Any] | None = None) -> Said:
        """Call a tool with exactly these arguments."""
        with anyio.fail_after(PATIENCE):
            result = await self.client.call_tool(name, arguments)
        (block,) = result.content
        assert isinstance(block, TextContent)
        return Said(block.text, result.structured_content, bool(result.is_error))

    async def tool(self, name: str, /, **arguments: Any) -> Said:
        """Call a tool that has to work."""
        said = await self.call(name, arguments)
        assert not said.is_error, said.text
        return said

    async def refused(self, name: str, /, **arguments: Any) -> str:
        """Call a tool that has to refuse; the reason."""
        said = await self.call(name, arguments)
        assert said.is_error, said.text
        return said.text

    async def run(self, code: str) -> Any:
        """What Lua code returns."""
        said = await self.tool("ui_run", code=code)
        assert said.data is not None
        return said.data["value"]

    async def start(self) -> Started:
        self.started = await self.server.start()
        return self.started

    @property
    def mcp_url(self) -> str:
        assert self.started is not None
        return f"http://127.0.0.1:{self.started.mcp_port}"

    @property
    def ui_url(self) -> str:
        assert self.started is not None
        return self.started.url

    @property
    def session_id(self) -> str:
        """The long id, which addresses use."""
        return self.server.ui_session().session.id


@asynccontextmanager
async def rigged(base_dir: Path, options: ServerOptions | None = None, *, mode: Any = "auto") -> AsyncIterator[Rig]:
    """A server that has not been configured yet, and its client."""
    server = UiServer(base_dir, options=options)
    mcp = UiMcpServer(server)
    try:
        async with Client(mcp.sdk, mode=mode) as client:
            yield Rig(server, mcp, client)
    finally:
        mcp.close()
        await server.close()


@asynccontextmanager
async def browsing() -> AsyncIterator[ClientSession]:
    """An HTTP client whose every request is bounded."""
    async with ClientSession(timeout=ClientTimeout(total=PATIENCE)) as http:
        yield http


async def reach(condition: Callable[[], Any]) -> None:
    """Wait until something is so; other tasks and threads go on meanwhile."""
    with anyio.fail_after(PATIENCE):
        while not condition():
            await anyio.sleep(0.002)


async def text_of(response: ClientResponse) -> str:
    async with response:
        return await response.text()


def open_files() -> dict[str, str]:
    """The descriptors of this process: number -> what it is."""
    found = {}
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # the one that lists the directory
            found[entry.name] = str(entry.readlink())
    return found


def thread_names() -> list[str]:
    """The threads that run, but for the pool that asyncio keeps for blocking calls."""
    return sorted(thread.name for thread in threading.enumerate() if not thread.name.startswith("asyncio_"))


def environment(**added: str) -> dict[str, str]:
    """The environment of a subprocess that has to find this package."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | added


def ports_written(base_dir: Path) -> dict[str, int]:
    """The port files of a directory."""
    return {path.name: int(path.read_text()) for path in base_dir.glob("*-port")}


def write_app(base_dir: Path, name: str, code: str) -> Path:
    """An app of one file."""
    folder = base_dir / "apps" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "app.lua").write_text(code)
    return folder
