"""Where the apps are that a run checks: the app directory of the repository, and those that arguments name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import pytest

from pytest_uimcp.core.assets import fixtures_dir
from pytest_uimcp.testing.options import value
from pytest_uimcp.testing.project import CANDIDATES, IGNORED, find_base, is_base

__all__ = ["ENTRY", "Place", "find_place", "place_of_argument"]

ENTRY: Final = "app.lua"


@dataclass(frozen=True)
class Place:
    """An app directory, or a single app that stands alone."""

    base: Path
    single: bool = False

    @cached_property
    def folders(self) -> tuple[Path, ...]:
        """The folders that are, or should be, an app each."""
        if self.single:
            return (self.base,)
        apps = self.base / "apps"
        found = sorted(apps.iterdir()) if apps.is_dir() else []
        return tuple(path for path in found if path.is_dir() and path.name not in IGNORED and path.name[0] != ".")

    @property
    def apps(self) -> tuple[str, ...]:
        """The names of the apps that have an app.lua."""
        return tuple(self._name(folder) for folder in self.folders if (folder / ENTRY).is_file())

    def folder(self, app: str) -> Path:
        """Where an app is."""
        return self.base if self.single else self.base / "apps" / app

    def app_of(self, path: Path) -> str | None:
        """The app whose app.lua this file is."""
        return self._name(path.parent) if path.name == ENTRY and path.parent in self.folders else None

    def original(self, relative: str) -> Path:
        """The file that a path of the copy (`apps/x/app.lua`) stands for."""
        alone = f"apps/{self._name(self.base)}/"
        if self.single and relative.startswith(alone):
            return self.base / relative.removeprefix(alone)
        return self.base / relative

    def _name(self, folder: Path) -> str:
        # As the copy has it: a single app may be given as `.` or as a link.
        return folder.resolve().name if self.single else folder.name


def find_place(config: pytest.Config) -> Place:
    """The app directory that options, ini file or custom say; a usage error if there is no app in it."""
    root = config.rootpath
    named = value(config, "dir")
    if named is not None:
        place = _named(root, named)
    else:
        base = find_base(root)
        place = None if base is None else Place(base)
    if place is None:
        places = f"at {named!r}" if named is not None else f"looked for {', '.join(CANDIDATES)}"
        raise pytest.UsageError(
            f"--uimcp: no app directory in {root}: {places}; "
            "name one with --uimcp-dir or the ini key uimcp_dir, or put an app into .claude/ui/apps/<app>/app.lua"
        )
    if not place.apps:
        empty = [folder.name for folder in place.folders]
        found = f"there {_are(empty)} without one" if empty else "it is empty" if _apps(place).is_dir() else "not there"
        raise pytest.UsageError(
            f"--uimcp: no app in {place.base}: looked for {_apps(place)}/<app>/{ENTRY}, {found}; "
            "name another directory with --uimcp-dir or the ini key uimcp_dir"
        )
    return place


def place_of_argument(path: Path, root: Path) -> Place | None:
    """The app directory that a path on the command line lies in, if it does."""
    for base in (path, *path.parents):
        if base.name == "apps" and (path == base or path.is_relative_to(base)):
            found = Place(base.parent)
            if found.apps:
                return found
        if (base / "apps").is_dir() and Place(base).apps and (path == base or path.is_relative_to(base / "apps")):
            return Place(base)
        if base == root:
            break
    return None


def _named(root: Path, named: str) -> Place | None:
    # Not resolved: a link's own path is the one that pytest shows and takes back.
    path = Path(os.path.abspath(root / named))  # noqa: PTH100 -- as above
    if not path.exists():
        path = fixtures_dir() / "apps" / named
    if (path / ENTRY).is_file():
        return Place(path, single=True)
    return Place(path) if is_base(path) else None


def _apps(place: Place) -> Path:
    return place.base / "apps"


def _are(names: list[str]) -> str:
    return f"is {names[0]}" if len(names) == 1 else f"are {', '.join(names)}"
