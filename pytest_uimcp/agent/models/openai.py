"""A model at any endpoint that speaks OpenAI's chat completions.

It reaches the network only if it was asked to (`network=True`). Otherwise its connections lead nowhere, so a request
is answered by respx or not at all.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, Final, TypeGuard

import httpx

from pytest_uimcp.agent.errors import ModelError, NetworkNotAllowed
from pytest_uimcp.agent.events import FunctionCall
from pytest_uimcp.agent.models.answers import StreamedAnswer, read_answer
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.models.chatmessages import request_body
from pytest_uimcp.agent.models.toolnames import ProviderNames
from pytest_uimcp.transport.content_encoding import ACCEPTED, decoded

MAX_BODY_BYTES: Final = 16 * 1024 * 1024


class OpenAIModel:
    """Asks `POST {base_url}/chat/completions`; more keyword arguments, such as `temperature`, go into its body.

    `network` lets it reach the network, `transport` is used instead of its own. Close it, or use it in `async with`.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str = "https://api.openai.com/v1",
        api_key: str = "",
        network: bool = False,
        stream: bool = True,
        seconds: float = 120.0,
        transport: httpx.AsyncBaseTransport | None = None,
        **options: Any,
    ) -> None:
        self._model = model
        self._stream = stream
        self._options = options
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._blocked = not network and transport is None
        self._client = httpx.AsyncClient(
            headers={"Content-Type": "application/json", "Accept-Encoding": ACCEPTED}
            | ({"Authorization": f"Bearer {api_key}"} if api_key else {}),
            # Models think for minutes, but a server that is there accepts at once.
            timeout=httpx.Timeout(seconds, connect=10.0),
            transport=_nowhere() if self._blocked else transport,
        )

    @property
    def name(self) -> str:
        return self._model

    async def sample(self, request: SampleRequest) -> ModelTurn:
        # Written here, since httpx cannot send half a surrogate pair, which a tool may well have given.
        body = json.dumps(request_body(self._model, request, stream=self._stream, **self._options)).encode()
        names = ProviderNames(tool.name for tool in request.tools)
        try:
            # Also if the answer comes as a whole, so that it can be counted while it comes.
            async with self._client.stream("POST", self._url, content=body) as response:
                if response.status_code != httpx.codes.OK:
                    raise ModelError(f"{self._url} answered {response.status_code}: {await _error(response)}")
                return _with_fresh_ids(await self._answer(response, names), request)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._explained(error) from error

    async def aclose(self) -> None:
        await self._client.aclose()

    async def __aenter__(self) -> OpenAIModel:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"OpenAIModel({self._model!r}, base_url={self._url.removesuffix('/chat/completions')!r})"

    async def _answer(self, response: httpx.Response, names: ProviderNames) -> ModelTurn:
        return await (self._streamed if self._stream else self._whole)(response, names)

    async def _whole(self, response: httpx.Response, names: ProviderNames) -> ModelTurn:
        content = await _bounded(response)
        try:
            body = json.loads(content)
        except (ValueError, RecursionError):
            raise ModelError(f"{self._url} answered with something that is not JSON: {content[:200]!r}") from None
        return read_answer(body, names)

    async def _streamed(self, response: httpx.Response, names: ProviderNames) -> ModelTurn:
        pieces = StreamedAnswer()
        remainder = b""
        async for part in _parts(response):
            # A part may end within a line, even within a character.
            *lines, remainder = (remainder + part).split(b"\n")
            for line in lines:
                pieces.add_line(line.decode(errors="replace").rstrip("\r"))
        pieces.add_line(remainder.decode(errors="replace"))
        # A stream that breaks off looks like a short answer, whose last call is half a call.
        if not pieces.is_complete:
            raise ModelError(f"{self._url} ended its stream before it was done")
        return pieces.turn(names)

    def _explained(self, error: Exception) -> ModelError:
        # respx has not answered, so the request was meant for the network.
        if self._blocked and isinstance(error, httpx.ConnectError):
            return NetworkNotAllowed(
                f"the model {self._model} may not send a request to {self._url}: mock it with respx, use a "
                "ScriptedModel, or allow it with OpenAIModel(…, network=True)"
            )
        return ModelError(f"{self._url} could not be asked: {type(error).__name__}: {error}")


def _with_fresh_ids(turn: ModelTurn, request: SampleRequest) -> ModelTurn:
    # Some servers count the calls of each answer from 0.
    earlier_ids = request.call_ids
    return replace(turn, items=tuple(_fresh(item) if _is_old(item, earlier_ids) else item for item in turn.items))


def _is_old(item: object, earlier_ids: frozenset[str]) -> TypeGuard[FunctionCall]:
    return isinstance(item, FunctionCall) and item.call_id in earlier_ids


def _fresh(call: FunctionCall) -> FunctionCall:
    return replace(call, call_id=f"call_{uuid.uuid4().hex}")


def _nowhere() -> httpx.AsyncHTTPTransport:
    # Every connection goes to a file that is no socket. What respx mocks never comes that far.
    return httpx.AsyncHTTPTransport(uds=os.devnull)


async def _parts(response: httpx.Response) -> AsyncIterator[bytes]:
    size = 0
    async for part in decoded(response, MAX_BODY_BYTES):
        size += len(part)
        if size > MAX_BODY_BYTES:
            raise ModelError(f"{response.url} answered more than {MAX_BODY_BYTES} bytes")
        yield part


async def _bounded(response: httpx.Response) -> bytes:
    return b"".join([part async for part in _parts(response)])


async def _error(response: httpx.Response) -> str:
    content = await _bounded(response)
    try:
        message = json.loads(content)["error"]["message"]
    except (ValueError, TypeError, KeyError, RecursionError):
        message = content.decode(errors="replace")
    return str(message)[:500]
