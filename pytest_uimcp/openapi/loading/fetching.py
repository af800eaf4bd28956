"""GET with bounds on time, size and redirects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import anyio
import httpx

from pytest_uimcp.openapi.addresses import origin, printable
from pytest_uimcp.openapi.documents import MAX_SPEC_BYTES
from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.spec.media import bare
from pytest_uimcp.transport.content_encoding import ACCEPTED, decoded

MAX_REDIRECTS: Final = 5
_HEADERS: Final = {
    "Accept": "application/json, application/yaml, application/openapi+json, */*;q=0.8",
    "Accept-Encoding": ACCEPTED,
}


@dataclass(frozen=True, slots=True)
class Fetched:
    """What an address answered; `url` is where it was after redirects."""

    url: str
    status: int
    headers: httpx.Headers
    content: bytes

    @property
    def content_type(self) -> str:
        """The media type without parameters, in lower case."""
        return bare(self.headers.get("Content-Type", ""))


@dataclass(frozen=True, slots=True)
class LoadedSpec:
    data: Any
    url: str | None = None


class Fetcher:
    """Fetches from one target. Private headers go to its own origin only."""

    def __init__(self, client: httpx.AsyncClient, private: Mapping[str, str], home: str) -> None:
        self._client = client
        self._private = private
        self._home = origin(home)

    async def get(self, url: str, *, seconds: float, largest: int = MAX_SPEC_BYTES, method: str = "GET") -> Fetched:
        """What is there; raises SpecError if nothing comes in time and size."""
        try:
            with anyio.fail_after(seconds):
                return await self._follow_redirects(method, url, largest)
        except TimeoutError:
            raise SpecError(f"{printable(url)} did not answer within {seconds:g} seconds") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SpecError(f"{printable(url)} cannot be fetched: {error or type(error).__name__}") from None

    async def _follow_redirects(self, method: str, url: str, largest: int) -> Fetched:
        start = url
        for _ in range(MAX_REDIRECTS + 1):
            # Looked at anew after each redirect: a token for one server must not follow a redirect to another.
            headers = {**_HEADERS, **(self._private if origin(url) == self._home else {})}
            # httpx would follow redirects with the same headers.
            async with self._client.stream(method, url, headers=headers, follow_redirects=False) as response:
                following = response.next_request
                if following is None:
                    content = await _content(response, largest)
                    return Fetched(url, response.status_code, response.headers, content)
            url = str(following.url)
        raise SpecError(f"{printable(start)}: more than {MAX_REDIRECTS} redirects")


async def _content(response: httpx.Response, largest: int) -> bytes:
    content = bytearray()
    # Counted while it is unpacked: a few kilobytes can unpack to gigabytes.
    async for chunk in decoded(response, largest):
        content += chunk
        if len(content) > largest:
            size = f"{largest / 1024 / 1024:g} MiB"
            raise SpecError(f"{printable(str(response.url))} is larger than {size}, the most that is read")
    return bytes(content)
