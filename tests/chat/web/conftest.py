from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_uimcp.testing.harness.loop import LoopThread
from tests.chat.web.desk import Desk, desk
from tests.html.conftest import chromium, playwright
from tests.transport.conftest import anyio_backend

__all__ = ["anyio_backend", "chromium", "playwright"]


@pytest.fixture(scope="module")
def loop() -> Iterator[LoopThread]:
    loop = LoopThread()
    yield loop
    loop.close()


@pytest.fixture
def at(loop: LoopThread) -> Iterator[Desk]:
    """A conversation without an agent."""
    with desk(loop) as made:
        yield made


@pytest.fixture
def attended(loop: LoopThread) -> Iterator[Desk]:
    """A conversation with an agent: its timeline and its approvals."""
    with desk(loop, agent=True) as made:
        yield made
