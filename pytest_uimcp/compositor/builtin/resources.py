"""`resources`: the resources of all mounted servers as tools, for agents that only call tools.

Every tool takes the server's prefix and the server's own URI.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from mcp.shared.exceptions import MCPError

from pytest_uimcp.compositor.builtin.subscriptions import Subscriptions
from pytest_uimcp.compositor.builtin.windows import DEFAULT_BYTES, WindowedPart, windowed
from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.jobs import Jobs
from pytest_uimcp.compositor.mount import Mount
from pytest_uimcp.compositor.mounts import MountEvent, Mounts
from pytest_uimcp.mcp.arguments import NON_EMPTY, STRING, Parameter
from pytest_uimcp.mcp.calls import ToolCall, ToolError, ToolResult
from pytest_uimcp.mcp.resources import JSON, Resource, ResourceRequest
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool

SUBSCRIPTIONS: Final = "resources://subscriptions"


class Resources:
    def __init__(self, mounts: Mounts) -> None:
        self._mounts = mounts
        self.mcp: Final = McpServer("resources", self, TOOLS, RESOURCES)
        self.subscriptions: Final = Subscriptions(mounts, lambda: self.mcp.publisher.resource_updated(SUBSCRIPTIONS))
        self._jobs = Jobs("subscribing again")
        mounts.events.add(self._mount_event)

    async def pin(self, server: str, uri: str) -> None:
        """Subscribe for as long as the compositor is open; no agent can undo it."""
        await self.subscriptions.add(server, uri, pinned=True)

    async def list_resources(self, call: ToolCall) -> dict[str, Any]:
        start = call["uri_prefix"] or ""
        rows = await self._listed(call["server"], "resources")
        return {
            "resources": [
                {"server": mount.prefix, "resource": _json(resource)}
                for mount, resource in rows
                if str(resource.uri).startswith(start)
            ]
        }

    async def list_resource_templates(self, _call: ToolCall) -> dict[str, Any]:
        rows = await self._listed(None, "resource_templates")
        return {"templates": [{"server": mount.prefix, "template": _json(template)} for mount, template in rows]}

    async def read(self, call: ToolCall) -> dict[str, Any]:
        parts, total = await self._window(call)
        window = {"start_offset": call["start_offset"], "max_bytes": call["max_bytes"]}
        return {"window": window, "parts": [part.to_json() for part in parts], "total_parts": total}

    async def read_blocks(self, call: ToolCall) -> ToolResult:
        parts, _ = await self._window(call)
        return ToolResult(tuple(_json(part.to_block()) for part in parts))

    async def subscribe(self, call: ToolCall) -> dict[str, bool]:
        mount = self._mount_with(call["server"], "resources")
        # A server may have resources, and no way to subscribe to them.
        if not mount.subscribable:
            raise _lacks(mount.prefix, "resources.subscribe")
        await _answer_or_tool_error(self.subscriptions.add(mount.prefix, call["uri"]))
        return {"ok": True}

    async def unsubscribe(self, call: ToolCall) -> dict[str, bool]:
        try:
            # Without asking the mounts: what a server that is gone was asked for can be ended, too.
            self.subscriptions.remove(call["server"], call["uri"])
        except CompositorError as error:
            raise ToolError(str(error), code=error.code) from None
        return {"ok": True}

    async def subscribe_list_changes(self, call: ToolCall) -> dict[str, bool]:
        self.subscriptions.add_list(self._mount_with(call["server"], "resources").prefix)
        return {"ok": True}

    async def unsubscribe_list_changes(self, call: ToolCall) -> dict[str, bool]:
        self.subscriptions.remove_list(call["server"])
        return {"ok": True}

    async def list_subscriptions(self, _call: ToolCall) -> dict[str, Any]:
        return self.subscriptions.to_json()

    async def read_subscriptions(self, _request: ResourceRequest) -> dict[str, Any]:
        return self.subscriptions.to_json()

    async def _listed(self, server: str | None, kind: str) -> list[tuple[Mount, Any]]:
        if server is None:
            mounts = self._mounts.running("resources")
        else:
            mounts = [self._mount_with(server, "resources")]
        rows = [(mount, await _answer_or_tool_error(mount.list_all(kind))) for mount in mounts]
        return [(mount, item) for mount, items in rows for item in items]

    async def _window(self, call: ToolCall) -> tuple[list[WindowedPart], int]:
        mount = self._mount_with(call["server"], "resources")
        result = await _answer_or_tool_error(mount.request(lambda session: session.read_resource(call["uri"])))
        # The whole resource is read each time: the protocol knows no windows, and servers may change it in between.
        parts = windowed(result.contents, call["start_offset"], call["max_bytes"])
        return list(parts), len(result.contents)

    def _mount_with(self, server: str, capability: str) -> Mount:
        mount = self._mounts.find(server)
        if mount is None:
            raise ToolError(f"Unknown server {server!r}", code="unknown_server", servers=_prefixes(self._mounts))
        try:
            offers = mount.offers(capability)
        except CompositorError as error:
            raise ToolError(str(error), code=error.code) from None
        if not offers:
            raise _lacks(server, capability)
        return mount

    def _mount_event(self, news: tuple[str, MountEvent]) -> None:
        prefix, event = news
        if event != "mounted":
            self.subscriptions.server_lost(prefix, unmounted=event == "unmounted")
            return
        # In a task of its own: those who tell of an event do not wait, and the server's answer may take long.
        self._jobs.start(self.subscriptions.renew(prefix))


async def _answer_or_tool_error(answer: Any) -> Any:
    try:
        return await answer
    except MCPError as error:
        # Two kinds of codes, so that an agent can tell the server's refusal from a mount that is gone.
        raise ToolError(error.message, code="server_refused", error=error.code, data=error.data) from None
    except CompositorError as error:
        raise ToolError(str(error), code=error.code) from None


def _lacks(server: str, capability: str) -> ToolError:
    return ToolError(f"{server} lacks the capability {capability}", code="capability_missing", capability=capability)


def _prefixes(mounts: Iterable[Mount]) -> list[str]:
    return [mount.prefix for mount in mounts]


def _json(item: Any) -> dict[str, Any]:
    data: dict[str, Any] = item.model_dump(by_alias=True, mode="json", exclude_none=True)
    return data


_SERVER: Final = Parameter("server", NON_EMPTY, "The prefix of the server.", required=True)
_URI: Final = Parameter("uri", NON_EMPTY, "The URI as the server itself has it.", required=True)
_WINDOW: Final = (
    _SERVER,
    _URI,
    Parameter("start_offset", {"type": "integer", "minimum": 0}, "The first byte to show.", default=0),
    Parameter("max_bytes", {"type": "integer", "minimum": 1}, "How many bytes to show at most.", default=DEFAULT_BYTES),
)
TOOLS: Final = (
    Tool(
        "list_resources",
        "List resources",
        "List the resources of one server or of all.",
        Resources.list_resources,
        (
            Parameter("server", STRING, "The prefix of the server; all servers without it."),
            Parameter("uri_prefix", STRING, "Only URIs that begin with this."),
        ),
        read_only=True,
    ),
    Tool(
        "list_resource_templates",
        "List templates",
        "List the resource templates of all servers.",
        Resources.list_resource_templates,
        read_only=True,
    ),
    Tool("read", "Read", "Read a window of bytes of a resource.", Resources.read, _WINDOW, read_only=True),
    Tool(
        "read_blocks",
        "Read as blocks",
        "Read a window of a resource as content blocks.",
        Resources.read_blocks,
        _WINDOW,
        read_only=True,
    ),
    Tool(
        "subscribe",
        "Subscribe",
        "Get notified when a resource changes.",
        Resources.subscribe,
        (_SERVER, _URI),
        idempotent=True,
    ),
    Tool("unsubscribe", "Unsubscribe", "End a subscription.", Resources.unsubscribe, (_SERVER, _URI), idempotent=True),
    Tool(
        "subscribe_list_changes",
        "Subscribe to the list",
        "Get notified when the list of a server's resources changes.",
        Resources.subscribe_list_changes,
        (_SERVER,),
        idempotent=True,
    ),
    Tool(
        "unsubscribe_list_changes",
        "Unsubscribe from the list",
        "End a subscription to the list.",
        Resources.unsubscribe_list_changes,
        (_SERVER,),
        idempotent=True,
    ),
    Tool(
        "list_subscriptions",
        "List subscriptions",
        "List what is subscribed to, and whether it works.",
        Resources.list_subscriptions,
        read_only=True,
    ),
)
RESOURCES: Final[tuple[Resource[Resources], ...]] = (
    Resource(
        SUBSCRIPTIONS,
        "subscriptions",
        "What is subscribed to, and whether it works.",
        JSON,
        Resources.read_subscriptions,
    ),
)
