from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_uimcp.testing.report.folder import folder_of


def item(nodeid: str) -> Any:
    return SimpleNamespace(nodeid=nodeid, config=None)


@pytest.mark.parametrize("nodeid", ["test_a.py::test_it[a/b]", "x" * 300, "tests/a/test_ä.py::Test::test_it"])
def test_every_test_has_a_folder_of_its_own_with_a_portable_name(
    nodeid: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("pytest_uimcp.testing.report.folder.asked_folder", lambda config: tmp_path)
    folder = folder_of(item(nodeid))
    assert folder.is_dir()
    assert folder.parent == tmp_path
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,90}", folder.name)
    assert folder_of(item(f"{nodeid}-")) != folder
