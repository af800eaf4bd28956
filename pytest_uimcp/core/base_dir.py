"""Where a project keeps its UI directory: the same for the server, the console and the plugin."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

# The first that exists is used; if none does, the last is what a fresh project gets.
UI_DIRECTORIES: Final = (".ui", ".claude/ui")


def default_base_dir(project: Path | None = None) -> Path:
    """The UI directory of a project; by default, the project is the working directory."""
    root = project or Path.cwd()
    # Both may exist: a project that has moved to `.ui` may keep the older one.
    candidates = (root / name for name in UI_DIRECTORIES if (root / name).is_dir())
    return next(candidates, root / UI_DIRECTORIES[-1])


def project_of(base_dir: Path) -> Path:
    """The project a UI directory belongs to: its parent, or the one above a parent named `.claude`."""
    # Not resolve(): `.claude` may be a link, and its project is the directory that contains the link.
    parent = Path(os.path.normpath(base_dir.absolute())).parent
    if parent.name == ".claude":
        return parent.parent
    return parent


def copy_below(folder: Path, original: Path) -> Path:
    """The place for a copy in a project of its own: a `.ui` stays one, because apps name files by `.ui/…`."""
    if original.name == UI_DIRECTORIES[0]:
        return folder / original.name
    return folder / UI_DIRECTORIES[-1]
