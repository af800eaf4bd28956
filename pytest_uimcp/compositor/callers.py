"""The client that made a call, as far as a mounted server may ask it something."""

from __future__ import annotations

from typing import Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata

__all__ = ["HandshakeCaller", "can_answer", "check_answerable"]

_CAPABILITY: Final = {
    types.ElicitRequest: "elicitation",
    types.CreateMessageRequest: "sampling",
    types.ListRootsRequest: "roots",
}


def can_answer(capabilities: types.ClientCapabilities | None, question: types.InputRequest) -> bool:
    """Whether a client has declared that it answers such questions."""
    return getattr(capabilities, _CAPABILITY[type(question)], None) is not None


def check_answerable(capabilities: types.ClientCapabilities | None, question: types.InputRequest) -> None:
    """Raise MCPError if the client has not declared that it answers such questions."""
    if not can_answer(capabilities, question):
        raise MCPError(types.INVALID_REQUEST, f"the client does not support {_CAPABILITY[type(question)]}")


class HandshakeCaller:
    """A client of the handshake era: it is asked while its call waits."""

    def __init__(self, context: ServerRequestContext[Any, Any]) -> None:
        self._context = context
        # As in `mcp.subscriptions`: only the connection lasts as long as the client, and it has no public name.
        self.connection: object = context.session._connection  # noqa: SLF001 -- the SDK has no public name for it

    async def ask(self, question: types.InputRequest) -> types.InputResponse:
        session = self._context.session
        check_answerable(session.client_capabilities, question)
        metadata = ServerMessageMetadata(related_request_id=self._context.request_id)
        return await session.send_request(question, _answer_type(question), metadata=metadata)


def _answer_type(question: types.InputRequest) -> Any:
    match question:
        case types.ElicitRequest():
            return types.ElicitResult
        case types.ListRootsRequest():
            return types.ListRootsResult
    with_tools = question.params.tools is not None or question.params.tool_choice is not None
    if with_tools:
        return types.CreateMessageResultWithTools
    return types.CreateMessageResult
