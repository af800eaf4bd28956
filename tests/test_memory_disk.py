from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from tests import memory_disk

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="others have no folder in memory")


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A process that nothing has told where to keep its temporary files, and a place with room."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setattr(memory_disk, "FOLDER", tmp_path)
    monkeypatch.setattr(memory_disk, "LEFT", 0)


def test_temporary_files_are_there_for_this_process_and_those_it_starts(tmp_path: Path) -> None:
    memory_disk.prefer_it()
    assert (os.environ["TMPDIR"], tempfile.gettempdir()) == (str(tmp_path), str(tmp_path))


def test_whoever_has_chosen_a_place_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/elsewhere")
    memory_disk.prefer_it()
    assert os.environ["TMPDIR"] == "/elsewhere"


@pytest.mark.parametrize(("name", "value"), [("LEFT", 1 << 70), ("FOLDER", Path("/no/such/folder"))])
def test_without_room_they_are_on_the_disk(monkeypatch: pytest.MonkeyPatch, name: str, value: object) -> None:
    monkeypatch.setattr(memory_disk, name, value)
    memory_disk.prefer_it()
    assert "TMPDIR" not in os.environ
