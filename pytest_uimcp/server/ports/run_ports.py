"""The ports of one run of the server: open from its start, or from the moment that somebody asks where they are."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

from pytest_uimcp.server.errors import LifecycleError

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer
    from pytest_uimcp.transport.site import HttpSite


class RunPorts:
    """Made on the server's event loop; `site` may be asked for from any thread."""

    def __init__(self, server: UiServer, site: HttpSite | None, *, wait: bool) -> None:
        """With `wait`, the ports are bound when `site` is asked for, and serve from then on without `start`."""
        self._server = server
        self.wait = wait
        self._loop = asyncio.get_running_loop()
        self._given = site
        self._site: HttpSite | None = None
        # The names of the ports that this run has to close.
        self._names: list[str] = []
        self._starting: Future[None] | None = None
        self._is_over = False
        # A test and its app may ask at the same time, also while the server closes.
        self._lock = threading.Lock()

    @property
    def site(self) -> HttpSite:
        """The site of the ports, which are bound; raises PortUnavailable, and LifecycleError after the end."""
        with self._lock:
            if self._site is None:
                self._site = self._bind()
            return self._site

    def bind(self) -> None:
        """Bind them now; raises PortUnavailable."""
        with self._lock:
            self._site = self._bind()

    async def start(self) -> None:
        """Serve, unless that waits until somebody asks."""
        if not self.wait:
            await self.site.start()

    async def close(self) -> None:
        with self._lock:
            self._is_over = True
            site = self._site
        if site is None:
            return
        # A port that closes while it starts would stay.
        if self._starting is not None:
            await asyncio.gather(asyncio.wrap_future(self._starting), return_exceptions=True)
        await site.close(*self._names)

    def _bind(self) -> HttpSite:
        from pytest_uimcp.server.ports.http import bind_ports, new_site

        if self._is_over:
            raise LifecycleError("Server closed")
        site = self._given or new_site()
        self._names = bind_ports(site, self._server)
        if self.wait:
            # Who has the address may connect at once, and is served when the event loop comes to it.
            site.let_wait()
            self._starting = asyncio.run_coroutine_threadsafe(site.start(), self._loop)
        return site
