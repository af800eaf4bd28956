"""The snapshot kind of a JavaFX scene; those of accessibility trees and pictures are shared with pages."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.testing.snapshots.kinds import SnapshotKind, read_by

SNAPSHOT_KINDS: Final = (
    SnapshotKind(
        "scene",
        "scene.txt",
        "a JavaFX scene",
        "a JavaFX stage, or a text",
        read_by("scene", str),
        lambda thing: False,  # a stage without a kind is compared by its accessibility tree, as pages are
    ),
)
