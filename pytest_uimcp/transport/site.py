"""One HTTP site: several applications, each on its own port, with one guard, so that pages can call all of the ports.

Whoever opens a port hands over an application and says, in the same call, who may use it. A port is bound first and
answers after `start`; in between, its number is known and connections are refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from aiohttp import web

from pytest_uimcp.transport.authentication import Authenticator
from pytest_uimcp.transport.doorkeeper import Users
from pytest_uimcp.transport.guard import LOOPBACK_NAMES, Guard
from pytest_uimcp.transport.ports import HttpPort, bind


class HttpSite:
    """The ports of a server by name.

    `grace` is how long requests in progress may take when a port closes; `names` are the hosts that it may be called.
    """

    def __init__(self, *, grace: float = 1.0, names: Sequence[str] = LOOPBACK_NAMES) -> None:
        self.guard = Guard(names=names)
        self._grace = grace
        self._listeners: dict[str, HttpPort] = {}

    def bind(
        self,
        name: str,
        app: web.Application,
        port: int = 0,
        users: Users = frozenset,
        authenticator: Authenticator | None = None,
    ) -> HttpPort:
        """Bind a port for an application, behind the guard of this site; raises PortUnavailable.

        It also serves `users`. With an `authenticator`, requests have a principal, or are refused.
        """
        if name in self._listeners:
            raise ValueError(f"this site has a port {name!r} already; close that one first")
        listener = HttpPort(
            app, bind(port), grace=self._grace, users=users, guard=self.guard, authenticator=authenticator
        )
        self._listeners[name] = listener
        # Not before: with port 0, it is the binding that chooses the number.
        self.guard.add_port(listener.port)
        return listener

    def unbind(self, name: str) -> None:
        """Give up a port that has never been started."""
        listener = self._listeners.pop(name)
        self.guard.remove_port(listener.port)
        listener.release()

    def let_wait(self) -> None:
        """Let connections wait for `start` from now on, instead of refusing them; from any thread."""
        for listener in self._listeners.values():
            listener.let_wait()

    @property
    def ports(self) -> dict[str, int]:
        return {name: listener.port for name, listener in self._listeners.items()}

    def url(self, name: str) -> str:
        """The base URL of a port, without a trailing slash."""
        return self._listeners[name].url

    async def start(self) -> None:
        # A copy, since other tasks may bind and close ports while one of these starts.
        for listener in list(self._listeners.values()):
            if not listener.serving:
                await listener.start()

    async def close(self, *names: str) -> None:
        """Close these ports, or all of them; the guard then treats pages from them as foreign."""
        # Taken out at once, so that `start` on another task cannot open what is being closed.
        closing = [self._listeners.pop(name) for name in names or list(self._listeners) if name in self._listeners]
        for listener in closing:
            self.guard.remove_port(listener.port)
        await asyncio.gather(*(listener.stop() for listener in closing))
