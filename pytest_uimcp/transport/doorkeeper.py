"""Connections are served only if they come from users who may use the port; nothing is read of any other."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Collection
from functools import cache

from pytest_uimcp.transport.errors import PeerUnknown
from pytest_uimcp.transport.peer import cannot_tell, peer_uid
from pytest_uimcp.transport.users import ROOT, user_name

log = logging.getLogger(__name__)

# Returns who may use a port besides its own user and root; it may change while the port is open.
Users = Callable[[], Collection[int]]
Serve = Callable[[], asyncio.Protocol]


class Doorkeeper:
    """Lets in the connections of one port's users: its own, root, and `users`. `port` is for the log."""

    def __init__(self, port: int, users: Users) -> None:
        self._port = port
        self._users = users
        self._refused: set[int] = set()

    def guarding(self, serve: Serve) -> Serve:
        """The protocol of new connections; `serve` itself if this machine cannot tell whose they are."""
        if (reason := cannot_tell()) is not None:
            _warn(reason)
            return serve
        return lambda: _Arrival(self._admits, serve)

    def _admits(self, accepted: socket.socket) -> bool:
        try:
            uid = peer_uid(accepted)
        except PeerUnknown as error:
            log.debug("port %d: %s", self._port, error)
            return False
        except OSError as error:
            log.warning(
                "port %d: a connection is refused, because the kernel does not say whose: %s", self._port, error
            )
            return False
        # Asked for each connection: `ui_configure` may change who is served while the port is open.
        admitted = {os.geteuid(), ROOT, *self._users()}
        if uid in admitted:
            return True
        # A program that tries again and again must not fill the log.
        if uid not in self._refused:
            self._refused.add(uid)
            log.warning(
                "port %d: connections of the user %s are refused; served are %s, and --allow-users adds others (except "
                "to the publisher)",
                *(self._port, user_name(uid), " and ".join(map(user_name, sorted(admitted)))),
            )
        return False


class _Arrival(asyncio.Protocol):
    """A connection before it is served."""

    def __init__(self, admits: Callable[[socket.socket], bool], serve: Serve) -> None:
        self._admits = admits
        self._serve = serve

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if not self._admits(transport.get_extra_info("socket")):
            # A reset, without a goodbye: a stranger learns nothing, and nothing waits for what it may still send.
            transport.abort()
            return
        connection = self._serve()
        transport.set_protocol(connection)
        connection.connection_made(transport)


@cache
def _warn(reason: str) -> None:
    log.warning(
        "this machine cannot tell which of its users connects to a port (%s), so every user of it can; if others "
        "use it, start servers with --api-token",
        reason,
    )
