"""The default base directory."""

from __future__ import annotations

from pathlib import Path

__all__ = ["default_base_dir"]

# The first one that exists is used; if there is none, the first one is created.
CANDIDATES = (".claude/ui", ".ui")


def default_base_dir(project: Path | None = None) -> Path:
    """The base directory of a project; by default, the project is the working directory."""
    root = Path.cwd() if project is None else project
    found = (root / name for name in CANDIDATES if (root / name).is_dir())
    return next(found, root / CANDIDATES[0])
