"""The apps of a base directory: the folders of `apps/` with an `app.lua`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["SHELL", "app_names"]

SHELL: Final = "mcp"
"""The app that frames the others."""


def app_names(base_dir: Path) -> list[str]:
    """The apps that can be shown, by name; the shell is none of them."""
    try:
        folders = sorted((base_dir / "apps").iterdir())
    except OSError:
        return []
    return [folder.name for folder in folders if folder.name != SHELL and (folder / "app.lua").is_file()]
