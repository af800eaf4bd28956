"""Helpers of the tests of the compositor."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp import Client

from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.compositor.policy import RulePolicy
from pytest_uimcp.compositor.specs import HttpSpec, StdioSpec
from pytest_uimcp.transport.http import serve_http
from tests import patience
from tests.compositor.child import Child

PATIENCE = patience.SECONDS
ROOT = Path(__file__).parents[2]
ERAS = ["legacy", "2026-07-28"]


def permissive(name: str = "compositor", **options: Any) -> Compositor:
    """A compositor whose policy allows every call, for tests of everything but the policy."""
    return Compositor(name, policy=RulePolicy(default="allow"), warn=False, **options)


def is_pending(compositor: Compositor, text: str) -> bool:
    """Whether a call with this text waits for a decision."""
    return text in str(compositor.approvals.pending())


def child_command(*names: str) -> StdioSpec:
    return StdioSpec(sys.executable, ("-m", "tests.compositor.child", *names), cwd=ROOT)


@asynccontextmanager
async def mounted(compositor: Compositor, way: str) -> AsyncIterator[Child]:
    """A child mounted as `p`; the way is an era, with `http ` before it if it is to be far away."""
    child = Child()
    era: Any = way.removeprefix("http ")
    assert era in ("auto", "legacy", "modern")
    if not way.startswith("http "):
        await compositor.mount_inproc("p", child.server, era=era)
        yield child
        return
    async with serve_http(child.server) as url:
        await compositor.mount_server("p", HttpSpec(f"{url}/mcp"), era=era)
        try:
            yield child
        finally:
            await compositor.unmount_server("p")


@asynccontextmanager
async def composed(way: str = "auto", **options: Any) -> AsyncIterator[tuple[Compositor, Child]]:
    """A compositor with one child."""
    new = Compositor if "policy" in options or "gate" in options else permissive
    async with new(**options) as compositor, mounted(compositor, way) as child:
        yield compositor, child


async def until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(PATIENCE):
        while not condition():
            await anyio.sleep(0)


class Ear:
    """What a client of the handshake era is notified of."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def __call__(self, message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            self.heard.append(str(message.params.uri))
        elif isinstance(message, types.ServerNotification):
            self.heard.append(message.method.removeprefix("notifications/").removesuffix("/list_changed"))


@asynccontextmanager
async def client_of(compositor: Compositor, era: str = "legacy", **more: Any) -> AsyncIterator[Client]:
    """A client of the compositor, that has listed the tools."""
    async with Client(compositor.mcp.sdk, mode=era, **more) as client:
        await client.list_tools()
        yield client


async def names(client: Client) -> list[str]:
    """The tools of what is mounted, without those that every compositor has."""
    tools = (await client.list_tools(cache_mode="refresh")).tools
    return [tool.name for tool in tools if not tool.name.startswith("resources_")]


async def uris(client: Client) -> list[str]:
    found = (await client.list_resources(cache_mode="refresh")).resources
    return [str(item.uri) for item in found if not str(item.uri).startswith(("compositor:", "resources:"))]


def said(result: types.CallToolResult) -> str:
    return "".join(getattr(part, "text", "") for part in result.content)
