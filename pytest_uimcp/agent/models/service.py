"""The HTTP side of a model: one address, asked with retries, whose answers are counted while they come.

It reaches the network only if it was asked to. Otherwise its connections lead nowhere, so a request is answered by
respx or not at all.
"""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeGuard, TypeVar

import httpx

from pytest_uimcp.agent.errors import ContextTooLong, ModelError, ModelUnavailable, NetworkNotAllowed
from pytest_uimcp.agent.events import FunctionCall
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.models.progress import Heard
from pytest_uimcp.agent.models.retries import Retries, retry_after, with_retries
from pytest_uimcp.transport.content_encoding import ACCEPTED, decoded

T = TypeVar("T")
Read = Callable[[httpx.Response], Awaitable[T]]

MAX_BODY_BYTES: Final = 16 * 1024 * 1024
# Busy, or broken for the moment. 529 is Anthropic's word for overloaded.
_LATER: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
# What no waiting changes, though it comes with 429 or in the middle of a stream.
_FINAL: Final = frozenset(
    {
        "authentication_error", "billing_error", "billing_hard_limit_reached", "context_length_exceeded",
        "insufficient_quota", "invalid_api_key", "invalid_request_error", "model_not_found", "not_found_error",
        "permission_error", "request_too_large",
    }
)  # fmt: skip

_TOO_LONG: Final = re.compile(r"prompt is too long|maximum context length|context (?:window|length) exceeded", re.I)


class ModelService:
    """Posts to one address. `kind` is the class that people construct, for what errors advise."""

    def __init__(
        self,
        model: str,
        url: str,
        headers: Mapping[str, str],
        *,
        kind: str,
        network: bool,
        seconds: float,
        retries: Retries,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self.url: Final = url
        self._model = model
        self._kind = kind
        self._retries = retries
        self._blocked = not network and transport is None
        if self._blocked:
            transport = _nowhere()
        self._client = httpx.AsyncClient(
            headers={"Content-Type": "application/json", "Accept-Encoding": ACCEPTED, **headers},
            # Models think for minutes, but a server that is there accepts at once.
            timeout=httpx.Timeout(seconds, connect=10.0),
            transport=transport,
        )

    async def ask(self, body: Mapping[str, Any], reader: Read[T], hear: Heard) -> T:
        """What `reader` makes of the answer to a body; raises ModelError."""
        # Written here, since httpx cannot send half a surrogate pair, which a tool may well have given.
        content = json.dumps(body).encode()

        async def once() -> T:
            return await self._once(content, reader)

        return await with_retries(once, self._retries, hear)

    async def close(self) -> None:
        await self._client.aclose()

    async def _once(self, content: bytes, reader: Read[T]) -> T:
        try:
            # Also if the answer comes as a whole, so that it can be counted while it comes.
            async with self._client.stream("POST", self.url, content=content) as response:
                if response.status_code != httpx.codes.OK:
                    raise await self._refused(response)
                return await reader(response)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._explained(error) from error

    async def _refused(self, response: httpx.Response) -> ModelError:
        body = await body_of(response)
        message = f"{self.url} answered {response.status_code}: {_message(body)}"
        if is_too_long(message, _error_of(body)):
            return ContextTooLong(message)
        if response.status_code in _LATER and not is_final(_error_of(body)):
            return ModelUnavailable(message, retry_after(response.headers))
        return ModelError(message)

    def _explained(self, error: Exception) -> ModelError:
        # respx has not answered, so the request was meant for the network.
        if self._blocked and isinstance(error, httpx.ConnectError):
            return NetworkNotAllowed(
                f"the model {self._model} may not send a request to {self.url}: mock it with respx, use a "
                f"ScriptedModel, or allow it with {self._kind}(…, network=True)"
            )
        message = f"{self.url} could not be asked: {type(error).__name__}: {error}"
        # A connection that was refused or cut may stand the next time; an address that is none never will.
        if isinstance(error, httpx.TransportError) and not isinstance(error, httpx.UnsupportedProtocol):
            return ModelUnavailable(message)
        return ModelError(message)


def is_final(error: object) -> bool:
    """Whether an error that a service describes will be the same the next time."""
    if not isinstance(error, Mapping):
        return False
    return bool({error.get("type"), error.get("code")} & _FINAL)


def is_too_long(message: str, error: object) -> bool:
    """Whether it says that the conversation is longer than the model takes; each service says so in its own way."""
    if isinstance(error, Mapping) and error.get("code") == "context_length_exceeded":
        return True
    return bool(_TOO_LONG.search(message))


async def body_of(response: httpx.Response) -> bytes:
    return b"".join([part async for part in _parts(response)])


async def json_body(response: httpx.Response) -> Any:
    content = await body_of(response)
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise ModelError(f"{response.url} answered with something that is not JSON: {content[:200]!r}") from None


async def event_data(response: httpx.Response) -> AsyncIterator[str]:
    """The data of each line of a stream of events; lines that have none say nothing."""
    remainder = b""
    async for part in _parts(response):
        # A part may end within a line, even within a character.
        *lines, remainder = (remainder + part).split(b"\n")
        for line in lines:
            if (data := _data(line)) is not None:
                yield data
    if (data := _data(remainder)) is not None:
        yield data


def with_fresh_ids(turn: ModelTurn, request: SampleRequest) -> ModelTurn:
    # Some servers count the calls of each answer from 0.
    earlier_ids = request.call_ids
    return replace(turn, items=tuple(_fresh(item) if _is_old(item, earlier_ids) else item for item in turn.items))


def _is_old(item: object, earlier_ids: frozenset[str]) -> TypeGuard[FunctionCall]:
    return isinstance(item, FunctionCall) and item.call_id in earlier_ids


def _fresh(call: FunctionCall) -> FunctionCall:
    return replace(call, call_id=f"call_{uuid.uuid4().hex}")


def _data(line: bytes) -> str | None:
    kind, _, data = line.decode(errors="replace").rstrip("\r").partition(":")
    if kind != "data":
        return None
    return data.strip()


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


def _error_of(body: bytes) -> object:
    try:
        return json.loads(body)["error"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _message(body: bytes) -> str:
    error = _error_of(body)
    if isinstance(error, Mapping) and "message" in error:
        return str(error["message"])[:500]
    return body.decode(errors="replace")[:500]
