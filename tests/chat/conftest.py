"""Each test of a store runs on all three."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.chat import ChatStore, Conversation, open_store
from tests.storage.places import DATABASES, place

Open = Callable[..., ChatStore]


def settle(store: ChatStore) -> None:
    """Wait until every listener has been told; a post does not wait for another thread's telling."""
    assert store.wait_quiet(60), "messages are still being told"


@pytest.fixture(params=["memory", *DATABASES])
def kind(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


@pytest.fixture
def address(kind: str, tmp_path: Path) -> str:
    return place(kind, tmp_path)


@pytest.fixture
def opened(address: str) -> Iterator[Open]:
    """Opens the store; in a database, the same again and again."""
    stores: list[ChatStore] = []

    def open_again(**options: Any) -> ChatStore:
        stores.append(open_store(address, **options))
        return stores[-1]

    yield open_again
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Open) -> ChatStore:
    return opened()


@pytest.fixture
def conversation(store: ChatStore) -> Conversation:
    return Conversation(store)
