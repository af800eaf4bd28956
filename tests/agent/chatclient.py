"""A chat client without a server between: it asks the conversation itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio.lowlevel
from anyio.from_thread import BlockingPortal

from pytest_uimcp.agent import ConnectionLost
from pytest_uimcp.chat import Conversation


class DirectChat:
    """Opens sessions, fails when told to, and has something done between two steps.

    `faults` are raised by the next requests, `between` is called with the name of each request before it is answered.
    """

    def __init__(self, conversation: Conversation, *, portal: BlockingPortal | None = None) -> None:
        self.conversation = conversation
        self.faults: list[Exception] = []
        self.between: Callable[[str], None] = lambda _: None
        self.requests: list[str] = []
        self.sessions: list[Session] = []
        self.portal = portal

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Session]:
        await self.asked("connect")
        session = Session(self)
        self.sessions.append(session)
        try:
            yield session
        finally:
            session.close()

    async def asked(self, request: str) -> None:
        await anyio.lowlevel.checkpoint()
        self.requests.append(request)
        self.between(request)
        if self.faults:
            raise self.faults.pop(0)


class Session:
    """One connection."""

    def __init__(self, chat: DirectChat) -> None:
        self._chat = chat
        self._stop: Callable[[], None] = lambda: None
        self._lost = False

    async def subscribe(self, uri: str, updated: Callable[[], None]) -> None:
        assert uri == "ui://chat/inbox"
        await self._asked("subscribe")
        portal = self._chat.portal

        def told(messages: Any) -> None:
            if any(message.author == "user" for message in messages):
                if portal is None:
                    updated()
                else:
                    portal.start_task_soon(updated)

        self._stop = self._chat.conversation.store.listen(told)

    async def read_since(self, after_id: str | None, limit: int) -> Mapping[str, Any]:
        await self._asked("read_since")
        return self._chat.conversation.read_since({"after_id": after_id, "limit": limit})

    async def read_inbox(self) -> Mapping[str, Any]:
        await self._asked("read_inbox")
        return self._chat.conversation.inbox()

    async def post(self, mime: str, content: str) -> Mapping[str, Any]:
        await self._asked("post")
        return self._chat.conversation.post("assistant", {"mime": mime, "content": content})

    def lose(self) -> None:
        """The other end has gone."""
        self._lost = True
        self.close()

    def close(self) -> None:
        self._stop()

    async def _asked(self, request: str) -> None:
        await self._chat.asked(request)
        if self._lost:
            raise ConnectionLost("the chat has closed the session")
