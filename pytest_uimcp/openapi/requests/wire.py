"""The last step of a request: the credential is added here, to a copy.

So nothing above ever holds it: no log line of httpx, which names URLs, no error, no redirect.
"""

from __future__ import annotations

import urllib.request
from collections.abc import Callable
from typing import Final

import httpx

from pytest_uimcp.openapi.requests.credentials import Credential

CREDENTIAL: Final = "uimcp.credential"

MakeTransport = Callable[[str | None], httpx.AsyncBaseTransport]


def over_network(proxy: str | None) -> httpx.AsyncBaseTransport:
    return httpx.AsyncHTTPTransport(proxy=proxy)


class Wire(httpx.AsyncBaseTransport):
    """A transport that signs requests, and uses the proxies that the environment names."""

    def __init__(self, make: MakeTransport = over_network) -> None:
        self._make = make
        self._transports: dict[str | None, httpx.AsyncBaseTransport] = {}
        # Read once, as httpx does: what a target sends through does not change with os.environ later.
        self._proxies = {scheme: urllib.request.getproxies().get(scheme) for scheme in ("http", "https")}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        credential = request.extensions.get(CREDENTIAL)
        signed = _signed(request, credential) if credential else request
        return await self._transport(request.url).handle_async_request(signed)

    def _transport(self, url: httpx.URL) -> httpx.AsyncBaseTransport:
        proxy = self._proxies.get(url.scheme)
        # no_proxy names hosts that are reached directly, those of this machine among them.
        if proxy and urllib.request.proxy_bypass(url.host):
            proxy = None
        if proxy not in self._transports:
            self._transports[proxy] = self._make(proxy)
        return self._transports[proxy]

    async def aclose(self) -> None:
        while self._transports:
            await self._transports.popitem()[1].aclose()


def _signed(request: httpx.Request, credential: Credential) -> httpx.Request:
    url = request.url
    headers = request.headers.copy()
    pair = credential.pair
    if header := credential.header:
        headers = _replaced(headers, *header)
    elif credential.scheme.type == "query":
        query = url.query.decode("ascii")
        url = url.copy_with(query=f"{query}&{pair}".lstrip("&").encode("ascii"))
    else:
        cookies = headers.get("Cookie")
        headers = _replaced(headers, b"Cookie", "; ".join(filter(None, (cookies, pair))).encode("ascii"))
    return httpx.Request(
        request.method, url, headers=headers, stream=request.stream, extensions=dict(request.extensions)
    )


def _replaced(headers: httpx.Headers, name: bytes, value: bytes) -> httpx.Headers:
    others = [(key, text) for key, text in headers.raw if key.lower() != name.lower()]
    return httpx.Headers([*others, (name, value)])
