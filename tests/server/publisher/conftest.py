from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from tests.server.rig import browsing


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def publisher() -> AsyncIterator[TopicPublisher]:
    """A publisher on any free port."""
    publisher = TopicPublisher()
    await publisher.open()
    await publisher.serve()
    yield publisher
    await publisher.close()


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with browsing() as http:
        yield http
