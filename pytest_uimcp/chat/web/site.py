"""A conversation on one port: both sides over MCP, and the page for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from aiohttp import web

from pytest_uimcp.chat.conversation import Conversation
from pytest_uimcp.chat.facade import Facade
from pytest_uimcp.chat.principals import ROLES, Role
from pytest_uimcp.chat.web.endpoints import PATHS, Endpoints
from pytest_uimcp.chat.web.page import ChatPage
from pytest_uimcp.chat.web.sessions import PageSessions, SessionFile
from pytest_uimcp.chat.web.sources import ActivitySource, ApprovalSource, TimelineSource
from pytest_uimcp.chat.web.timeline import StoreTimeline
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.errors import PortUnavailable
from pytest_uimcp.transport.principals import Principal
from pytest_uimcp.transport.site import HttpSite


class ChatSite:
    """Serves a conversation, on the event loop that makes it. `tokens` are those of each principal.

    Without a `timeline` of an agent the page shows the stored messages; `approvals` are answered on the page, which
    shows the `activity` of the agent and has its buttons. The file `sessions` keeps the sessions of browsers, and the
    port unless one is named: they find the page after a restart. `users` are other users who may connect.
    """

    def __init__(
        self,
        conversation: Conversation,
        tokens: Mapping[str, str],
        *,
        port: int = 0,
        timeline: TimelineSource | None = None,
        approvals: ApprovalSource | None = None,
        activity: ActivitySource | None = None,
        users: frozenset[int] = frozenset(),
        sessions: Path | None = None,
    ) -> None:
        self._kept = SessionFile(sessions) if sessions else None
        self._own_timeline = None
        if timeline is None:
            timeline = self._own_timeline = StoreTimeline(conversation.store, conversation.limits.inbox_messages)
        self.sides: dict[Role, Facade] = {role: Facade(conversation, role) for role in ROLES}
        # The page has one-time addresses and cookies for people, and answers programs with a human's token, too.
        self._tokens = BearerTokens({token: principal for principal, token in tokens.items()}, PATHS)
        browsers = PageSessions(tokens, self._kept)
        self._site = HttpSite()
        self.page = ChatPage(conversation, browsers, timeline, approvals, activity, partial(self._site.url, "chat"))
        try:
            self._bind(port, conversation.store.conversation, users)
        except PortUnavailable:
            self._release()
            raise

    @property
    def url(self) -> str:
        """The address of the port: `/mcp` and `/sse` for programs."""
        return self._site.url("chat")

    def page_address(self, principal: str = "human") -> str:
        """A new address that opens the page once."""
        return self.page.invite(Principal(principal))

    async def start(self) -> None:
        await self._site.start()

    async def close(self) -> None:
        """Close the port. The conversation's store stays open."""
        await self._site.close()
        self._release()

    def _release(self) -> None:
        for facade in self.sides.values():
            facade.close()
        # An agent's timeline goes on without the page.
        if self._own_timeline is not None:
            self._own_timeline.close()
        if self._kept is not None:
            self._kept.close()

    def _bind(self, port: int, conversation: str, users: frozenset[int]) -> None:
        bind = partial(self._site.bind, "chat", self._application(), users=lambda: users, authenticator=self._tokens)
        if self._kept is None:
            bind(port)
            return
        last_port = self._kept.port(conversation)
        try:
            bind(port or last_port)
        except PortUnavailable:
            # The port was asked for by name, or has never been anybody's: there is nothing to fall back on.
            if port or not last_port:
                raise
            # Another server has it: perhaps one of the same conversation, whose port it stays.
            bind()
            return
        if self._site.ports["chat"] != last_port:
            self._kept.remember_port(conversation, self._site.ports["chat"])

    def _application(self) -> web.Application:
        app = web.Application()
        Endpoints(self.sides).mount(app)
        self.page.mount(app, self._site.guard)
        return app
