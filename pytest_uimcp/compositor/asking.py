"""Questions that a mounted server asks in the middle of a call: they go to the client whose call it is.

A server in this process asks on the stack of the call, so a context variable tells whose it is. A question that comes
over a wire does not say to which call it belongs; it is answered only if there is no doubt, as it may show one client
what another one is doing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, Protocol

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata

Reply = types.InputResponse | types.ErrorData


class Caller(Protocol):
    """The client of a call. Calls of one connection have the same `connection`."""

    connection: object

    async def ask(self, question: types.InputRequest) -> types.InputResponse:
        """The client's answer; raises MCPError if it cannot be asked, or answers with an error."""


class Nobody(Caller):
    """A client that answers no questions. Its entry keeps them from reaching another client."""

    def __init__(self) -> None:
        self.connection: object = self

    async def ask(self, question: types.InputRequest) -> types.InputResponse:
        raise MCPError(types.INVALID_REQUEST, f"the client does not answer {question.method}")


_CURRENT: Final[ContextVar[Mapping[Any, Caller]]] = ContextVar("uimcp_asked")


class MountQuestions:
    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._callers: list[Caller] = []

    @contextmanager
    def during(self, caller: Caller) -> Iterator[None]:
        """Send questions to this client while its call is under way."""
        # A mapping, as a mounted compositor may make a call in the course of this one, with questions of its own. A new
        # one each time: a task that was started meanwhile keeps the mapping it has.
        token = _CURRENT.set({**_CURRENT.get({}), self: caller})
        self._callers.append(caller)
        try:
            yield
        finally:
            self._callers.remove(caller)
            _CURRENT.reset(token)

    async def elicit(self, context: Any, params: types.ElicitRequestParams) -> types.ElicitResult | types.ErrorData:
        answer = await self.ask(types.ElicitRequest(params=params))
        if isinstance(answer, types.ElicitResult | types.ErrorData):
            return answer
        return _error("no answer to that")

    async def sample(
        self, context: Any, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.CreateMessageResultWithTools | types.ErrorData:
        answer = await self.ask(types.CreateMessageRequest(params=params))
        if isinstance(answer, types.ElicitResult | types.ListRootsResult):
            return _error("no answer to that")
        return answer

    async def ask(self, question: types.InputRequest, caller: Caller | None = None) -> Reply:
        # Errors are answers here: a server may ask something else, or go on without.
        try:
            return await (caller or self._current_caller()).ask(question)
        except MCPError as error:
            return error.error

    def _current_caller(self) -> Caller:
        current = _CURRENT.get({}).get(self)
        if current is not None:
            return current
        # Asked over a wire, in a task of the session: the context variable is not set there.
        if not self._callers:
            raise MCPError(types.INVALID_REQUEST, f"no client is calling {self._prefix}, so nobody can be asked")
        if len({id(caller.connection) for caller in self._callers}) > 1:
            raise MCPError(
                types.INVALID_REQUEST, f"several clients are calling {self._prefix}; it is not known which one to ask"
            )
        return self._callers[-1]


def _error(message: str) -> types.ErrorData:
    return types.ErrorData(code=types.INTERNAL_ERROR, message=message)


_CAPABILITY: Final = {
    types.ElicitRequest: "elicitation",
    types.CreateMessageRequest: "sampling",
    types.ListRootsRequest: "roots",
}


def check_answerable(capabilities: types.ClientCapabilities | None, question: types.InputRequest) -> None:
    """Raise MCPError if the client has not declared that it answers such questions."""
    if getattr(capabilities, _CAPABILITY[type(question)], None) is None:
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
        # On the stream of the call, as a client over HTTP need not have any other open.
        metadata = ServerMessageMetadata(related_request_id=self._context.request_id)
        return await session.send_request(question, _answer_type(question), metadata=metadata)


def _answer_type(question: types.InputRequest) -> Any:
    match question:
        case types.ElicitRequest():
            return types.ElicitResult
        case types.ListRootsRequest():
            return types.ListRootsResult
    # The SDK has two classes for one result of the protocol, and the wrong one refuses what the client has answered.
    with_tools = question.params.tools is not None or question.params.tool_choice is not None
    if with_tools:
        return types.CreateMessageResultWithTools
    return types.CreateMessageResult
