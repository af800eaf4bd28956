"""The HTTP application of the endpoint: one route for each of OpenAI's APIs, and the list of models.

Behind the routes is any `Model`. A `ScriptedModel` answers each request with the next turn of its script.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

from aiohttp import web

from pytest_uimcp.agent.endpoint import chat, responses
from pytest_uimcp.agent.endpoint.errors import BadRequest, error_body
from pytest_uimcp.agent.endpoint.reading import json_object
from pytest_uimcp.agent.errors import ModelError, TurnScriptError
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, Reasoning
from pytest_uimcp.agent.models.base import Model, ModelTurn, SampleRequest
from pytest_uimcp.agent.models.toolnames import provider_name
from pytest_uimcp.agent.names import END_TOOLS, POST_TOOLS
from pytest_uimcp.core.errors import UimcpError

MAX_BODY_BYTES: Final = 16 * 1024 * 1024


class _Api(NamedTuple):
    parse: Callable[[Mapping[str, Any]], SampleRequest]
    answer: Callable[[ModelTurn, Mapping[str, Any]], dict[str, Any]]
    stream: Callable[[ModelTurn, Mapping[str, Any]], Iterator[dict[str, Any]]]
    frame: Callable[[dict[str, Any]], str]
    terminator: str = ""


def _data(piece: dict[str, Any]) -> str:
    return f"data: {json.dumps(piece)}\n\n"


def _event(piece: dict[str, Any]) -> str:
    return f"event: {piece['type']}\n{_data(piece)}"


CHAT: Final = _Api(chat.read_request, chat.answer, chat.stream, _data, "data: [DONE]\n\n")
RESPONSES: Final = _Api(responses.read_request, responses.answer, responses.stream, _event)
APIS: Final = {"/v1/chat/completions": CHAT, "/v1/responses": RESPONSES}


def _ignore(_error: UimcpError) -> None:
    """The default of `on_error`."""


class ModelEndpoint:
    """Serves a model. `on_error` is called for each refused request, since the agent may not report it."""

    def __init__(
        self,
        model: Model,
        *,
        max_bytes: int = MAX_BODY_BYTES,
        on_error: Callable[[UimcpError], object] = _ignore,
    ) -> None:
        self._model = model
        self._failed = on_error
        self._most_bytes = max_bytes
        # The bodies of all requests, as they came.
        self.requests: list[dict[str, Any]] = []

    def application(self) -> web.Application:
        app = web.Application(middlewares=[_in_their_form], client_max_size=self._most_bytes)
        app.router.add_get("/v1/models", self._models)
        for path, api in APIS.items():
            app.router.add_post(path, self._handler(api))
        return app

    def _handler(self, api: _Api) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                body = json_object(await request.read())
                # Also those that are refused below: a test looks at what its agent has sent.
                self.requests.append(body)
                sample_request = api.parse(body)
                # No turn is used up: some agents ask once more after the call that ends their turn.
                if _has_ended(sample_request):
                    turn = ModelTurn(())
                else:
                    turn = _fitting(await self._model.sample(sample_request), sample_request)
            except (BadRequest, ModelError, TurnScriptError) as error:
                self._failed(error)
                return _refused(error)
            if body.get("stream") is True:
                return await _streamed(request, api, turn, body)
            return web.json_response(api.answer(turn, body))

        return handle

    async def _models(self, _request: web.Request) -> web.Response:
        model = {"id": self._model.name, "object": "model", "created": 0, "owned_by": "pytest-uimcp"}
        return web.json_response({"object": "list", "data": [model]})


async def _streamed(request: web.Request, api: _Api, turn: ModelTurn, body: Mapping[str, Any]) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
    await response.prepare(request)
    for piece in api.stream(turn, body):
        await response.write(api.frame(piece).encode())
    await response.write(api.terminator.encode())
    await response.write_eof()
    return response


def _refused(error: Exception) -> web.Response:
    # 400: clients try again after most other codes, and no second try would go better.
    code = "no_turn_left" if isinstance(error, TurnScriptError) else None
    return web.json_response(error_body(str(error), param=getattr(error, "param", None), code=code), status=400)


@web.middleware
async def _in_their_form(request: web.Request, handler: Callable[[web.Request], Any]) -> web.StreamResponse:
    """Answer errors of HTTP in the form that OpenAI's clients read."""
    try:
        response: web.StreamResponse = await handler(request)
    except web.HTTPRequestEntityTooLarge:
        limit = request.client_max_size
        return web.json_response(error_body(f"the body is longer than the {limit} bytes allowed here"), status=413)
    except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
        routes = ", ".join(f"POST {path}" for path in APIS)
        message = f"{request.method} {request.path} is not served here; there are {routes} and GET /v1/models"
        return web.json_response(error_body(message), status=error.status)
    return response


def _has_ended(request: SampleRequest) -> bool:
    """Whether the agent has ended its turn and asks nevertheless: it takes an answer without calls for the end."""
    latest = takewhile(_is_of_call, reversed(request.transcript))
    return any(isinstance(event, FunctionCall) and event.name in END_TOOLS for event in latest)


def _is_of_call(event: AgentEvent) -> bool:
    return isinstance(event, FunctionCall | FunctionCallOutput)


def _fitting(turn: ModelTurn, request: SampleRequest) -> ModelTurn:
    """The turn for an agent that has these tools: by the names it knows, and in plain text if it has no chat."""
    offered = {tool.name for tool in request.tools}
    return replace(turn, items=tuple(fitting for item in turn.items for fitting in _known(item, offered)))


def _known(
    item: AssistantText | FunctionCall | Reasoning, offered: set[str]
) -> Iterator[AssistantText | FunctionCall | Reasoning]:
    if not isinstance(item, FunctionCall):
        yield item
        return
    name = next((name for name in (item.name, provider_name(item.name)) if name in offered), None)
    if name is None and item.name in END_TOOLS:
        return  # an answer without calls ends the turn of such an agent
    # An agent without our chat speaks in plain text.
    if name is None and item.name in POST_TOOLS:
        yield AssistantText(str((item.args or {}).get("content", "")))
    else:
        yield replace(item, name=name or provider_name(item.name))
