"""A service as an MCP server for clients of today, in both protocol eras.

A client of the first era is asked while its call runs. One of 2026-07-28 gets the question as the result of its call,
and repeats the call with the answer, which counts once and only for the same tool with the same arguments.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

from mcp.shared.exceptions import MCPError
from mcp_types import (
    ClientCapabilities,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.openapi.serving.service import NAME, VERSION, Service
from pytest_uimcp.openapi.tools import ServedTool as OurTool

_CAN_ASK: Final = ClientCapabilities(elicitation=ElicitationCapability())

Json = dict[str, Any]


class NluiMcpServer(McpServer[Service]):
    """Serves one service to any number of MCP connections, and follows its tools."""

    def __init__(self, service: Service) -> None:
        self._questions = PendingQuestions()
        super().__init__(NAME, service, self._rows(service), version=VERSION, lists_change=service.config.list_changed)
        # The table of an McpServer tells its clients of changes; it follows the toolbox for as long as it is served.
        self._stop_following = service.toolbox.changes.add(lambda _: self._follow())

    def close(self) -> None:
        """Stop following the service, then end the listen streams."""
        self._stop_following()
        super().close()

    def _rows(self, service: Service) -> Iterable[Tool[Service]]:
        return [_row(tool, self._call) for tool in service.tools.values()]

    def _follow(self) -> None:
        self.tools.remove(*self.tools)
        self.tools.add(*self._rows(self.server))

    async def _call(self, service: Service, call: ToolCall) -> ToolResult | InputRequiredResult:
        asking = _Asking(call, self._questions)
        try:
            result = await service.call(call.name, call.arguments, asking.ask)
        # Raised from deep within the policy, since only this place can answer with something that is no result.
        except _Pending as pending:
            return pending.result
        return result


def _row(tool: OurTool, handler: Any) -> Tool[Service]:
    return Tool(
        tool.name,
        tool.title,
        tool.description,
        handler,
        input_schema=lambda: tool.schema,
        validate=False,
        annotations=tool.annotations,
    )


class _Pending(Exception):
    """The call waits for an answer, with which the client will call again."""

    def __init__(self, result: InputRequiredResult) -> None:
        self.result = result


class _Asking:
    """Asks the user behind one call, in the way of the client's era."""

    def __init__(self, call: ToolCall, questions: PendingQuestions) -> None:
        self._call = call
        self._questions = questions

    async def ask(self, message: str, schema: Json) -> Json | None:
        """The user's answer; None if this client cannot ask."""
        context = self._call.context
        # In memory there is no context, and clients say at initialization whether they have a user to ask.
        if context is None or not context.session.check_client_capability(_CAN_ASK):
            return None
        if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return self._answered() or self._pend(message, schema)
        if not context.session.can_send_request:
            return None
        try:
            answer = await context.session.elicit_form(message, schema, context.request_id)
        except MCPError:
            return None
        return answer.model_dump(mode="json", by_alias=True, exclude_none=True)

    def _answered(self) -> Json | None:
        assert self._call.context is not None
        responses = (self._call.context.params or {}).get("inputResponses")
        return self._questions.answer(self._call.name, self._call.arguments, responses)

    def _pend(self, message: str, schema: Json) -> Json:
        key = self._questions.ask(self._call.name, self._call.arguments)
        request = ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))
        raise _Pending(InputRequiredResult(input_requests={key: request}))


# How many questions are kept. The oldest is forgotten first, so its call asks again.
MAX_QUESTIONS: Final = 1000


class PendingQuestions:
    """The open questions, by a key that nobody can guess."""

    def __init__(self) -> None:
        self._calls: dict[str, str] = {}

    def ask(self, name: str, arguments: Mapping[str, Any]) -> str:
        key = f"confirm-{secrets.token_hex(16)}"
        self._calls[key] = _call(name, arguments)
        while len(self._calls) > MAX_QUESTIONS:
            del self._calls[next(iter(self._calls))]
        return key

    def answer(self, name: str, arguments: Mapping[str, Any], responses: Any) -> dict[str, Any] | None:
        """The answer to the question of this call among those given, which closes it."""
        for key, answer in responses.items() if isinstance(responses, Mapping) else ():
            # An answer to another call must not allow this one.
            if isinstance(answer, Mapping) and self._calls.get(key) == _call(name, arguments):
                del self._calls[key]
                return dict(answer)
        return None


def _call(name: str, arguments: Mapping[str, Any]) -> str:
    return json.dumps([name, arguments], sort_keys=True, default=str)
