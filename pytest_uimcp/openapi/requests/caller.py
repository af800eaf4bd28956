"""Sends the requests of one target: one pool of connections, one cookie jar."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urljoin

import anyio
import httpx

from pytest_uimcp.openapi.addresses import origin, printable
from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.requests.build import OutgoingRequest
from pytest_uimcp.openapi.requests.credentials import Credential
from pytest_uimcp.openapi.requests.responses import ApiResponse
from pytest_uimcp.openapi.requests.scalars import header
from pytest_uimcp.openapi.requests.wire import CREDENTIAL, MakeTransport, Wire, over_network
from pytest_uimcp.openapi.secret import Secret
from pytest_uimcp.openapi.spec.parameters import CONNECTION_HEADERS
from pytest_uimcp.transport.content_encoding import ACCEPTED, decoded

MAX_RESPONSE_BYTES: Final = 20 * 1024 * 1024
MAX_REDIRECTS: Final = 5
CONNECT_SECONDS: Final = 5.0
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
_SAME_METHOD: Final = frozenset({307, 308})
_READS: Final = frozenset({"GET", "HEAD"})
_LOST_CONNECTION: Final = (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError)
_OWN_HEADERS: Final = ((b"User-Agent", b"nlui"), (b"Accept-Encoding", ACCEPTED.encode()))
# What is told to another origin than the one that was called.
_HARMLESS: Final = frozenset({b"accept", b"content-type", b"user-agent", b"accept-encoding"})
# The configuration may name a virtual host.
_FRAMING: Final = CONNECTION_HEADERS - {"host"}

_Headers = list[tuple[bytes, bytes]]


class ApiCaller:
    """Sends built requests and returns the answers; raises CallError if there is none."""

    def __init__(
        self, *, timeout: float, headers: Mapping[str, Secret], transport: MakeTransport = over_network
    ) -> None:
        self._timeout = timeout
        self._headers = headers
        # Not a client of httpx: that follows redirects by its own rules, and logs addresses.
        self._wire = Wire(transport)
        self._jar = httpx.Cookies()

    async def send(self, request: OutgoingRequest, credential: Credential | None, base: str) -> ApiResponse:
        """One request with its redirects. `base` is what messages call the target."""
        try:
            with anyio.fail_after(self._timeout):
                return await self._follow_redirects(request, credential)
        except TimeoutError:
            raise CallError(f"timeout: {printable(base)} did not answer within {self._timeout:g} seconds") from None
        except httpx.TransportError as error:
            raise CallError(f"target server unreachable ({printable(base)}): {_reason(error)}") from None
        except (httpx.InvalidURL, httpx.DecodingError) as error:
            raise CallError(f"{printable(base)}: {error}") from None

    async def aclose(self) -> None:
        await self._wire.aclose()

    async def _follow_redirects(self, api_request: OutgoingRequest, credential: Credential | None) -> ApiResponse:
        url = api_request.url
        home = origin(api_request.url)
        away = False
        for _ in range(MAX_REDIRECTS + 1):
            request = httpx.Request(
                api_request.method, url, headers=self._lines(api_request, url, away=away), content=api_request.content
            )
            request.extensions = {"timeout": self._timeouts(), CREDENTIAL: None if away else credential}
            async with self._response_of(request, away=away) as response:
                following = _redirect(api_request.method, url, response)
                if following is None:
                    return await _read(response)
            following = credential.without_credential(following) if credential else following
            # Once redirects have left the origin, nothing private is sent again, even if they come back.
            url = following
            away = away or origin(following) != home
        raise CallError(f"more than {MAX_REDIRECTS} redirects")

    @asynccontextmanager
    async def _response_of(self, request: httpx.Request, *, away: bool) -> AsyncIterator[httpx.Response]:
        response = await self._send_once_more(request)
        try:
            if not away:
                self._jar.extract_cookies(response)
            yield response
        finally:
            await response.aclose()

    async def _send_once_more(self, request: httpx.Request) -> httpx.Response:
        try:
            response = await self._wire.handle_async_request(request)
        except _LOST_CONNECTION:
            # A connection that was kept may have ended; asking again is safe for what only reads.
            if request.method not in _READS:
                raise
            response = await self._wire.handle_async_request(request)
        response.request = request
        return response

    def _timeouts(self) -> dict[str, float | None]:
        return httpx.Timeout(None, connect=min(CONNECT_SECONDS, self._timeout)).as_dict()

    def _lines(self, request: OutgoingRequest, url: str, *, away: bool) -> _Headers:
        lines = dict(self._all_lines(request))
        headers = [(name, value) for lower, (name, value) in lines.items() if not away or lower in _HARMLESS]
        return headers if away else [*headers, *self._cookies(request, url)]

    def _all_lines(self, request: OutgoingRequest) -> Iterator[tuple[bytes, tuple[bytes, bytes]]]:
        """By lower-case name; an operation's own header wins over a constant one."""
        for name, value in _OWN_HEADERS:
            yield name.lower(), (name, value)
        for key, secret in self._headers.items():
            if key.lower() in _FRAMING:
                raise CallError(f"headers.{key}: the connection writes this header; remove it from the configuration")
            name, value = header(key, secret.reveal(), f"headers.{key}")
            yield name.lower(), (name, value)
        for name, value in request.headers:
            # A toolset file may name any header; a specification's are left out where they are read.
            if name.lower().decode() not in CONNECTION_HEADERS:
                yield name.lower(), (name, value)

    def _cookies(self, request: OutgoingRequest, url: str) -> Iterator[tuple[bytes, bytes]]:
        cookie_request = httpx.Request("GET", url)
        self._jar.set_cookie_header(cookie_request)
        cookies = [*request.cookies, *filter(None, [cookie_request.headers.get("Cookie")])]
        if cookies:
            yield header("Cookie", "; ".join(cookies), "cookie")


def _redirect(method: str, url: str, response: httpx.Response) -> str | None:
    """Where to go on; None if the answer is the last one, or leads where this method may not follow."""
    location = response.headers.get("Location")
    if response.status_code not in _MOVED or not location:
        return None
    # Browsers would go on with GET; a call that changes something must not become one that reads.
    if method not in _READS and response.status_code not in _SAME_METHOD:
        return None
    following = urljoin(url, location).partition("#")[0]
    return following if origin(following) else None


async def _read(response: httpx.Response) -> ApiResponse:
    chunks = []
    size = 0
    async for chunk in decoded(response, MAX_RESPONSE_BYTES):
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_RESPONSE_BYTES:
            break
    content = b"".join(chunks)[:MAX_RESPONSE_BYTES]
    content_type = response.headers.get("Content-Type", "")
    charset = response.charset_encoding or ""
    return ApiResponse(response.status_code, content_type, charset, content, is_complete=size <= MAX_RESPONSE_BYTES)


def _reason(error: httpx.TransportError) -> str:
    if isinstance(error, httpx.ConnectTimeout):
        return f"no connection within {CONNECT_SECONDS:g} seconds"
    return str(error) or type(error).__name__
