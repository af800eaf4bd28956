"""Files below a folder, and nothing else."""

from __future__ import annotations

from pathlib import Path

__all__ = ["find_file"]


def find_file(root: Path, path: str) -> Path | None:
    """The file that `path` names below `root`; None when there is none, or when it would lie outside.

    Links are followed as long as they stay inside.
    """
    if "\0" in path or "\\" in path:
        return None
    try:
        inside = root.resolve(strict=True)
        found = (root / path.lstrip("/")).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        return None
    return found if found.is_file() and found.is_relative_to(inside) else None
