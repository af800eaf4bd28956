"""Passing subscriptions on: what clients of the compositor subscribe to, it subscribes to at the mount."""

from __future__ import annotations

import logging
from collections import Counter

from mcp.shared.exceptions import MCPError

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.jobs import Jobs
from pytest_uimcp.compositor.mounts import MountEvent, Mounts
from pytest_uimcp.compositor.uris import raw_uri
from pytest_uimcp.mcp.subscriptions import RESOURCE_NOT_FOUND

log = logging.getLogger(__name__)


class Upstream:
    """How many clients are subscribed to each exposed URI; the mount hears of the first and of the last."""

    def __init__(self, mounts: Mounts) -> None:
        self._mounts = mounts
        self._clients: Counter[str] = Counter()
        self._jobs = Jobs("subscribing again")

    async def watch(self, uri: str) -> None:
        """One more client; an error if the mount refuses. To be followed by `unwatch` in any case."""
        # Counted even if the mount refuses, because `unwatch` follows in any case.
        self._clients[uri] += 1
        if self._clients[uri] > 1:
            return
        prefix, own_uri = raw_uri(uri)
        mount = self._mounts.find(prefix)
        if mount is None:
            raise MCPError(RESOURCE_NOT_FOUND, f"Resource not found: {uri}", {"uri": uri})
        try:
            await mount.watches.add(own_uri)
        except MCPError as error:
            if error.code == RESOURCE_NOT_FOUND:
                raise MCPError(error.code, f"Resource not found: {uri}", {"uri": uri}) from None
            raise
        except CompositorError as error:
            raise MCPError(RESOURCE_NOT_FOUND, f"{uri}: {error}", {"uri": uri}) from None

    def unwatch(self, uri: str) -> None:
        self._clients[uri] -= 1
        if self._clients[uri] > 0:
            return
        del self._clients[uri]
        prefix, own_uri = raw_uri(uri)
        if (mount := self._mounts.find(prefix)) is not None:
            mount.watches.remove(own_uri)

    def mount_event(self, news: tuple[str, MountEvent]) -> None:
        """Subscribe again at a server that was remounted."""
        if news[1] != "mounted":
            return
        # Its clients have not noticed that it was gone, so nobody else would.
        for uri in list(self._clients):
            if raw_uri(uri)[0] == news[0]:
                self._jobs.start(self._watch_again(uri))

    async def _watch_again(self, uri: str) -> None:
        prefix, own_uri = raw_uri(uri)
        try:
            await self._mounts.get(prefix).watches.add(own_uri)
        except (MCPError, CompositorError) as error:
            log.info("%s is no longer there: %s", uri, error)
