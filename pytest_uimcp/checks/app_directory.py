"""App directories: how one is recognised, where a repository keeps it, which apps are in it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final

from pytest_uimcp.core.base_dir import UI_DIRECTORIES, default_base_dir
from pytest_uimcp.core.folders import ENTRY
from pytest_uimcp.core.records import dataclass

__all__ = [
    "CANDIDATES",
    "ENTRY",
    "EXAMPLES",
    "IGNORED",
    "AppDirectory",
    "example_keys",
    "find_app_directory",
    "is_app_directory",
    "viewdef_keys",
]

# Where a repository keeps its app directory.
CANDIDATES: Final = (*UI_DIRECTORIES, "ui", ".")
# Folders that are never an app, nor part of one.
IGNORED: Final = frozenset(
    {".git", ".hg", ".venv", "venv", "node_modules", "__pycache__", ".pytest_cache", ".tox", "log", ".mypy_cache"}
)
# The ending of a file with example states of the viewdef beside it.
EXAMPLES: Final = ".examples.yaml"
# `html` alone does not make an app directory: many repositories have such a folder.
_APP_FOLDERS: Final = ("apps", "lua", "viewdefs")


@dataclass(frozen=True)
class AppDirectory:
    """An app directory, or a single app without one."""

    base: Path
    single: bool = False

    @cached_property
    def folders(self) -> tuple[Path, ...]:
        """The folders that are apps, or should be."""
        if self.single:
            return (self.base,)
        apps = self.base / "apps"
        entries = sorted(apps.iterdir()) if apps.is_dir() else []
        return tuple(path for path in entries if path.is_dir() and path.name not in IGNORED and path.name[0] != ".")

    @cached_property
    def apps(self) -> tuple[str, ...]:
        return tuple(self._name(folder) for folder in self.folders if (folder / ENTRY).is_file())

    def folder(self, app: str) -> Path:
        if self.single:
            return self.base
        return self.base / "apps" / app

    def app_of(self, path: Path) -> str | None:
        if path.name == ENTRY and path.parent in self.folders:
            return self._name(path.parent)
        return None

    def original(self, relative: str) -> Path:
        """The original of a file of the copy (`apps/x/app.lua`)."""
        alone = f"apps/{self._name(self.base)}/"
        if self.single and relative.startswith(alone):
            return self.base / relative.removeprefix(alone)
        return self.base / relative

    def _name(self, folder: Path) -> str:
        # The name that the copy uses: a single app may be given as `.` or as a link.
        if self.single:
            return folder.resolve().name
        return folder.name


def is_app_directory(path: Path) -> bool:
    return any((path / part).is_dir() for part in _APP_FOLDERS)


def find_app_directory(root: Path) -> Path | None:
    places = (default_base_dir(root), root / "ui", root)
    return next((place for place in places if is_app_directory(place)), None)


def viewdef_keys(folder: Path) -> list[str]:
    """ "Type.NS" of each viewdef in a folder, from the file names."""
    return _keys(folder, ".html")


def example_keys(folder: Path) -> list[str]:
    """ "Type.NS" of each viewdef with example states, from the file names."""
    return _keys(folder, EXAMPLES)


def _keys(folder: Path, ending: str) -> list[str]:
    entries = folder.iterdir() if folder.is_dir() else ()
    names = (path.name.removesuffix(ending) for path in entries if path.name.endswith(ending) and path.name[0] != ".")
    return sorted(name for name in names if all(name.rpartition(".")[::2]))
