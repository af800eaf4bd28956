"""A small MCP server, made with the SDK's low-level server, for tests of the transports; also a command for stdio."""

# ruff: noqa: T201  it prints to show where the output goes

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import warnings
from typing import Any, NoReturn

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from pytest_uimcp.transport.principals import principal_of

Context = ServerRequestContext[Any, Any]


class Sample:
    """The server, and a record of its tool calls."""

    def __init__(self) -> None:
        self.waiting = 0
        self.started = anyio.Event()
        self.cancelled = anyio.Event()
        self.release = anyio.Event()
        self.server: Server[Any] = Server(
            "sample",
            version="1.0",
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
        )

    async def list_tools(self, _ctx: Context, _params: Any) -> types.ListToolsResult:
        schema = {"type": "object"}
        names = sorted(name.removeprefix("do_") for name in dir(self) if name.startswith("do_"))
        return types.ListToolsResult(tools=[types.Tool(name=name, input_schema=schema) for name in names])

    async def list_resources(self, _ctx: Context, _params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[types.Resource(uri="ui://state", name="state")])

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        text = await getattr(self, f"do_{params.name}")(ctx, **(params.arguments or {}))
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)])

    async def do_echo(self, _ctx: Context, text: str = "") -> str:
        return text

    async def do_big(self, _ctx: Context, size: int) -> str:
        return "x" * size

    async def do_size(self, _ctx: Context, text: str) -> str:
        return str(len(text))

    async def do_whoami(self, ctx: Context) -> str:
        return str(principal_of(ctx.request))

    async def do_surrogate(self, _ctx: Context) -> str:
        return "\ud800"

    async def do_wait(self, _ctx: Context) -> str:
        self.waiting += 1
        self.started.set()
        try:
            await self.release.wait()
        except anyio.get_cancelled_exc_class():
            self.cancelled.set()
            raise
        finally:
            self.waiting -= 1
        return "released"

    async def do_let_go(self, _ctx: Context) -> str:
        self.release.set()
        return "let go"

    async def do_stubborn(self, ctx: Context) -> NoReturn:
        try:
            await anyio.sleep_forever()
        finally:
            with anyio.CancelScope(shield=True):
                params = types.LoggingMessageNotificationParams(level="info", data="not yet")
                await ctx.session.send_notification(types.LoggingMessageNotification(params=params))
                await anyio.sleep_forever()
        raise AssertionError("it is never let go")

    async def do_noise(self, _ctx: Context) -> str:
        print("noise from print")
        sys.stdout.write("noise from sys.stdout without an end of line")
        os.write(1, b"noise from os.write\n")
        subprocess.run([sys.executable, "-c", "print('noise from a child')"], check=True)
        os.system("echo noise from the shell")
        ctypes.CDLL(None).puts(b"noise from C, still in its buffer at the end")
        warnings.warn("noise from a warning", stacklevel=1)
        return sys.stdin.readline()


def main() -> None:
    from pytest_uimcp.transport.claim import claim_stdout

    print("a banner before the protocol")
    with claim_stdout() as claim:
        from pytest_uimcp.transport.stdio import serve_stdio

        print("a banner after the claim")
        why = anyio.run(serve_stdio, Sample().server, claim)
    print(why, file=sys.stderr)


if __name__ == "__main__":
    main()
