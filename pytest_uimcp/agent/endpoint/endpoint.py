"""The HTTP application of the endpoint: the routes of three services, and the list of models.

Behind the routes is any `Model`. A `ScriptedModel` answers each request with the next turn of its script. Several
agents have a model each, and their name in the path: `/planner/v1/chat/completions`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from aiohttp import web

from pytest_uimcp.agent.endpoint.delivery import delivered
from pytest_uimcp.agent.endpoint.errors import BadRequest, ErrorAnswer, RunOver, openai_error
from pytest_uimcp.agent.endpoint.faces import MESSAGES_PATH, RESPONSES_PATH, ServiceFace, faces
from pytest_uimcp.agent.endpoint.messages import read_prompt
from pytest_uimcp.agent.endpoint.reading import json_object
from pytest_uimcp.agent.endpoint.served import EndpointWitness, ServedAgent
from pytest_uimcp.agent.endpoint.usage import Usage, input_tokens, usage_of
from pytest_uimcp.agent.errors import ModelError, ServiceFailure, TurnScriptError
from pytest_uimcp.agent.models.base import Model, ModelTurn
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.spelling import hint_or_names

MAX_BODY_BYTES: Final = 16 * 1024 * 1024
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
# Clients of Anthropic put `/v1` behind the address themselves, so `…/v1` is a good address for them, too.
_ROOTS: Final = ("/v1", "/v1/v1", "/{agent}/v1", "/{agent}/v1/v1")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def _ignore(_error: UimcpError) -> None:
    """The default of `on_error`."""


class ModelEndpoint:
    """Serves a model. `on_error` is called for each request that it cannot answer, since the agent may not report it.

    `add` gives another agent a model of its own, at `/<name>/v1`.
    """

    def __init__(
        self,
        model: Model,
        *,
        max_bytes: int = MAX_BODY_BYTES,
        on_error: Callable[[UimcpError], object] = _ignore,
        witness: EndpointWitness | None = None,
    ) -> None:
        self._failed = on_error
        self._witness = witness
        self._max_bytes = max_bytes
        self._agents = {"": ServedAgent("", model)}
        self._faces = {face.path: face for face in faces()}
        # The bodies of all requests, as they came.
        self.requests: list[dict[str, Any]] = []
        # What all answers took together.
        self.usage = Usage()

    def add(self, name: str, model: Model) -> None:
        """Serve another agent, unless it is known; ValueError for a name that cannot stand in a URL."""
        if name in self._agents:
            return
        if not _NAME.match(name):
            raise ValueError(f"the name of an agent has letters, digits, - and _, at most 64; got {name!r}")
        self._agents[name] = ServedAgent(name, model)

    def end_run(self, agent: str, call_id: str, reason: str) -> None:
        """Answer no more requests of the run in which this call was made."""
        self._agents[agent].end_run(call_id, reason)

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._in_their_form], client_max_size=self._max_bytes)
        for root in _ROOTS:
            app.router.add_get(f"{root}/models", self._models)
            app.router.add_get(f"{root}{RESPONSES_PATH}/{{response}}", self._stored)
            app.router.add_post(f"{root}{MESSAGES_PATH}/count_tokens", self._count)
            for path, face in self._faces.items():
                app.router.add_post(f"{root}{path}", partial(self._handle, face))
        return app

    async def _handle(self, face: ServiceFace, request: web.Request) -> web.StreamResponse:
        agent = self._agent(request)
        try:
            body = json_object(await request.read())
            # Also those that are refused below: a test looks at what its agent has sent.
            self.requests.append(body)
            sample = replace(face.read(body), agent=agent.name)
            served = await agent.turn(sample, self._asked)
        except (BadRequest, ModelError, RunOver, TurnScriptError) as error:
            return self._refused(face, agent, error)
        usage = usage_of(sample, served.turn)
        answer = face.answer(served.turn, body, usage)
        self.usage = self.usage.plus(usage)
        if not served.is_cut:
            face.keep(body, answer)
            self._answered(sample, served.meant, served.names)
        elif self._witness is not None:
            self._witness.refused(agent.name, ModelError("the connection was cut in the middle of the answer"))
        return await delivered(request, face, answer, body, seconds=served.turn.seconds, is_cut=served.is_cut)

    def _agent(self, request: web.Request) -> ServedAgent:
        name = request.match_info.get("agent", "")
        if name not in self._agents:
            names = filter(None, self._agents)
            raise web.HTTPNotFound(text=f"there is no agent {name!r}{hint_or_names(name, names)}")
        return self._agents[name]

    def _asked(self, request: Any) -> None:
        if self._witness is not None:
            self._witness.asked(request)

    def _answered(self, request: Any, turn: ModelTurn, names: Any) -> None:
        if self._witness is not None:
            self._witness.answered(request, turn, names)

    def _refused(self, face: ServiceFace, agent: ServedAgent, error: UimcpError) -> web.Response:
        # What the author of a test has asked for, or a human has decided, is no failure of the test.
        if not isinstance(error, ServiceFailure | RunOver):
            self._failed(error)
        if self._witness is not None:
            self._witness.refused(agent.name, error)
        refusal = _refusal(error)
        return web.json_response(face.error(refusal), status=refusal.status, headers=refusal.headers)

    async def _models(self, request: web.Request) -> web.Response:
        name = self._agent(request).model.name
        model = {
            "id": name,
            "object": "model",
            "created": 0,
            "owned_by": "pytest-uimcp",
            "type": "model",
            "display_name": name,
            "created_at": "1970-01-01T00:00:00Z",
        }
        return web.json_response({"object": "list", "data": [model], "has_more": False})

    async def _stored(self, request: web.Request) -> web.Response:
        archive = self._faces[RESPONSES_PATH].archive
        name = request.match_info["response"]
        response = archive.find(name) if archive is not None else None
        if response is None:
            return web.json_response(
                openai_error(ErrorAnswer(f"Response with id '{name}' not found.", 404)), status=404
            )
        return web.json_response(response)

    async def _count(self, request: web.Request) -> web.Response:
        face = self._faces[MESSAGES_PATH]
        try:
            prompt = read_prompt(json_object(await request.read()))
        except BadRequest as error:
            return web.json_response(face.error(_refusal(error)), status=_refusal(error).status)
        return web.json_response({"input_tokens": input_tokens(prompt)})

    @web.middleware
    async def _in_their_form(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer errors of HTTP in the form that the services' clients read."""
        try:
            return await handler(request)
        except web.HTTPRequestEntityTooLarge:
            limit = request.client_max_size
            refusal = ErrorAnswer(f"the body is longer than the {limit} bytes allowed here", 413)
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
            routes = ", ".join(f"POST /v1{path}" for path in self._faces)
            routes_text = f"there are {routes} and GET /v1/models"
            message = f"{request.method} {request.path} is not served here; {routes_text}"
            # Ours say more than aiohttp's.
            if isinstance(error, web.HTTPNotFound) and error.text and not error.text.startswith("404"):
                message = error.text
            refusal = ErrorAnswer(message, error.status)
        for face in self._faces.values():
            if request.path.endswith(face.path):
                return web.json_response(face.error(refusal), status=refusal.status)
        return web.json_response(openai_error(refusal), status=refusal.status)


def _refusal(error: UimcpError) -> ErrorAnswer:
    # 400 for most: clients try again after most other codes, and no second try would go better.
    match error:
        case ServiceFailure():
            return ErrorAnswer(error.text, error.status, retry_after=error.retry_after)
        case BadRequest():
            return ErrorAnswer(error.text, param=error.param, code=error.error_code)
        case TurnScriptError():
            return ErrorAnswer(error.text, code=error.error_code)
        case RunOver():
            return ErrorAnswer(error.text, code="run_over")
        case _:
            return ErrorAnswer(error.text)
