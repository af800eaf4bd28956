"""A server under test: the object itself, an in-memory MCP client, and HTTP over real sockets."""

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

from pytest_uimcp.server.mcp.server import UiMcpServer
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.run import Started
from pytest_uimcp.server.server import UiServer
from tests import patience

PATIENCE = patience.SECONDS
STRICT = ServerOptions(auto_configure=False)


@dataclass(frozen=True)
class Said:
    """The result of a tool."""

    text: str
    data: dict[str, Any] | None
    is_error: bool


class Rig:
    """A server and its MCP client."""

    def __init__(self, server: UiServer, mcp: UiMcpServer, client: Client) -> None:
        self.server = server
        self.mcp = mcp
        self.client = client
        self.started: Started | None = None

    async def call(self, name: str, arguments: dict[str, Any] | None = None) -> Said:
        """Call a tool with exactly these arguments."""
        with anyio.fail_after(PATIENCE):
            result = await self.client.call_tool(name, arguments)
        texts = [block.text for block in result.content if isinstance(block, TextContent)]
        assert len(texts) == len(result.content)
        return Said("\n".join(texts), result.structured_content, bool(result.is_error))

    async def tool(self, name: str, /, **arguments: Any) -> Said:
        """Call a tool that must succeed."""
        said = await self.call(name, arguments)
        assert not said.is_error, said.text
        return said

    async def refused(self, name: str, /, **arguments: Any) -> str:
        """Call a tool that must fail; returns the message."""
        said = await self.call(name, arguments)
        assert said.is_error, said.text
        return said.text

    async def run(self, code: str) -> Any:
        """Run Lua code and return its result."""
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
        """The long session id, which addresses contain."""
        return self.server.ui_session().session.id


@asynccontextmanager
async def rigged(base_dir: Path, options: ServerOptions | None = None, *, mode: Any = "auto") -> AsyncIterator[Rig]:
    """An unconfigured server and its client."""
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
    """An HTTP client whose requests all have a timeout."""
    async with ClientSession(timeout=ClientTimeout(total=PATIENCE)) as http:
        yield http


async def reach(condition: Callable[[], Any]) -> None:
    """Wait until a condition holds, while other tasks and threads run."""
    with anyio.fail_after(PATIENCE):
        while not condition():
            await anyio.sleep(0.002)


async def text_of(response: ClientResponse) -> str:
    async with response:
        return await response.text()


def open_files() -> dict[str, str]:
    """The open descriptors of this process: number -> target."""
    found = {}
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # the descriptor that lists the directory
            found[entry.name] = str(entry.readlink())
    return found


def thread_names() -> list[str]:
    """The running threads, except those of asyncio's thread pool."""
    return sorted(thread.name for thread in threading.enumerate() if not thread.name.startswith("asyncio_"))


def environment(**added: str) -> dict[str, str]:
    """The environment for a subprocess that imports this package."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | added


def ports_written(base_dir: Path) -> dict[str, int]:
    """The contents of the port files in a directory."""
    return {path.name: int(path.read_text()) for path in base_dir.glob("*-port")}


def write_app(base_dir: Path, name: str, code: str) -> Path:
    """Write an app with a single file."""
    folder = base_dir / "apps" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "app.lua").write_text(code)
    return folder
