"""Finds the app directories that a run checks: the repository's own, and those named by arguments."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_uimcp.checks.app_directory import CANDIDATES, ENTRY, AppDirectory, find_app_directory, is_app_directory
from pytest_uimcp.core.assets import fixtures_dir
from pytest_uimcp.testing.options import value


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
