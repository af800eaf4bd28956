"""Finds app directories: those that a run checks, by its settings and arguments, and that of each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from pytest_uimcp.checks.app_directory import CANDIDATES, ENTRY, AppDirectory, find_app_directory, is_app_directory
from pytest_uimcp.core.assets import fixtures_dir
from pytest_uimcp.testing.options import value

# Kept, because every test asks, and a folder has many.
_NEAREST: Final = pytest.StashKey[dict[Path, Path | None]]()


def find_directory(config: pytest.Config) -> AppDirectory:
    """The app directory by option, ini key or convention; a usage error if it contains no app."""
    root = config.rootpath
    configured = value(config, "dir")
    if configured is not None:
        directory = _named(root, configured)
    else:
        base = find_app_directory(root)
        directory = None if base is None else AppDirectory(base)
    if directory is None:
        if configured is not None:
            places = f"at {configured!r}"
        else:
            places = f"looked for {', '.join(CANDIDATES)}"
        raise pytest.UsageError(
            f"--uimcp: no app directory in {root}: {places}; "
            "name one with --uimcp-dir or the ini key uimcp_dir, or put an app into .claude/ui/apps/<app>/app.lua"
        )
    if not directory.apps:
        empty = [folder.name for folder in directory.folders]
        if empty:
            reason = f"there {_are(empty)} without one"
        elif _apps(directory).is_dir():
            reason = "it is empty"
        else:
            reason = "not there"
        raise pytest.UsageError(
            f"--uimcp: no app in {directory.base}: looked for {_apps(directory)}/<app>/{ENTRY}, {reason}; "
            "name another directory with --uimcp-dir or the ini key uimcp_dir"
        )
    return directory


def directory_of_argument(path: Path, root: Path) -> AppDirectory | None:
    for base in (path, *path.parents):
        if base.name == "apps" and (path == base or path.is_relative_to(base)):
            directory = AppDirectory(base.parent)
            if directory.apps:
                return directory
        if (
            (base / "apps").is_dir()
            and AppDirectory(base).apps
            and (path == base or path.is_relative_to(base / "apps"))
        ):
            return AppDirectory(base)
        if base == root:
            break
    return None


def directory_below(folder: Path) -> AppDirectory | None:
    """The app directory that a folder has as a repository has one, if there are apps in it."""
    base = find_app_directory(folder) if folder.is_dir() else None
    if base is None or not (directory := AppDirectory(base)).apps:
        return None
    return directory


def directory_of_test(file: Path, config: pytest.Config) -> Path | None:
    """The app directory nearest to a test: the first on the way up from its folder, at last that of the root."""
    nearest = config.stash.setdefault(_NEAREST, {})
    folder = file.parent
    if folder not in nearest:
        places = (directory for above in _way_up(folder, config) if (directory := directory_below(above)) is not None)
        directory = next(places, None)
        if directory is not None:
            nearest[folder] = directory.base
        else:
            nearest[folder] = find_app_directory(config.rootpath)
    return nearest[folder]


def directories_of_run(session: pytest.Session) -> list[Path]:
    """The different app directories that the tests of a run have nearest to them."""
    folders = {item.path.parent: item.path for item in session.items}
    places = {directory_of_test(file, session.config) for file in folders.values()}
    return sorted(place for place in places if place is not None)


def is_of_another_repository(file: Path, config: pytest.Config) -> bool:
    """Whether a test lies outside the root directory, whose ini file then says nothing of it."""
    return not file.is_relative_to(config.rootpath)


def _way_up(folder: Path, config: pytest.Config) -> Iterator[Path]:
    """A folder and those above it, up to the root directory; of another repository, up to its own root."""
    ends = {config.rootpath, config.invocation_params.dir, Path.home()}
    for above in (folder, *folder.parents):
        yield above
        if above in ends or (above / ".git").exists():
            return


def _named(root: Path, name: str) -> AppDirectory | None:
    # Not resolved: pytest shows and accepts a link's own path.
    path = Path(os.path.abspath(root / name))  # noqa: PTH100 -- as above
    if not path.exists():
        path = fixtures_dir() / "apps" / name
    if (path / ENTRY).is_file():
        return AppDirectory(path, single=True)
    if is_app_directory(path):
        return AppDirectory(path)
    return None


def _apps(directory: AppDirectory) -> Path:
    return directory.base / "apps"


def _are(names: list[str]) -> str:
    if len(names) == 1:
        return f"is {names[0]}"
    return f"are {', '.join(names)}"
