"""What an agent has subscribed to at the mounted servers, through the `resources` server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mcp.shared.exceptions import MCPError

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.mount import Mount, MountState
from pytest_uimcp.compositor.mounts import Mounts


@dataclass(slots=True)
class Subscription:
    """One resource of one server. `active` says that the server was told and agreed."""

    server: str
    uri: str
    pinned: bool = False
    active: bool = False
    last_error: str | None = None


class Subscriptions:
    """The records. Those of a server go when it is unmounted; pinned ones stay, and are renewed with the server."""

    def __init__(self, mounts: Mounts, changed: Callable[[], None]) -> None:
        self._mounts = mounts
        self._changed = changed
        self._resources: dict[tuple[str, str], Subscription] = {}
        self._lists: dict[str, None] = {}

    async def add(self, server: str, uri: str, *, pinned: bool = False) -> Subscription:
        """Subscribe; a second time changes nothing, except that it may pin."""
        record = self._resources.setdefault((server, uri), Subscription(server, uri))
        record.pinned = record.pinned or pinned
        await self._activate(record)
        # A pinned one waits for the server to come, or to change its mind; the agent's own is refused to its face.
        if not record.active and not record.pinned:
            del self._resources[server, uri]
            raise CompositorError("subscribe_failed", f"{server} refuses {uri}: {record.last_error}")
        return record

    def remove(self, server: str, uri: str) -> None:
        """Unsubscribe, also from what was never subscribed to; a pinned subscription stays."""
        record = self._resources.get((server, uri))
        if record is None:
            return
        if record.pinned:
            raise CompositorError("forbidden", f"the subscription to {uri} of {server} is pinned")
        del self._resources[server, uri]
        mount = self._mounts.find(server)
        # One that is not active was never counted there.
        if record.active and mount is not None:
            mount.watches.remove(uri)
        self._changed()

    def add_list(self, server: str) -> None:
        self._lists[server] = None
        self._changed()

    def remove_list(self, server: str) -> None:
        if server in self._lists:
            del self._lists[server]
            self._changed()

    def to_json(self) -> dict[str, Any]:
        return {
            "subscriptions": [
                {
                    "server": record.server,
                    "uri": record.uri,
                    "pinned": record.pinned,
                    "present": self._present(record.server),
                    "active": record.active,
                    "last_error": record.last_error,
                }
                for record in self._resources.values()
            ],
            "list_subscriptions": [
                {"server": server, "present": self._present(server), "active": self._present(server)}
                for server in self._lists
            ],
        }

    async def renew(self, server: str) -> None:
        for record in self._of(server):
            await self._activate(record)

    def server_lost(self, server: str, *, unmounted: bool) -> None:
        """Mark what is subscribed at a server that has failed, and forget what is not pinned when it is unmounted."""
        mount = self._mounts.find(server)
        # News of a mount that is there and has not failed: nothing is lost.
        if not unmounted and mount is not None and mount.state is not MountState.FAILED:
            return
        for record in self._of(server):
            record.active = False
            record.last_error = mount.error if mount is not None else None
            if unmounted and not record.pinned:
                del self._resources[record.server, record.uri]
        if unmounted:
            self._lists.pop(server, None)
        self._changed()

    def _of(self, server: str) -> list[Subscription]:
        return [record for record in self._resources.values() if record.server == server]

    async def _activate(self, record: Subscription) -> None:
        mount = self._mounts.find(record.server)
        if record.active or mount is None:
            return
        # before the wait: once is enough
        record.active = True
        record.last_error = None
        try:
            await mount.watches.add(record.uri)
        except (MCPError, CompositorError) as error:
            record.active = False
            record.last_error = str(error)
            mount.watches.remove(record.uri)
        self._changed()

    def _present(self, server: str) -> bool:
        mount: Mount | None = self._mounts.find(server)
        return mount is not None and mount.state is MountState.ACTIVE
