from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from pytest_uimcp.core.memory_disk import memory_for, size_of_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="others have no folder in memory")


@pytest.fixture(autouse=True)
def no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has chosen a place for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)


def test_a_folder_with_room_is_used(tmp_path: Path) -> None:
    assert memory_for(0, tmp_path) == tmp_path


@pytest.mark.parametrize("name", ["TMPDIR", "TEMP", "TMP"])
def test_whoever_has_chosen_a_place_by_a_variable_keeps_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "/elsewhere")
    assert memory_for(0, tmp_path) is None


def test_a_place_that_a_program_has_chosen_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/elsewhere")
    assert memory_for(0, tmp_path) is None


def test_a_folder_without_room_or_that_is_not_there_is_left_alone(tmp_path: Path) -> None:
    assert memory_for(1 << 70, tmp_path) is None
    assert memory_for(0, tmp_path / "missing") is None


def test_the_size_of_a_tree_is_that_of_its_files_unless_it_is_large_or_leads_out(tmp_path: Path) -> None:
    (tmp_path / "tree" / "inner").mkdir(parents=True)
    (tmp_path / "tree" / "a").write_bytes(b"12345")
    (tmp_path / "tree" / "inner" / "b").write_bytes(b"123")
    (tmp_path / "tree" / "link").symlink_to("inner")
    assert size_of_tree(tmp_path / "tree", 8) == 8
    assert size_of_tree(tmp_path / "tree", 7) is None
    assert size_of_tree(tmp_path / "missing", 7) is None
    (tmp_path / "tree" / "out").symlink_to("..")
    assert size_of_tree(tmp_path / "tree", 8) is None
