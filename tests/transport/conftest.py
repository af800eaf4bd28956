from __future__ import annotations

import pytest

from tests.transport.sample import Sample


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def sample() -> Sample:
    return Sample()
