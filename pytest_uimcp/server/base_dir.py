"""Which base directory is meant when nobody names one."""

from __future__ import annotations

from pathlib import Path

__all__ = ["default_base_dir"]

# The first that exists wins; if none does, the first is made.
CANDIDATES = (".claude/ui", ".ui")


def default_base_dir(project: Path | None = None) -> Path:
    """The base directory of a project (the working directory, unless told otherwise)."""
    root = Path.cwd() if project is None else project
    found = (root / name for name in CANDIDATES if (root / name).is_dir())
    return next(found, root / CANDIDATES[0])
