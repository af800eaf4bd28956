from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp import Session

UI = Path(__file__).parent.parent / ".claude" / "ui"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session on a copy of the app directory, so that tests write nothing into the repository."""
    directory = tmp_path / "ui"
    shutil.copytree(UI, directory, symlinks=True)
    with Session(directory) as session:
        session.display("contacts")
        yield session
