"""The stored snapshots of `renders`: compared when there is one, written when that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_uimcp.testing.collect.nodes import Check

__all__ = ["compare"]

_FOLDER: Final = "__snapshots__"
_ENDING: Final = ".aria.yaml"


def compare(check: Check, tree: str) -> None:
    """Compare an accessible tree with the stored one; raises AssertionError with the difference."""
    folder = check.path.parent / _FOLDER
    updating = bool(check.config.getoption("update_snapshots", default=False))
    if not updating and not (folder / f"{check.key}{_ENDING}").is_file():
        return
    from pytest_uimcp.testing.snapshots.stored import compare_stored

    compare_stored(check, folder, check.key, tree)
