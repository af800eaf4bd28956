"""Sessions on an empty directory for the tests of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A base directory in which nothing is yet."""
    base = tmp_path / "ui"
    base.mkdir()
    return base


@pytest.fixture
def output() -> MemoryOutput:
    return MemoryOutput()


@pytest.fixture
def session(tmp_path: Path, output: MemoryOutput) -> Iterator[Session]:
    with Session(tmp_path, output=output) as session:
        yield session
