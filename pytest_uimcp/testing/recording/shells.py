"""Whether a base directory has a shell: an app that frames the others, and is there from the start."""

from __future__ import annotations

from pathlib import Path

from pytest_uimcp.server.base_dir import SHELL

__all__ = ["has_shell"]


def has_shell(base_dir: Path) -> bool:
    """Whether pages of this directory show a shell before anybody shows an app."""
    return (base_dir / "apps" / SHELL / "app.lua").is_file() and (base_dir / "lua" / f"{SHELL}.lua").is_file()
