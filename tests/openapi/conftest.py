from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.openapi.api import Api, serving


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    """A local API that takes everything and remembers what came."""
    async with serving() as api:
        yield api


@pytest.fixture
async def other_api() -> AsyncIterator[Api]:
    """Another one, on another port."""
    async with serving() as api:
        yield api
