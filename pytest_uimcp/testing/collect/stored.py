"""The stored snapshots of `renders`: compared if they exist, written with `--snapshot-update`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_uimcp.testing.collect.nodes import Check

__all__ = ["compare"]

_FOLDER: Final = "__snapshots__"
_ENDING: Final = ".aria.yaml"
_WRITING: Final = ("update_snapshots", "update_new_snapshots_only")


def compare(check: Check, tree: str) -> None:
    """Compare an accessibility tree with the stored one; raises AssertionError with the difference."""
    folder = check.path.parent / _FOLDER
    writing = any(check.config.getoption(option, default=False) for option in _WRITING)
    # Most apps have none, so the modules that compare them are imported only now.
    if writing or (folder / f"{check.key}{_ENDING}").is_file():
        from pytest_uimcp.testing.snapshots.stored import compare_stored

        compare_stored(check, folder, check.key, tree)
