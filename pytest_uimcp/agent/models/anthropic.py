"""A model at Anthropic's Messages, or at any endpoint that speaks them."""

from __future__ import annotations

from typing import Any, Final

import httpx

from pytest_uimcp.agent.models.anthropicanswers import StreamedMessage, read_message
from pytest_uimcp.agent.models.anthropicmessages import messages_body
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.models.httpmodel import HttpModel
from pytest_uimcp.agent.models.retries import Retries
from pytest_uimcp.agent.models.toolnames import ProviderNames

VERSION: Final = "2023-06-01"


class AnthropicModel(HttpModel):
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
        self._max_tokens = max_tokens
        self._options = options
        headers = {"anthropic-version": VERSION}
        if api_key:
            headers["x-api-key"] = api_key
        super().__init__(
            model,
            # Both forms are seen in configurations of other clients.
            base_url.rstrip("/").removesuffix("/v1"),
            "/v1/messages",
            headers,
            network=network,
            stream=stream,
            seconds=seconds,
            retries=retries,
            transport=transport,
        )

    def _body(self, request: SampleRequest) -> dict[str, Any]:
        return messages_body(self._model, request, max_tokens=self._max_tokens, stream=self._stream, **self._options)

    def _whole(self, data: Any, names: ProviderNames) -> ModelTurn:
        return read_message(data, names)

    def _pieces(self) -> StreamedMessage:
        return StreamedMessage()
