"""Stands in front of a real service: passes requests on, gives answers back as they come, and records them as turns.

request ─▶ is there a recorded turn for it? ─▶ played
                     └─ no ─▶ the service ─▶ streamed back ─▶ read as a turn ─▶ written to the file
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import httpx
from aiohttp import web

from pytest_uimcp.agent.endpoint.delivery import delivered
from pytest_uimcp.agent.endpoint.errors import BadRequest
from pytest_uimcp.agent.endpoint.faces import RESPONSES_PATH, ServiceFace, faces
from pytest_uimcp.agent.endpoint.reading import json_object
from pytest_uimcp.agent.endpoint.served import EndpointWitness
from pytest_uimcp.agent.endpoint.usage import usage_of
from pytest_uimcp.agent.errors import ModelError, ModelUnavailable
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.recording.bodies import TURNS, response_body
from pytest_uimcp.agent.recording.document import RecordedTurn, Recording
from pytest_uimcp.agent.recording.entries import answer_entries
from pytest_uimcp.agent.recording.history import RequestHistory
from pytest_uimcp.agent.recording.replay import ReplayModel, RequestDiffers, tools_of
from pytest_uimcp.agent.recording.varying import Placeholders
from pytest_uimcp.transport.content_encoding import ACCEPTED, decoded

log = logging.getLogger(__name__)

MAX_BODY_BYTES: Final = 16 * 1024 * 1024
# Those with two first: `/v1/v1/models` is no path of `/v1`. Clients of Anthropic put it behind the address themselves.
_ROOTS: Final = ("/v1/v1", "/v1", "/{agent}/v1/v1", "/{agent}/v1")
# What a service has to know of the client. Keys are its own affair, unless the proxy has one.
_PASSED_ON: Final = ("accept", "content-type", "anthropic-version", "anthropic-beta", "openai-beta")
_KEYS: Final = ("authorization", "x-api-key")
_PASSED_BACK: Final = ("content-type", "retry-after", "retry-after-ms", "x-request-id", "request-id")
_SECONDS: Final = 300.0


class RecordingProxy:
    """`keep` is called with the recording after each turn.

    `base_url` is the service's, `key` replaces that of the client. With `replay` its turns are played as long as they
    fit what is asked, and kept in the recording.
    """

    def __init__(
        self,
        base_url: str,
        keep: Callable[[Recording], object],
        *,
        key: str = "",
        replay: ReplayModel | None = None,
        witness: EndpointWitness | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        # With or without `/v1`, as people write it.
        self._base_url = base_url.rstrip("/").removesuffix("/v1")
        self._keep = keep
        self._key = key
        self._replay = replay
        self._witness = witness
        self._client = httpx.AsyncClient(timeout=httpx.Timeout(_SECONDS, connect=10.0), transport=transport)
        self._faces = {face.path: face for face in faces()}
        self._placeholders = Placeholders()
        self._histories: dict[str, RequestHistory] = {}
        self.recording = Recording(recorded=clock().date().isoformat())

    def application(self) -> web.Application:
        app = web.Application(client_max_size=MAX_BODY_BYTES)
        for root in _ROOTS:
            for path, face in self._faces.items():
                app.router.add_post(f"{root}{path}", partial(self._handle, face))
        # What else a client asks, such as for the models, is no turn. Behind all the turns, for it takes any path.
        for root in _ROOTS:
            app.router.add_route("*", f"{root}/{{rest:.*}}", self._pass_on)
        app.on_cleanup.append(self._close)
        return app

    async def _handle(self, face: ServiceFace, request: web.Request) -> web.StreamResponse:
        content = await request.read()
        try:
            body = json_object(content)
            sample = replace(face.read(body), agent=request.match_info.get("agent", ""))
        except BadRequest as error:
            # The service says in its own words what is wrong.
            log.warning("a request that cannot be recorded is passed on: %s", error)
            response, _ = await self._forward(request, face.path, content)
            return response
        if self._witness is not None:
            self._witness.asked(sample)
        turn = self._played(sample)
        if turn is not None:
            usage = usage_of(sample, turn)
            answer = face.answer(turn, body, usage)
            face.keep(body, answer)
            self._record(sample, turn)
            return await delivered(request, face, answer, body)
        response, answer_bytes = await self._forward(request, face.path, content)
        if response.status == httpx.codes.OK:
            self._learn(face, sample, body, answer_bytes, streamed="event-stream" in response.content_type)
        elif self._witness is not None:
            self._witness.refused(sample.agent, ModelUnavailable(f"the service answered {response.status}"))
        return response

    def _played(self, sample: SampleRequest) -> ModelTurn | None:
        if self._replay is None:
            return None
        try:
            return self._replay.play(*self._replay.find(sample), sample)
        except RequestDiffers as difference:
            log.warning("recorded from here on: %s", difference)
            # What comes after the difference was answered to something else.
            self._replay = None
            return None

    def _learn(
        self, face: ServiceFace, sample: SampleRequest, body: dict[str, Any], content: bytes, *, streamed: bool
    ) -> None:
        try:
            turn = TURNS[face.path](content, streamed=streamed)
            if face.path == RESPONSES_PATH:
                face.keep(body, {"store": True, **response_body(content, streamed=streamed)})
        except (ModelError, ValueError, KeyError, TypeError, IndexError) as error:
            log.warning("an answer cannot be recorded: %s: %s", type(error).__name__, error)
            return
        self._record(sample, turn)

    def _record(self, sample: SampleRequest, turn: ModelTurn) -> None:
        number = len(self.recording.turns) + 1
        history = self._histories.setdefault(sample.agent, RequestHistory())
        news = history.news_of(sample)
        history.add(number, news.entries)
        recorded = RecordedTurn(
            tuple(self._placeholders.templated(news.asked)),
            tuple(self._placeholders.known(answer_entries(turn))),
            tools_of(sample),
            None if news.after == number - 1 else news.after,
            turn.finish,
            sample.agent,
        )
        self.recording = replace(self.recording, model=self.recording.model or sample.model).with_turn(recorded)
        self._keep(self.recording)
        if self._witness is not None:
            self._witness.answered(sample, turn, {})

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        response, _ = await self._forward(request, f"/{request.match_info.get('rest', '')}", await request.read())
        return response

    async def _forward(self, request: web.Request, path: str, content: bytes) -> tuple[web.StreamResponse, bytes]:
        """Ask the service, and give its answer back while it comes; the answer, too."""
        url = f"{self._base_url}/v1{path}"
        collected = bytearray()
        try:
            async with self._client.stream(
                request.method, url, content=content, headers=self._headers(request)
            ) as answer:
                headers = {name: answer.headers[name] for name in _PASSED_BACK if name in answer.headers}
                response = web.StreamResponse(status=answer.status_code, headers=headers)
                await response.prepare(request)
                async for part in decoded(answer, MAX_BODY_BYTES):
                    collected += part
                    if len(collected) > MAX_BODY_BYTES:
                        raise httpx.ReadError(f"more than {MAX_BODY_BYTES} bytes")
                    await response.write(part)
                await response.write_eof()
                return response, bytes(collected)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            log.warning("%s could not be asked: %s: %s", url, type(error).__name__, error)
            if collected:  # the client has the beginning: it sees that the rest is missing
                raise ConnectionResetError(str(error)) from error
            message = f"{url} could not be asked: {type(error).__name__}: {error}"
            return web.json_response({"error": {"message": message, "type": "api_error"}}, status=502), b""

    def _headers(self, request: web.Request) -> Mapping[str, str]:
        # Unpacked on their way, for the turns are read from them.
        headers = {"accept-encoding": ACCEPTED}
        headers |= {name: request.headers[name] for name in (*_PASSED_ON, *_KEYS) if name in request.headers}
        if not self._key:
            return headers
        for name in _KEYS:
            headers.pop(name, None)
        if "anthropic-version" in headers:
            return headers | {"x-api-key": self._key}
        return headers | {"authorization": f"Bearer {self._key}"}

    async def _close(self, _app: web.Application) -> None:
        await self._client.aclose()
