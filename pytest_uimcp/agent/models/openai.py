"""A model at any endpoint that speaks OpenAI's chat completions."""

from __future__ import annotations

from typing import Any

import httpx

from pytest_uimcp.agent.models.answers import StreamedAnswer, read_answer
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.models.chatmessages import request_body
from pytest_uimcp.agent.models.httpmodel import HttpModel
from pytest_uimcp.agent.models.retries import Retries
from pytest_uimcp.agent.models.toolnames import ProviderNames


class OpenAIModel(HttpModel):
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
        self._options = options
        headers = {}
        if api_key:
            headers["Authorization"] = f"Bearer {api_key}"
        super().__init__(
            model,
            base_url.rstrip("/"),
            "/chat/completions",
            headers,
            network=network,
            stream=stream,
            seconds=seconds,
            retries=retries,
            transport=transport,
        )

    def _body(self, request: SampleRequest) -> dict[str, Any]:
        return request_body(self._model, request, stream=self._stream, **self._options)

    def _whole(self, data: Any, names: ProviderNames) -> ModelTurn:
        return read_answer(data, names)

    def _pieces(self) -> StreamedAnswer:
        return StreamedAnswer()
