"""One mounted server: its state, its session, and what it offers.

The session belongs to a separate task, as the SDK requires that the task that opens one also closes it. Everybody else
uses it through the mount, and calls end when the mount does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import Enum
from typing import Any, Final, Literal, Protocol, TypeVar

import anyio
import mcp_types as types
from mcp.client.session import ClientSession
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from pytest_uimcp.compositor.asking import MountQuestions
from pytest_uimcp.compositor.connecting import CLOSED, Callbacks, Era, ServerLink, Target, connected
from pytest_uimcp.compositor.errors import CompositorError, MountGone
from pytest_uimcp.compositor.jobs import Jobs, ended
from pytest_uimcp.compositor.watches import Watches
from pytest_uimcp.core.error_groups import only_error

log = logging.getLogger(__name__)
Result = TypeVar("Result")


class MountState(Enum):
    """Where a mount is in its life. The values are those that `compositor_meta` shows."""

    PENDING = "initializing"
    ACTIVE = "running"
    FAILED = "failed"
    CLOSED = "closed"


MOUNT_CHANGES: Final = {
    MountState.PENDING: frozenset({MountState.ACTIVE, MountState.FAILED, MountState.CLOSED}),
    MountState.ACTIVE: frozenset({MountState.FAILED, MountState.CLOSED}),
    MountState.FAILED: frozenset({MountState.CLOSED}),
    MountState.CLOSED: frozenset[MountState](),
}


def may_become(state: MountState, next_state: MountState) -> bool:
    return next_state in MOUNT_CHANGES[state]


class Overseer(Protocol):
    def resource_updated(self, mount: Mount, uri: str) -> None:
        """A resource has changed; the URI is the server's own."""

    def list_changed(self, mount: Mount, kind: Literal["tools", "prompts", "resources"]) -> None:
        """The list of `tools`, `prompts` or `resources` has changed; it is read again already."""

    def failed(self, mount: Mount) -> None:
        """The connection has ended unexpectedly."""


