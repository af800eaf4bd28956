"""What models at HTTP services have in common: the life of their client, and how an answer is read, streamed or not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol, Self

import httpx

from pytest_uimcp.agent.errors import ModelUnavailable
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.models.progress import AnswerDraft
from pytest_uimcp.agent.models.retries import Retries
from pytest_uimcp.agent.models.service import ModelService, event_data, json_body, with_fresh_ids
from pytest_uimcp.agent.models.toolnames import ProviderNames


class AnswerStream(Protocol):
    """An answer that comes in pieces, as one service sends them."""

    @property
    def is_complete(self) -> bool:
        """Whether the service has said that it is all."""

    def add_data(self, data: str) -> None:
        """The data of the next event."""

    def draft(self, names: ProviderNames) -> AnswerDraft:
        """What there is so far, for people who watch."""

    def turn(self, names: ProviderNames) -> ModelTurn:
        """The whole answer."""


class HttpModel(ABC):
    """A model at an address. A subclass knows what its service is sent, and how its answers are read."""

    def __init__(
        self,
        model: str,
        base_url: str,
        path: str,
        headers: Mapping[str, str],
        *,
        network: bool,
        stream: bool,
        seconds: float,
        retries: Retries | None,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._model = model
        self._base_url = base_url
        self._stream = stream
        self._service = ModelService(
            model,
            f"{base_url}{path}",
            headers,
            kind=type(self).__name__,
            network=network,
            seconds=seconds,
            retries=retries or Retries(),
            transport=transport,
        )

    @abstractmethod
    def _body(self, request: SampleRequest) -> dict[str, Any]:
        """What is sent to ask this."""

    @abstractmethod
    def _whole(self, data: Any, names: ProviderNames) -> ModelTurn:
        """An answer that came at once."""

    @abstractmethod
    def _pieces(self) -> AnswerStream:
        """What reads an answer that comes in pieces."""

    @property
    def name(self) -> str:
        return self._model

    async def sample(self, request: SampleRequest) -> ModelTurn:
        names = ProviderNames(tool.name for tool in request.tools)

        async def read(response: httpx.Response) -> ModelTurn:
            if not self._stream:
                return self._whole(await json_body(response), names)
            return await self._streamed(response, names, request)

        return with_fresh_ids(await self._service.ask(self._body(request), read, request.heard), request)

    async def aclose(self) -> None:
        await self._service.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._model!r}, base_url={self._base_url!r})"

    async def _streamed(self, response: httpx.Response, names: ProviderNames, request: SampleRequest) -> ModelTurn:
        pieces = self._pieces()
        async for data in event_data(response):
            pieces.add_data(data)
            request.heard(pieces.draft(names))
        # A stream that breaks off looks like a short answer, whose last call is half a call.
        if not pieces.is_complete:
            raise ModelUnavailable(f"{self._service.url} ended its stream before it was done")
        return pieces.turn(names)
