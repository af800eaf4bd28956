"""Finds files below a folder, and never outside it."""

from __future__ import annotations

from pathlib import Path

__all__ = ["find_file"]


def find_file(root: Path, path: str) -> Path | None:
    """The file at `path` below `root`; None if there is none or it lies outside.

    Links are followed if their target is inside.
    """
    if "\0" in path or "\\" in path:
        return None
    try:
        inside = root.resolve(strict=True)
        found = (root / path.lstrip("/")).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        return None
    if found.is_file() and found.is_relative_to(inside):
        return found
    return None
