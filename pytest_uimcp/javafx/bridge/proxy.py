"""A real program behind an MCP server of ours: it is started with the server and ends with it.

So a client that starts servers as subprocesses, and the compositor, mount a program as they mount anything else.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from anyio import to_thread

from pytest_uimcp.core.printable import printable
from pytest_uimcp.javafx.bridge.launching import MAX_END_SECONDS, JavaProgram
from pytest_uimcp.javafx.bridge.transport import ProgramTransport
from pytest_uimcp.javafx.server import INSTRUCTIONS, SERVER_INFO, version
from pytest_uimcp.javafx.tools import TOOLS
from pytest_uimcp.mcp.calls import ToolCall, ToolError, ToolResult
from pytest_uimcp.mcp.client import InMemoryClient
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool


class ProgramServer:
    """A program that was started, with its five tools."""

    def __init__(self, command: str, folder: Path, *, javafx: Path | None = None, enabled: bool = False) -> None:
        # Standard output may be the protocol's.
        self._program = JavaProgram(command, folder, javafx=javafx, enabled=enabled, heard=_print)
        self._client = InMemoryClient(ProgramTransport(self._program.url, self._program.token))

    def mcp(self) -> McpServer[ProgramServer]:
        """The MCP server; make it on the event loop that serves it."""
        name, title = SERVER_INFO.values()
        # Any: a tool belongs to the kind of server that its handler takes, and these get another handler.
        rows: tuple[Tool[Any], ...] = TOOLS
        tools = [replace(tool, handler=_forward) for tool in rows]
        return McpServer(name, self, tools, version=version(), title=title, instructions=INSTRUCTIONS)

    async def call(self, call: ToolCall) -> ToolResult:
        """What the program answers."""
        await self._ensure_running()
        try:
            result = await self._client.call(call.name, call.arguments)
        except Exception:
            # It may have ended because of this very call: that is the better reason.
            await self._ensure_running(MAX_END_SECONDS)
            raise
        if result.is_error and not result.data:
            # None of the program's errors, which are data: the client says so when the connection is closed.
            await self._ensure_running(MAX_END_SECONDS)
        return result

    async def _ensure_running(self, seconds: float = 0.0) -> None:
        if await to_thread.run_sync(self._program.ends_within, seconds):
            status = self._program.status
            raise ToolError(f"the program has ended with exit code {status}; start it again", code="MCP_UI_INTERNAL")

    async def stop(self) -> None:
        """Let go of the program, and end it."""
        await self._client.close()
        await to_thread.run_sync(self._program.close)


async def _forward(server: ProgramServer, call: ToolCall) -> ToolResult:
    return await server.call(call)


def _print(line: str) -> None:
    sys.stderr.write(f"{printable(line)}\n")
    sys.stderr.flush()
