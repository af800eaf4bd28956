"""Official clients with a token."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client


@asynccontextmanager
async def over_http(url: str, token: str, **options: Any) -> AsyncIterator[Client]:
    """A client of `/mcp` or `/sse`, as the address ends."""
    headers = {"Authorization": f"Bearer {token}"}
    if url.endswith("/sse"):
        async with Client(sse_client(url, headers=headers), **options) as connected:
            yield connected
        return
    async with (
        httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(30, read=300)) as http,
        Client(streamable_http_client(url, http_client=http), **options) as connected,
    ):
        yield connected
