"""Stored accessibility trees for items that are not test functions, which syrupy's assertions do not support."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.testing.properties import STORED
from pytest_uimcp.testing.snapshots.differences import text_difference
from pytest_uimcp.testing.snapshots.files import replace
from pytest_uimcp.testing.snapshots.masks import MASKS, mask_text
from pytest_uimcp.testing.snapshots.usage import SNAPSHOT_USAGE


def compare_stored(item: pytest.Item, folder: Path, name: str, text: str) -> None:
    """Compare with `<folder>/<name>.aria.yaml` if it exists; with --snapshot-update, write it.

    `folder` must contain only these files: those that no item uses are reported as unused. The AssertionError shows the
    difference and says how to accept it.
    """
    path = folder / f"{name.replace('/', '-')}.aria.yaml"
    item.config.stash[SNAPSHOT_USAGE].use(path, alone=True)
    masked = mask_text(text, MASKS)
    previous = read_text(path) if path.exists() else None
    # An editor may have added a line feed at the end.
    if previous is not None and previous.rstrip("\n") == masked.rstrip("\n"):
        item.user_properties.append((STORED, "passed"))
        return
    option = item.config.option
    # These options are those of syrupy's plugin, which need not be loaded.
    if getattr(option, "update_snapshots", False) or (
        previous is None and getattr(option, "update_new_snapshots_only", False)
    ):
        replace(path, masked)
        item.user_properties.append((STORED, "generated" if previous is None else "updated"))
    elif previous is not None:
        item.user_properties.append((STORED, "failed"))
        root = item.config.rootpath
        relative = path.relative_to(root) if path.is_relative_to(root) else path
        lines = "\n".join(text_difference(previous, masked))
        raise AssertionError(
            f"{relative} does not match; if the new result is right, run with --snapshot-update:\n{lines}"
        )
