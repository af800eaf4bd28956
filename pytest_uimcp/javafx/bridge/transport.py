"""The way to a real program: Streamable HTTP with its token."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.javafx.environment import TOKEN

# How long a program may take to answer.
MAX_SECONDS: Final = 60.0


class ProgramTransport:
    """A transport of the SDK that can be entered again after it failed."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._token = token
        self._open = AsyncExitStack()

    @property
    def spec(self) -> dict[str, str]:
        return {"url": self._url, **({"bearer": self._token} if self._token else {})}

    async def __aenter__(self) -> object:
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        from pytest_uimcp.transport.content_encoding import unpacked

        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(httpx2.AsyncClient(**unpacked(headers), timeout=MAX_SECONDS))
            try:
                # The protocol's own errors do not say that it was the token.
                status = (await client.post(self._url, content=b"")).status_code
            except httpx2.HTTPError as error:
                raise UimcpError(f"no JavaFX program answers at {self._url}: {error}; is it running?") from None
            if status in (401, 403):
                raise UimcpError(
                    f"the program at {self._url} answers {status}: set {TOKEN} to the token that it printed"
                )
            streams = await stack.enter_async_context(streamable_http_client(self._url, http_client=client))
            self._open = stack.pop_all()
        return streams

    async def __aexit__(self, *raised: Any) -> bool | None:
        return await self._open.__aexit__(*raised)
