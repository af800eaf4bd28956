"""The publisher over HTTP. Any program of its user may publish and subscribe; of web pages only its own may.

A page of somebody else cannot reach `/publish` and `/subscribe`: it can only open the relay, which the person sees, and
hand it the address, the title and the text of that page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from aiohttp import hdrs, web

from pytest_uimcp.server.ports.routes import Handler
from pytest_uimcp.server.publisher import pages
from pytest_uimcp.server.publisher.mailbox import Backlog, Mailbox
from pytest_uimcp.server.publisher.topics import (
    MAX_BODY_BYTES,
    NotAllowed,
    Topics,
    check_body,
    check_icon,
    check_topic,
)
from pytest_uimcp.transport.guard import LINKED

NAMES: Final = ("localhost", "127.0.0.1", "[::1]")
# Bytes of a request's first line: an icon travels in it.
MAX_LINE_BYTES: Final = 256 * 1024
MAX_LISTENERS: Final = 1000

POLL: Final = 60.0
# Seconds that a message waits for a listener, who may be between two polls.
PAUSE: Final = 0.02
# Seconds for which messages of a client with a name are kept after its poll was answered.
BETWEEN_POLLS: Final = 1.0


class PublisherSite:
    def __init__(self, topics: Topics, *, pause: float = PAUSE, poll: float = POLL) -> None:
        self._topics = topics
        self._pause = pause
        self._poll = poll
        self._backlog = Backlog()
        self._clients: set[_Client] = set()
        self._named: dict[tuple[str, str], _Client] = {}

    def application(self) -> web.Application:
        app = web.Application(middlewares=[_refusals], client_max_size=MAX_BODY_BYTES)
        publish, subscribe, relay, home = (
            app.router.add_resource(path)
            for path in ("/publish/{topic:.*}", "/subscribe/{topic:.*}", "/relay/{topic:.*}", "/")
        )
        publish.add_route("POST", self.publish)
        subscribe.add_route("GET", self.subscribe)
        relay.add_route("GET", self.relay)
        home.add_route("GET", self.home)
        for resource in (publish, subscribe, relay, home):
            resource.add_route("OPTIONS", _options)
        # Any page may open these two; what they do then is up to the person and the scripts in them.
        linked: set[web.AbstractResource] = {relay, home}
        app[LINKED] = linked
        app.on_response_prepare.append(pages.add_headers)
        app.on_shutdown.append(self._let_go)
        return app

    async def publish(self, request: web.Request) -> web.StreamResponse:
        """Send the body to all listeners."""
        topic = check_topic(request.match_info["topic"])
        body = check_body(await request.read())
        loop = asyncio.get_running_loop()
        come = asyncio.Event()
        with self._topics.expecting(topic, partial(loop.call_soon_threadsafe, come.set)):
            # A listener that is between two polls is not there for some milliseconds, and scripts publish once.
            listeners = self._topics.publish(topic, body)
            if not listeners:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._pause):
                        await come.wait()
                listeners = self._topics.publish(topic, body)
        return web.json_response({"listeners": listeners})

    async def subscribe(self, request: web.Request) -> web.StreamResponse:
        """Wait for the next message of a topic. A client with a name also gets messages that come between its polls."""
        topic = check_topic(request.match_info["topic"])
        icon = None
        if request.query.get("favicon"):
            icon = check_icon(request.query["favicon"])
        name = request.query.get("client", "")[:64]
        # Without a name it is a client for one poll.
        client = self._named.get((topic, name)) if name else None
        if client is None:
            if len(self._topics) >= MAX_LISTENERS:
                return web.Response(status=503, text=f"there are already {MAX_LISTENERS} listeners: try again later\n")
            client = _Client(self._topics, topic, icon, self._backlog)
            self._clients.add(client)
            if name:
                self._named[topic, name] = client
        try:
            body = await client.poll(self._poll)
        finally:
            client.leave(BETWEEN_POLLS if name else 0, partial(self._gone, client, topic, name))
        if body is None:
            return web.Response(status=204)
        return web.Response(body=body, content_type="application/json")

    async def relay(self, request: web.Request) -> web.StreamResponse:
        """The page that a bookmarklet opens."""
        return pages.relay(check_topic(request.match_info["topic"]))

    async def home(self, request: web.Request) -> web.StreamResponse:
        """The page with the bookmarklets."""
        # The Host is one of ours, the guard has seen to that; bookmarklets use the name that apps know.
        port = request.headers[hdrs.HOST].rpartition(":")[2]
        return pages.install(f"http://localhost:{port}", self._topics.shown)

    def _gone(self, client: _Client, topic: str, name: str) -> None:
        self._clients.discard(client)
        if self._named.get((topic, name)) is client:
            del self._named[topic, name]

    async def _let_go(self, _app: web.Application) -> None:
        for client in self._clients:
            client.close()


class _Client:
    """A program that polls, from its first poll until it stays away."""

    def __init__(self, topics: Topics, topic: str, icon: str | None, backlog: Backlog) -> None:
        self._mailbox = Mailbox(backlog)
        self._remove = topics.add(topic, self._mailbox.put, icon)
        self._polls = 0
        self._end: asyncio.TimerHandle | None = None

    async def poll(self, timeout: float) -> bytes | None:
        self._polls += 1
        # It has come back in time.
        if self._end is not None:
            self._end.cancel()
        return await self._mailbox.take(timeout)

    def leave(self, seconds: float, on_leave: Callable[[], object]) -> None:
        """A poll has ended; without another one within `seconds` the client is gone."""
        self._polls -= 1
        # Two polls of one name may overlap, when a connection breaks unnoticed.
        if self._polls:
            return

        def end() -> None:
            self.close()
            on_leave()

        if seconds:
            self._end = asyncio.get_running_loop().call_later(seconds, end)
        else:
            end()

    def close(self) -> None:
        if self._end is not None:
            self._end.cancel()
        self._remove()
        self._mailbox.close()


@web.middleware
async def _refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except NotAllowed as error:
        return web.Response(status=400, text=f"{error}\n")
    except web.HTTPRequestEntityTooLarge:
        return web.Response(status=413, text=f"a published message has at most {MAX_BODY_BYTES} bytes\n")


async def _options(_request: web.Request) -> web.StreamResponse:
    return web.Response(status=204)
