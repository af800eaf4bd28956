from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.testing.snapshots.assertion import UimcpSnapshot
from pytest_uimcp.testing.snapshots.extensions import OneFile, extension_of
from pytest_uimcp.testing.snapshots.kinds import SnapshotKind, kind_of, snapshot_kinds
from pytest_uimcp.testing.snapshots.unused import OWN_SUFFIXES, SHARED_SUFFIXES

KINDS = snapshot_kinds()
DOCS = Path(__file__).parents[3] / "docs" / "snapshots.md"


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_new_row_is_a_kind_everywhere(kind: SnapshotKind) -> None:
    assert issubclass(extension_of(kind), OneFile)
    assert extension_of(kind).kind is kind
    assert f".{kind.suffix}" in (SHARED_SUFFIXES if kind.is_shared else OWN_SUFFIXES)
    assert not hasattr(UimcpSnapshot, kind.name), "the assertion has a member of this name, which hides the kind"
    assert f"| `.{kind.name}` |" in DOCS.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (b"x", "picture"),
        (" <p>", "html"),
        ("- main", "aria"),
        ({"a": 1}, "state"),
        ([{"parentId": 0}], "variables"),
        ([{"name": "t", "inputSchema": {}}], "tools"),
    ],
)
def test_the_kind_is_chosen_by_the_value(value: object, name: str) -> None:
    assert kind_of(value) is KINDS[name]
