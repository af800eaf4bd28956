"""The names of snapshots, which are the names of their tests without the face."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

import pytest
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex

from pytest_uimcp.testing.faces import EVERY_NAME

_MAX_NAME_CHARACTERS: Final = 150


class Location(PyTestLocation):
    """syrupy's location of a test, the same for `[page]` and `[chromium]`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        name = test_name(self.item)
        for field in ("nodename", "testname"):  # in some releases of syrupy the class is frozen
            object.__setattr__(self, field, name)

    def matches_snapshot_location(self, snapshot_location: str) -> bool:
        ours = Path(snapshot_location).parent.name == self.basename
        return ours or super().matches_snapshot_location(snapshot_location)

    def matches_snapshot_name(self, snapshot_name: str) -> bool:
        return owns(file_stem(self.snapshot_name), snapshot_name) or super().matches_snapshot_name(snapshot_name)


def test_name(item: pytest.Item) -> str:
    """A test's name with its parameters, without the face."""
    callspec = getattr(item, "callspec", None)
    if callspec is None or not any(name.startswith("uimcp") for name in callspec.params):
        return item.name
    # The id consists of these, joined by "-", which may also occur within a parameter.
    ids = list(callspec._idlist)  # noqa: SLF001 -- pytest has no public name for it
    face = _face(callspec.params) or next((word for word in ids if word in EVERY_NAME), None)
    if face not in ids:
        return item.name
    ids.remove(face)
    plain = item.name.removesuffix(f"[{callspec.id}]")
    if ids:
        return f"{plain}[{'-'.join(ids)}]"
    return plain


test_name.__test__ = False  # type: ignore[attr-defined]  # for pytest: no test, whatever its name


def _face(params: dict[str, object]) -> str | None:
    return next((str(it) for name, it in params.items() if name.startswith("uimcp") and str(it) in EVERY_NAME), None)


def file_stem(name: str, index: SnapshotIndex = 0) -> str:
    """The file name of a snapshot without the suffix of its kind: the test, then the number or name if any."""
    text = f"{name}.{index}" if index else name
    plain = re.sub(r'[\\/?*:|"<>\x00-\x1f\x7f]+', "-", text)
    if len(plain) <= _MAX_NAME_CHARACTERS:
        return plain
    return f"{plain[:_MAX_NAME_CHARACTERS]}-{hashlib.sha256(plain.encode()).hexdigest()[:8]}"


def owns(test: str, stem: str) -> bool:
    return (
        stem == test
        or stem.startswith(f"{test}.")
        or (len(stem) > _MAX_NAME_CHARACTERS and stem.startswith(test[:_MAX_NAME_CHARACTERS]))
    )