class Mount:
    """A server under its prefix. `start` connects, `stop` disconnects; both may be used from any task."""

    def __init__(
        self,
        prefix: str,
        target: Target,
        overseer: Overseer,
        *,
        pinned: bool = False,
        runtime: bool = False,
        era: Era = "auto",
        original: object = None,
    ) -> None:
        self.prefix: Final = prefix
        self.target: Final = target
        self.pinned: Final = pinned
        # Whether it belongs to our runtime, and not to what somebody mounted.
        self.is_of_runtime: Final = runtime
        # What was mounted, if it is more than the server of the SDK.
        self.original: Final = original
        self.state = MountState.PENDING
        self.error = ""
        self.tools: tuple[types.Tool, ...] = ()
        self.prompts: tuple[types.Prompt, ...] = ()
        self.questions: Final = MountQuestions(prefix)
        self._overseer = overseer
        self._era = era
        self._link: ServerLink | None = None
        self._task: asyncio.Task[None] | None = None
        self._jobs = Jobs(prefix)
        self._outdated: set[Literal["tools", "prompts"]] = set()
        self._reading: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._requests: set[anyio.CancelScope] = set()
        self.watches: Final = Watches(self, self._jobs)

    def __repr__(self) -> str:
        return f"<Mount {self.prefix}: {self.state.value}>"

    async def start(self, seconds: float | None = None) -> None:
        """Connect; raises what went wrong, and then nothing is left of the attempt."""
        # A future, not the end of the task: that lives as long as the session, and what fails later is not the
        # caller's.
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run(ready), name=f"mount {self.prefix}")
        try:
            await asyncio.wait([ready], timeout=seconds)
            if not ready.done():
                raise CompositorError("mount_timeout", f"{self.prefix} gave no answer within {seconds:g} s")
            ready.result()
        except BaseException as error:
            ready.cancel()
            self.fail(_text(error))
            self._task.cancel()
            await ended(self._task)
            raise

    async def stop(self) -> None:
        """Disconnect. Requests under way end with `MountGone`."""
        previous_state = self.state
        self._become(MountState.CLOSED)
        # First the requests, whose callers wait; then the session, which may take its time to say goodbye.
        self._cancel_requests()
        self._over.set()
        if self._task is not None:
            if previous_state is MountState.PENDING:  # it may be waiting for an answer that never comes
                self._task.cancel()
            await ended(self._task)
            failure = self._task.done() and not self._task.cancelled() and self._task.exception()
            if previous_state is MountState.ACTIVE and failure:
                raise failure

    @property
    def session(self) -> ClientSession:
        return self._linked().session

    @property
    def listener(self) -> ClientSession | None:
        """The session that opens listen streams; None if resources are subscribed to instead."""
        return self._linked().listener

    @property
    def subscribable(self) -> bool:
        capabilities = (self.listener or self.session).server_capabilities
        return (
            capabilities is not None and capabilities.resources is not None and bool(capabilities.resources.subscribe)
        )

    @property
    def in_process(self) -> bool:
        return isinstance(self.target, Server)

    @property
    def modern(self) -> bool:
        return self.session.protocol_version in MODERN_PROTOCOL_VERSIONS

    def offers(self, capability: str) -> bool:
        """Whether the server declares a capability: `tools`, `resources`, `prompts` or `completions`."""
        return getattr(self.session.server_capabilities, capability, None) is not None

    async def request(self, send: Callable[[ClientSession], Awaitable[Result]]) -> Result:
        """Ask the server something; raises MountGone if the mount ends before the answer comes."""
        session = self.session
        # A scope for each request, so that all of them end when the mount does, whatever the session is waiting for.
        with anyio.CancelScope() as scope:
            self._requests.add(scope)
            try:
                return await send(session)
            except MCPError as error:
                # Servers use this code for their own errors, too; the message is the SDK's.
                if (error.code, error.message) != (types.CONNECTION_CLOSED, "Connection closed"):
                    raise
                self.fail(CLOSED)
                raise self.gone() from None
            finally:
                self._requests.discard(scope)
        # Here, the scope was cancelled, and not by the caller.
        raise self.gone()

    async def refresh(self, kind: Literal["tools", "prompts"]) -> None:
        if kind == "tools" and self.offers("tools"):
            self.tools = tuple(await self.list_all("tools"))
        if kind == "prompts" and self.offers("prompts"):
            self.prompts = tuple(await self.list_all("prompts"))

    async def list_all(self, kind: str) -> list[Any]:
        try:
            return await self.request(lambda session: everything(getattr(session, f"list_{kind}"), kind))
        except MCPError as error:
            if error.code == types.METHOD_NOT_FOUND:  # resources, say, and no templates
                return []
            raise

    async def _run(self, ready: asyncio.Future[None]) -> None:
        try:
            async with self._connected() as link:
                # Before the lists are read, for reading uses the same door as everybody else.
                self._link = link
                await self.refresh("tools")
                await self.refresh("prompts")
                await self.watches.add_lists()
                self._become(MountState.ACTIVE)
                ready.set_result(None)
                await self._over.wait()
        except BaseException as error:
            self.fail(_text(error))
            # Two readers of one failure: whoever waits for `start`, or the log if that is long over.
            if ready.done():
                if self.state is MountState.CLOSED:
                    raise
                log.warning("the mount %s has failed: %s", self.prefix, self.error)
            elif not ready.cancelled():
                ready.set_exception(only_error(error))
        finally:
            self._link = None

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[ServerLink]:
        callbacks = Callbacks(self._hear, self.questions.elicit, self.questions.sample, self.fail)
        async with connected(self.target, self._era, callbacks) as link:
            try:
                yield link
            finally:
                await self._jobs.cancel()

    def fail(self, why: str) -> None:
        """Give up the connection; its requests end with MountGone."""
        # The end of a connection is noticed in several places, and only the first one knows the reason.
        if not may_become(self.state, MountState.FAILED):
            return
        was_active = self.state is MountState.ACTIVE
        self.error = why
        self._become(MountState.FAILED)
        self._cancel_requests()
        self._over.set()
        if was_active:
            self._overseer.failed(self)

    def _linked(self) -> ServerLink:
        if self._link is None or self.state not in (MountState.PENDING, MountState.ACTIVE):
            raise self.gone()
        return self._link

    def _become(self, state: MountState) -> None:
        if may_become(self.state, state):
            self.state = state

    def _cancel_requests(self) -> None:
        for scope in tuple(self._requests):
            scope.cancel()

    def gone(self) -> MountGone:
        match self.state:
            case MountState.FAILED:
                return MountGone("server_failed", f"the server {self.prefix} has failed: {self.error}")
            case MountState.CLOSED:
                return MountGone("server_unmounted", f"the server {self.prefix} was unmounted")
        return MountGone("not_active", f"the server {self.prefix} is not running yet")

    async def _hear(self, message: Any) -> None:
        match message:
            case types.ResourceUpdatedNotification():
                self._overseer.resource_updated(self, str(message.params.uri))
            case types.ResourceListChangedNotification():
                self._overseer.list_changed(self, "resources")
            case types.ToolListChangedNotification():
                self._read_soon("tools")
            case types.PromptListChangedNotification():
                self._read_soon("prompts")

    def _read_soon(self, kind: Literal["tools", "prompts"]) -> None:
        # Not in this task, which is the session's: it has to receive the answer.
        self._outdated.add(kind)
        if self._reading is None or self._reading.done():
            self._reading = self._jobs.start(self._read_lists_again())

    async def _read_lists_again(self) -> None:
        # Read what was announced since, one list after another, so that the last answer is the newest.
        while self._outdated:
            kind = self._outdated.pop()
            await self.refresh(kind)
            self._overseer.list_changed(self, kind)


def _text(error: BaseException) -> str:
    error = only_error(error)
    if str(error):
        return f"{type(error).__name__}: {error}"
    return type(error).__name__


# A server whose pages never end cannot hang a mount.
MAX_PAGES: Final = 1000


async def everything(fetch: Callable[..., Awaitable[Any]], field: str) -> list[Any]:
    """All items of a list; `field` is where a page holds them."""
    items: list[Any] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        params = None
        if cursor is not None:
            params = types.PaginatedRequestParams(cursor=cursor)
        page = await fetch(params=params)
        items += getattr(page, field)
        cursor = page.next_cursor
        if cursor is None:
            break
    return items
