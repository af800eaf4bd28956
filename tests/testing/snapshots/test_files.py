from __future__ import annotations

from pathlib import Path

from pytest_uimcp.testing.snapshots.files import replace


def test_a_file_is_replaced_as_a_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.txt"
    replace(path, "ä\n")
    assert path.read_bytes() == "ä\n".encode()
    replace(path, b"\x00")
    assert path.read_bytes() == b"\x00"
    assert list(path.parent.iterdir()) == [path]
