"""The two MCP servers over one conversation: one posts as the human, the other as the assistant.

    client ─▶ McpServer ─▶ Facade ─▶ Conversation ─▶ ChatStore
       ▲                     │                          │
       └── notification ◀── publisher ◀── commits ◀─────┘

Neither offers the other's tool, so nobody can speak for the other side. The notifications of both are about what the
human posted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from pytest_uimcp.chat.arguments import POST, READ_AND_ADVANCE, READ_SINCE, schema
from pytest_uimcp.chat.conversation import Conversation
from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.ids import id_text
from pytest_uimcp.chat.message import Message, Poster
from pytest_uimcp.chat.principals import ANONYMOUS, Role, role_of
from pytest_uimcp.chat.results import PAGE, RECEIPT
from pytest_uimcp.chat.sides import SIDES, Side
from pytest_uimcp.chat.updates import INBOX, PendingUpdate
from pytest_uimcp.core.version import version
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.mcp.errors import ArgumentError, ResourceNotFound
from pytest_uimcp.mcp.resources import JSON, Resource, ResourceRequest, ResourceTemplate
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool

log = logging.getLogger(__name__)

HEAD: Final = "chat://head"
LAST_READ: Final = "ui://chat/last-read"

T = TypeVar("T")


class Facade:
    """One side's server, `mcp`, on the event loop that makes it; listens to the store until it is closed.

    With `advancing` the server also remembers how far each subscriber has read: `chat_read_and_advance`.
    """

    def __init__(self, conversation: Conversation, role: Role, *, advancing: bool = False) -> None:
        self.conversation = conversation
        self.side = SIDES[role]
        self.mcp: McpServer[Facade] = McpServer(
            f"chat-{role}",
            self,
            tools_of(self.side, advancing=advancing),
            (*RESOURCES, *(_ADVANCING_RESOURCES if advancing else ())),
            version=version(),
            title=f"Chat ({role})",
            instructions=self.side.instructions,
            batches={INBOX: partial(PendingUpdate, conversation.limits)},
        )
        # May be called in any thread; the publisher takes news from any.
        self._stop_listening = conversation.store.listen(self._told)

    def close(self) -> None:
        """End the notifications. The store stays open."""
        self._stop_listening()
        self.mcp.close()

    async def post(self, call: ToolCall) -> dict[str, Any]:
        """Post as this side's author. A principal of the other side may read here, and nothing else."""
        self._check(call)
        poster = None
        if call.principal and self.side.role == "human":
            poster = Poster(principal=call.principal)
        return await self.conversation.run(self.conversation.post, self.side.author, call.arguments, poster)

    async def read_since(self, call: ToolCall) -> dict[str, Any]:
        return await self.conversation.run(self.conversation.read_since, call.arguments)

    async def read_and_advance(self, call: ToolCall) -> dict[str, Any]:
        """Read what a subscriber has not been given, and remember it."""
        self._check(call)
        who = _subscriber(call)
        body = await self.conversation.run(self.conversation.read_and_advance, self.side.author, who, call.arguments)
        # The mark has moved only then.
        if body["messages"]:
            marked = call.arguments.get("subscriber") or who
            self.mcp.publisher.resource_updated(LAST_READ, to=lambda principal: (principal or ANONYMOUS) == marked)
        return body

    async def inbox(self, request: ResourceRequest) -> dict[str, Any]:
        """The newest messages, or those after an id."""
        after_id = request.variables.get("after_id")
        if after_id is None:
            return await self.conversation.run(self.conversation.inbox)
        return await self.conversation.run(_checked, self.conversation.inbox_since, after_id)

    async def message(self, request: ResourceRequest) -> dict[str, str]:
        message = await self.conversation.run(_checked, self.conversation.message, request.variables["id"])
        if message is None:
            raise ResourceNotFound("no message has this id")
        return message

    async def head(self, _request: ResourceRequest) -> int | None:
        return await self.conversation.run(self.conversation.store.head)

    async def last_read(self, request: ResourceRequest) -> dict[str, str | None]:
        """How far the caller has read with `chat_read_and_advance`."""
        mark = await self.conversation.run(self.conversation.store.last_read, _subscriber(request))
        return {"last_id": id_text(mark)}

    def _check(self, call: ToolCall) -> None:
        role = role_of(call.principal)
        # A principal of neither side, such as a bridge, may post for both: whoever gave it a token wanted that.
        if role is not None and role != self.side.role:
            raise ChatError(
                "forbidden",
                f"{call.principal} may not speak for the {self.side.role}; connect with a token of that side",
                principal=call.principal,
            )
        log.debug("%s calls %s", _subscriber(call), call.name)

    def _told(self, messages: Sequence[Message]) -> None:
        # The assistant's messages notify nobody: an agent that is woken by its own posts would never sleep.
        if any(message.author == "user" for message in messages):
            self.mcp.publisher.resource_updated(INBOX, messages)
            self.mcp.publisher.resource_updated(HEAD)


