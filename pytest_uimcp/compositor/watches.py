"""What a mounted server is asked to tell of: changes of its lists and of single resources, in either era.

In the handshake era a resource is subscribed to and the lists come by themselves; in 2026-07-28 a stream is opened
for the lists, and another one for each resource. Either way the session hears the same notifications.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import mcp_types as types
from mcp.client.session import ClientSession
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPError

from pytest_uimcp.compositor.errors import MountGone
from pytest_uimcp.compositor.jobs import Jobs

log = logging.getLogger(__name__)


class _Server(Protocol):
    @property
    def prefix(self) -> str: ...

    @property
    def listener(self) -> ClientSession | None: ...

    async def request(self, send: Callable[[ClientSession], Awaitable[Any]]) -> Any: ...

    def gone(self) -> MountGone: ...


class Watches:
    """How often each resource of a mount is watched; the server hears of the first time and of the last."""

    def __init__(self, server: _Server, jobs: Jobs) -> None:
        self._server = server
        self._jobs = jobs
        self._watched: Counter[str] = Counter()
        self._streams: dict[str, asyncio.Task[None]] = {}

    async def add(self, uri: str) -> None:
        """Watch a resource; every call is to be followed by one of `remove`, also if it fails."""
        # Counted before the first wait: of two at once only one asks the server.
        self._watched[uri] += 1
        if self._watched[uri] > 1:
            return
        if self._server.listener is not None:
            await self._open(uri, self._server.listener)
        else:
            await self._server.request(
                partial(_send, types.SubscribeRequest(params=types.SubscribeRequestParams(uri=uri)))
            )

    def remove(self, uri: str) -> None:
        """The opposite; never waits, never raises."""
        self._watched[uri] -= 1
        if self._watched[uri] > 0:
            return
        del self._watched[uri]
        # In 2026-07-28 the end of a stream is the end of the subscription; before, the server has to be told.
        if (stream := self._streams.pop(uri, None)) is not None:
            stream.cancel()
        else:
            self._jobs.start(self._unsubscribe(uri))

    async def add_lists(self) -> None:
        """Watch the lists of tools, prompts and resources, if that has to be asked for."""
        if self._server.listener is not None:
            await self._open("", self._server.listener)

    async def _unsubscribe(self, uri: str) -> None:
        # Somebody else may have subscribed meanwhile; then this must not come after it.
        if uri in self._watched:
            return
        with suppress(MountGone):
            await self._server.request(
                partial(_send, types.UnsubscribeRequest(params=types.UnsubscribeRequestParams(uri=uri)))
            )

    async def _open(self, uri: str, listener: ClientSession) -> None:
        # Open a stream for one resource, or for the lists if the URI is empty.
        opening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stream = self._streams[uri] = self._jobs.start(self._listen(uri, listener, opening))

        def give_up(_stream: object) -> None:
            # Cancelled with its mount before it was open; whoever waits for it must not wait for ever.
            if not opening.done():
                opening.set_exception(self._server.gone())

        stream.add_done_callback(give_up)
        await opening

    async def _listen(self, uri: str, listener: ClientSession, opening: asyncio.Future[None]) -> None:
        lists = not uri
        try:
            async with listen(
                listener,
                tools_list_changed=lists,
                prompts_list_changed=lists,
                resources_list_changed=lists,
                resource_subscriptions=[uri] if uri else [],
            ) as events:
                opening.set_result(None)
                async for _ in events:  # the session itself passes each on
                    pass
        except Exception as error:  # noqa: BLE001 - raised where it is awaited, or logged
            if lists and isinstance(error, MCPError) and not opening.done():
                opening.set_result(None)  # a server whose lists never change need not serve this
            elif not opening.done():
                opening.set_exception(error)
            else:
                subject = uri or "its lists"
                log.info("%s no longer sends notifications of changes of %s: %s", self._server.prefix, subject, error)


async def _send(
    request: types.SubscribeRequest | types.UnsubscribeRequest, session: ClientSession
) -> types.EmptyResult:
    return await session.send_request(request, types.EmptyResult)
