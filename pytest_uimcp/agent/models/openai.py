"""A model at any endpoint that speaks OpenAI's chat completions."""

from __future__ import annotations

from typing import Any

import httpx

from pytest_uimcp.agent.errors import ModelUnavailable
from pytest_uimcp.agent.models.answers import StreamedAnswer, read_answer
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.models.chatmessages import request_body
from pytest_uimcp.agent.models.retries import Retries
from pytest_uimcp.agent.models.service import ModelService, event_data, json_body, with_fresh_ids
from pytest_uimcp.agent.models.toolnames import ProviderNames


class OpenAIModel:
    """Asks `POST {base_url}/chat/completions`; more keyword arguments, such as `temperature`, go into its body.

    `network` lets it reach the network, `transport` is used instead of its own. `retries` says how often it is asked
    when the service is busy or gone. Close it, or use it in `async with`.
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
        retries: Retries | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        **options: Any,
    ) -> None:
        self._model = model
        self._base_url = base_url.rstrip("/")
        self._stream = stream
        self._options = options
        headers = {}
        if api_key:
            headers["Authorization"] = f"Bearer {api_key}"
        self._service = ModelService(
            model,
            f"{self._base_url}/chat/completions",
            headers,
            kind="OpenAIModel",
            network=network,
            seconds=seconds,
            retries=retries or Retries(),
            transport=transport,
        )

    @property
    def name(self) -> str:
        return self._model

    async def sample(self, request: SampleRequest) -> ModelTurn:
        body = request_body(self._model, request, stream=self._stream, **self._options)
        names = ProviderNames(tool.name for tool in request.tools)

        async def read(response: httpx.Response) -> ModelTurn:
            if not self._stream:
                return read_answer(await json_body(response), names)
            return await self._streamed(response, names, request)

        return with_fresh_ids(await self._service.ask(body, read, request.heard), request)

    async def aclose(self) -> None:
        await self._service.close()

    async def __aenter__(self) -> OpenAIModel:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"OpenAIModel({self._model!r}, base_url={self._base_url!r})"

    async def _streamed(self, response: httpx.Response, names: ProviderNames, request: SampleRequest) -> ModelTurn:
        pieces = StreamedAnswer()
        async for data in event_data(response):
            pieces.add_data(data)
            request.heard(pieces.draft(names))
        # A stream that breaks off looks like a short answer, whose last call is half a call.
        if not pieces.is_complete:
            raise ModelUnavailable(f"{self._service.url} ended its stream before it was done")
        return pieces.turn(names)