def _subscriber(request: ToolCall | ResourceRequest) -> str:
    return request.principal or ANONYMOUS


def _checked(method: Callable[[str], T], message_id: str) -> T:
    try:
        return method(message_id)
    except ChatError as error:
        if error.code != "invalid_after_id":
            raise
        raise ArgumentError(str(error)) from None


def tools_of(side: Side, *, advancing: bool = False) -> tuple[Tool[Facade], ...]:
    # The conversation checks the arguments: its errors have their own codes.
    post = Tool(
        side.post,
        "Post a message",
        side.description,
        Facade.post,
        input_schema=schema(POST),
        output_schema=RECEIPT,
        validate=False,
        aliases=side.aliases,
    )
    return (post, READ_SINCE_TOOL, *([READ_AND_ADVANCE_TOOL] if advancing else []))


READ_SINCE_TOOL: Final = Tool(
    "chat_read_since",
    "Read messages",
    "Read the messages of both sides after an id, in order. Pass the last_id of the result to read on; "
    "has_more says whether there is more now.",
    Facade.read_since,
    input_schema=schema(READ_SINCE),
    output_schema=PAGE,
    validate=False,
    read_only=True,
    aliases=("chat.read_since", "read_since", "ui.chat_read_since", "ui_chat_read_since"),
)
READ_AND_ADVANCE_TOOL: Final = Tool(
    "chat_read_and_advance",
    "Read new messages",
    "Read the messages of the other side that this subscriber has not been given yet. Each is given once.",
    Facade.read_and_advance,
    input_schema=schema(READ_AND_ADVANCE),
    validate=False,
    aliases=("read_and_advance", "read_pending_messages"),
)


def _never(_facade: Facade, _variables: Mapping[str, str]) -> bool:
    """Nobody subscribes to these: messages do not change, and a window of the inbox changes when the inbox does."""
    return False


_MESSAGE: Final = "One message by its id."
RESOURCES: Final = (
    Resource(INBOX, "inbox", "The newest messages of both sides, and the id of the last one.", JSON, Facade.inbox),
    ResourceTemplate(
        f"{INBOX}/since/{{after_id}}", "inbox since", "The messages after an id.", JSON, Facade.inbox, exists=_never
    ),
    ResourceTemplate("ui://chat/messages/{id}", "message", _MESSAGE, JSON, Facade.message, exists=_never),
    # What clients of older servers read.
    Resource(HEAD, "head", "The number of the last message.", JSON, Facade.head, hidden=True),
    ResourceTemplate("chat://messages/{id}", "message", _MESSAGE, JSON, Facade.message, exists=_never, hidden=True),
)
_ADVANCING_RESOURCES: Final = (
    Resource(LAST_READ, "last read", "How far the caller has read with chat_read_and_advance.", JSON, Facade.last_read),
)
