"""A model at Anthropic's Messages, or at any endpoint that speaks them."""

from __future__ import annotations

from typing import Any, Final

import httpx

from pytest_uimcp.agent.errors import ModelUnavailable
from pytest_uimcp.agent.models.anthropicanswers import StreamedMessage, read_message
from pytest_uimcp.agent.models.anthropicmessages import messages_body
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.models.retries import Retries
from pytest_uimcp.agent.models.service import ModelService, event_data, json_body, with_fresh_ids
from pytest_uimcp.agent.models.toolnames import ProviderNames

VERSION: Final = "2023-06-01"


class AnthropicModel:
    """Asks `POST {base_url}/v1/messages`; more keyword arguments, such as `temperature`, go into its body.

    `network` lets it reach the network, `transport` is used instead of its own. `retries` says how often it is asked
    when the service is busy or gone. Close it, or use it in `async with`.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str = "https://api.anthropic.com",
        api_key: str = "",
        network: bool = False,
        stream: bool = True,
        seconds: float = 120.0,
        max_tokens: int = 8192,
        retries: Retries | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        **options: Any,
    ) -> None:
        self._model = model
        # Both forms are seen in configurations of other clients.
        self._base_url = base_url.rstrip("/").removesuffix("/v1")
        self._stream = stream
        self._max_tokens = max_tokens
        self._options = options
        headers = {"anthropic-version": VERSION}
        if api_key:
            headers["x-api-key"] = api_key
        self._service = ModelService(
            model,
            f"{self._base_url}/v1/messages",
            headers,
            kind="AnthropicModel",
            network=network,
            seconds=seconds,
            retries=retries or Retries(),
            transport=transport,
        )

    @property
    def name(self) -> str:
        return self._model

    async def sample(self, request: SampleRequest) -> ModelTurn:
        body = messages_body(self._model, request, max_tokens=self._max_tokens, stream=self._stream, **self._options)
        names = ProviderNames(tool.name for tool in request.tools)

        async def read(response: httpx.Response) -> ModelTurn:
            if not self._stream:
                return read_message(await json_body(response), names)
            return await self._streamed(response, names, request)

        return with_fresh_ids(await self._service.ask(body, read, request.heard), request)

    async def aclose(self) -> None:
        await self._service.close()

    async def __aenter__(self) -> AnthropicModel:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AnthropicModel({self._model!r}, base_url={self._base_url!r})"

    async def _streamed(self, response: httpx.Response, names: ProviderNames, request: SampleRequest) -> ModelTurn:
        message = StreamedMessage()
        async for data in event_data(response):
            message.add_data(data)
            request.heard(message.draft(names))
        # A stream that breaks off looks like a short answer, whose last call is half a call.
        if not message.is_complete:
            raise ModelUnavailable(f"{self._service.url} ended its stream before it was done")
        return message.turn(names)
