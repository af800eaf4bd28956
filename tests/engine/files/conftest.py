from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.files.app_files import AppFiles


@pytest.fixture
def ui(tmp_path: Path) -> AppFiles:
    return AppFiles(tmp_path)
