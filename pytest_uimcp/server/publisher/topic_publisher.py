"""The publisher as the sessions of one server see it.

There is one per machine, on a fixed port. Whichever server finds the port free serves it; the others poll that one, and
the first whose poll is refused takes over. Sessions of the serving server get messages without HTTP.

A publisher serves its own user and root. One of another user is not asked for anything: it would refuse, or lie.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.server.publisher.topics import Deliver, Topics
from pytest_uimcp.transport.errors import PortUnavailable
from pytest_uimcp.transport.peer import LOOPBACK, LOOPBACK_IPV6, listener_uid
from pytest_uimcp.transport.users import user_name

if TYPE_CHECKING:
    from aiohttp import ClientSession

    from pytest_uimcp.transport.ports import HttpPort


log = logging.getLogger(__name__)

GRACE: Final = 0.2


@dataclass(eq=False)
class _Subscription:
    topic: str
    deliver: Deliver
    icon: str | None
    task: asyncio.Task[None] | None = None


class TopicPublisher:
    """Subscriptions of a server's sessions. `subscribe` may be called from any thread, the rest on one loop."""

    def __init__(self, port: int = 0) -> None:
        """`port` is that of the machine's publisher; with 0 only `publish` and `serve` bring messages."""
        self.topics = Topics()
        self.port = port
        # For the set of subscriptions alone: sessions subscribe from their threads.
        self._lock = threading.Lock()
        self._subscriptions: set[_Subscription] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: list[HttpPort] = []
        self._http: ClientSession | None = None
        self._following = False
        # Several polls may be refused at once, and only one of them is to take the port.
        self._turn = asyncio.Lock()

    @property
    def url(self) -> str | None:
        """The address of the publisher that this server serves, or None."""
        if self._listeners:
            return f"http://localhost:{self._listeners[0].port}"
        return None

    @property
    def notice(self) -> str | None:
        """A notice for users: another user serves the port, on one of the two addresses of `localhost`, or None."""
        if not self.port:
            return None
        for address in (LOOPBACK, LOOPBACK_IPV6):
            if (uid := _strangers(self.port, address)) is not None:
                return (
                    f"the publisher at port {self.port} of {address} is that of the user {user_name(uid)}, so this "
                    "server neither asks it nor sends it anything; give --publisher-port another port, or 0 for none"
                )
        return None

    async def open(self) -> None:
        """Serve the port if it is free; else poll whoever has it."""
        self._loop = asyncio.get_running_loop()
        if self.port and not await self._take_over():
            self._follow()

    async def serve(self, port: int = 0) -> str:
        """Serve a port besides, any free one by default, unless one is served already; returns the address."""
        if not self._listeners:
            self._listeners = await _listen(self.topics, port)
        assert self.url is not None
        return self.url

    async def close(self) -> None:
        """Serve and poll no more, and forget all subscriptions."""
        self.port = 0
        self._following = False
        with self._lock:
            subscriptions = self._subscriptions
            self._subscriptions = set()
        tasks = [subscription.task for subscription in subscriptions if subscription.task is not None]
        # The polls first: one of them could be about to take the port over.
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._http is not None:
            await self._http.close()
        async with self._turn:
            listeners = self._listeners
            self._listeners = []
        await asyncio.gather(*(listener.stop() for listener in listeners))

    def subscribe(self, topic: str, deliver: Deliver, icon: str | None = None) -> Callable[[], None]:
        """Hand every message of a topic to `deliver`; returns a function that ends this."""
        subscription = _Subscription(topic, deliver, icon)
        remove = self.topics.add(topic, deliver, icon)
        with self._lock:
            self._subscriptions.add(subscription)
        # Whoever serves the port hands messages on without HTTP.
        if self._following:
            self._call(partial(self._poll, subscription))

        def end() -> None:
            remove()
            with self._lock:
                self._subscriptions.discard(subscription)
            self._call(lambda: subscription.task and subscription.task.cancel())

        return end

    def _call(self, action: Callable[[], object]) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(action)

    async def _take_over(self) -> bool:
        """Serve the port if it is free. Returns whether polling is over."""
        async with self._turn:
            # Another poll has been faster, or the server is closing, which sets the port to 0.
            if self._listeners or not self.port:
                return True
            try:
                self._listeners = await _listen(self.topics, self.port)
            except PortUnavailable as error:
                log.info("the publisher's port: %s", error)
                return False
        log.info("the publisher is at %s", self.url)
        if self._following:
            self._following = False
            self._stop_polling()
        return True

    def _follow(self) -> None:
        self._following = True
        with self._lock:
            subscriptions = list(self._subscriptions)
        for subscription in subscriptions:
            self._poll(subscription)

    def _poll(self, subscription: _Subscription) -> None:
        # It may have ended, or polls already: this is called from several places, each on a turn of the loop.
        if not self._following or subscription.task is not None or subscription not in self._subscriptions:
            return
        from pytest_uimcp.server.publisher.polling import new_client, poll

        self._http = self._http or new_client()
        # By its number: the name may lead to another program that listens on the other family of addresses.
        url = f"http://127.0.0.1:{self.port}/subscribe/{subscription.topic}"
        polling = poll(
            self._http,
            url,
            subscription.deliver,
            subscription.icon,
            self._take_over,
            lambda: _strangers(self.port, LOOPBACK) is not None,
        )
        subscription.task = asyncio.ensure_future(polling)

    def _stop_polling(self) -> None:
        current = asyncio.current_task()
        with self._lock:
            subscriptions = list(self._subscriptions)
        for subscription in subscriptions:
            task = subscription.task
            subscription.task = None
            # The poll that found the port free is the one that is here: it ends by itself.
            if task is not None and task is not current:
                task.cancel()


def _strangers(port: int, address: str) -> int | None:
    """The user who serves the port, if it is another one than ours."""
    try:
        uid = listener_uid(port, address)
    # Where the kernel does not say, the publisher is asked like our own: one of another user refuses us itself.
    except OSError as error:
        log.debug("who serves port %d of %s: %s", port, address, error)
        return None
    if sys.platform == "win32" or uid == os.geteuid():
        return None
    return uid


async def _listen(topics: Topics, port: int) -> list[HttpPort]:
    """Listen on 127.0.0.1, and on ::1 where there is such an address; raises PortUnavailable."""
    from pytest_uimcp.server.publisher.site import MAX_LINE_BYTES, NAMES, PublisherSite
    from pytest_uimcp.transport.guard import Guard
    from pytest_uimcp.transport.ports import HttpPort, bind

    site = PublisherSite(topics)
    guard = Guard(names=NAMES)
    socket = bind(port)
    number: int = socket.getsockname()[1]
    guard.add_port(number)
    sockets = [socket]
    try:
        sockets.append(bind(number, LOOPBACK_IPV6))
    except PortUnavailable as error:
        # Browsers try both addresses of `localhost`; the first one is enough.
        log.debug("the publisher has no IPv6 port: %s", error)
    listeners = [
        HttpPort(site.application(), sock, grace=GRACE, longest_line=MAX_LINE_BYTES, guard=guard) for sock in sockets
    ]
    try:
        for listener in listeners:
            await listener.start()
    except BaseException:
        for listener in listeners:
            await listener.stop()
        raise
    return listeners
