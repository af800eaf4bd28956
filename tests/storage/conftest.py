"""Each test of a database runs on both kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_uimcp.storage import Database, open_database
from tests.storage.places import DATABASES, place


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return place(request.param, tmp_path)


@pytest.fixture
def opened(address: str) -> Iterator[Callable[[], Database]]:
    """Opens the same database again and again."""
    databases: list[Database] = []

    def open_again() -> Database:
        databases.append(open_database(address))
        return databases[-1]

    yield open_again
    for database in databases:
        database.close()


@pytest.fixture
def database(opened: Callable[[], Database]) -> Database:
    found = opened()
    found.create("CREATE TABLE IF NOT EXISTS notes (id BIGINT PRIMARY KEY, body ANYTEXT NOT NULL)")
    return found
