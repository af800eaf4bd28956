"""`compositor_meta`: which servers are mounted and in what state, as resources."""

from __future__ import annotations

from typing import Any, Final

import mcp_types as types
from mcp.client.session import ClientSession

from pytest_uimcp.compositor.mount import Mount, MountState
from pytest_uimcp.compositor.mounts import MountEvent, Mounts
from pytest_uimcp.mcp.errors import ResourceNotFound
from pytest_uimcp.mcp.resources import JSON, Resource, ResourceInfo, ResourceRequest, ResourceTemplate
from pytest_uimcp.mcp.server import McpServer


class Meta:
    def __init__(self, mounts: Mounts) -> None:
        self._mounts = mounts

    async def servers(self, _request: ResourceRequest) -> list[str]:
        return [mount.prefix for mount in self._mounts]

    async def state(self, request: ResourceRequest) -> dict[str, Any]:
        mount = self._mounts.find(request.variables["server"])
        if mount is None:
            raise ResourceNotFound("no such server is mounted")
        return _state(mount)

    def exists(self, variables: dict[str, str]) -> bool:
        return self._mounts.find(variables["server"]) is not None

    def states(self) -> list[ResourceInfo]:
        return [
            ResourceInfo(_uri(mount.prefix), f"state of {mount.prefix}", f"State of the server {mount.prefix}.", JSON)
            for mount in self._mounts
        ]


def meta_server(mounts: Mounts) -> McpServer[Meta]:
    """The server; it tells its subscribers of every mount event."""
    server = McpServer("compositor_meta", Meta(mounts), (), RESOURCES, lists_change=True)

    def notify(news: tuple[str, MountEvent]) -> None:
        prefix, event = news
        # The list has a state for each mount, and every event may have added or removed one.
        server.publisher.resources_changed()
        server.publisher.resource_updated(SERVERS)
        if event != "unmounted":
            server.publisher.resource_updated(_uri(prefix))

    mounts.events.add(notify)
    return server


def initialize_result(session: ClientSession, prefix: str) -> dict[str, Any]:
    """What the server said of itself; a server of 2026-07-28 says it in other words, and need not give its name."""
    result = session.initialize_result
    if result is None:
        assert session.protocol_version is not None
        result = types.InitializeResult(
            protocol_version=session.protocol_version,
            capabilities=session.server_capabilities or types.ServerCapabilities(),
            server_info=session.server_info or types.Implementation(name=prefix, version=""),
            instructions=session.instructions,
        )
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)


def _state(mount: Mount) -> dict[str, Any]:
    match mount.state:
        case MountState.ACTIVE:
            tools = [tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in mount.tools]
            initialize = initialize_result(mount.session, mount.prefix)
            return {"state": "running", "initialize": initialize, "tools": tools}
        case MountState.FAILED:
            return {"state": "failed", "error": mount.error}
    return {"state": mount.state.value}


def _uri(prefix: str) -> str:
    return f"compositor://{prefix}/state"


SERVERS: Final = "compositor://servers"
RESOURCES: Final[tuple[Resource[Meta] | ResourceTemplate[Meta], ...]] = (
    Resource(SERVERS, "servers", "The prefixes of the mounted servers, in order.", JSON, Meta.servers),
    ResourceTemplate(
        "compositor://{server}/state",
        "state",
        "A server: running with its initialize result and its tools, initializing, or failed with the error.",
        JSON,
        Meta.state,
        Meta.exists,
        Meta.states,
    ),
)
