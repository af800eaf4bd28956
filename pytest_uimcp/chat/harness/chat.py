"""The harness of a chat: the conversation between a test's human and its agent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from pytest_uimcp.chat import Author, Conversation, Facade, Message, open_store
from pytest_uimcp.chat.principals import Role
from pytest_uimcp.chat.updates import INBOX
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.client import InMemoryClient
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.harness import Harness, step
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.http import mcp_application
from pytest_uimcp.transport.site import HttpSite
from pytest_uimcp.transport.token_files import new_token

# The time limit of a call, in seconds.
PATIENCE: Final = 30.0


class SideHarness:
    """One side's server, with an in-memory client for the test.

    From the first use of `url` on it is also served over HTTP, to clients with its token.
    """

    def __init__(self, loop: LoopThread, facade: Facade, bind: Callable[[SideHarness], str]) -> None:
        self.facade: Final = facade
        self.token: Final = new_token()
        self._loop = loop
        self._client = InMemoryClient(facade.mcp.sdk)
        self._bind = bind
        self._url = ""

    def tool(self, name: str, /, **arguments: Any) -> ToolResult:
        """Call a tool of this side: `chat_read_since`, `chat.human.post` or `chat.assistant.post`."""
        return self._loop.run(self._client.call(name, arguments), PATIENCE)

    def read(self, uri: str = INBOX) -> Any:
        """A resource as data; by default the inbox."""
        return json.loads(self._loop.run(self._client.read(uri), PATIENCE))

    def listen(self) -> None:
        """Subscribe to the inbox: from now on `notifications` has its notifications."""
        self._loop.run(self._client.listen(INBOX), PATIENCE)

    @property
    def notifications(self) -> list[Any]:
        """The notifications since `listen`; several posts at once may give only one."""
        return list(self._client.notifications)

    async def close(self) -> None:
        """Disconnect the client and stop the server."""
        await self._client.close()
        self.facade.close()

    @property
    def role(self) -> Role:
        """`human` or `assistant`."""
        return self.facade.side.role

    @property
    def url(self) -> str:
        """The address of its Streamable HTTP endpoint."""
        self._url = self._url or self._bind(self)
        return self._url

    @property
    def headers(self) -> dict[str, str]:
        """What a client has to send with every request."""
        return {"Authorization": f"Bearer {self.token}"}


class ChatHarness(Harness):
    """A conversation in memory, and the MCP servers of the human and of the assistant."""

    def __init__(self, loop: LoopThread, *, clock: MovableClock | None = None, lua_errors: LuaErrors = "raise") -> None:
        super().__init__(clock, story=StepLog("chat"), lua_errors=lua_errors)
        self._loop = loop
        self._site = HttpSite()
        self.conversation: Final = Conversation(open_store())

        # On the loop, to which a server belongs that is made there.
        async def make(role: Role) -> Facade:
            return Facade(self.conversation, role)

        self.human: Final = SideHarness(loop, loop.run(make("human")), self._served)
        """The human's server: `.url`, `.token`, `.headers`; `.tool(…)`, `.read()`, `.listen()`, `.notifications`."""
        self.assistant: Final = SideHarness(loop, loop.run(make("assistant")), self._served)
        """The assistant's, with the same."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.messages)} messages)"

    @property
    def messages(self) -> list[Message]:
        """All messages, in order: `.author` (`user` or `assistant`), `.content`, `.mime`, `.id`, `.ts`."""
        return self.conversation.store.since(0)

    @step("test", str)
    def posts(self, author: Author, text: str, mime: str = "text/markdown") -> str:
        """Store a message as `user` or `assistant` directly, not through a server. Returns its id."""

        async def post() -> str:
            receipt = self.conversation.post(author, {"mime": mime, "content": text})
            return str(receipt["id"])

        return self._loop.run(post(), PATIENCE)

    def rest(self, timeout: float = 10.0) -> None:
        """Return when all subscribers in this process have been notified of all posts."""
        # First the store's threads, then what they have handed to the loop.
        self.conversation.store.wait_quiet(timeout)
        self._loop.run(self._loop.idle(), timeout)

    def close(self) -> None:
        """Stop both servers and close the conversation."""

        async def end() -> None:
            # The ports first: no client reaches a side that is closed already.
            await self._site.close()
            for side in (self.human, self.assistant):
                await side.close()

        self._loop.run(end())
        self.conversation.store.close()

    def _served(self, side: SideHarness) -> str:
        async def serve() -> str:
            # Each side is a port of its own here, so that a test cannot mix them up.
            tokens = BearerTokens({side.token: side.role})
            self._site.bind(side.role, mcp_application(side.facade.mcp.sdk), authenticator=tokens)
            await self._site.start()
            return f"{self._site.url(side.role)}/mcp"

        return self._loop.run(serve(), PATIENCE)
