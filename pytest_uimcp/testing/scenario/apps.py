"""The app directory that a story is about, and whether its app is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.checks.app_directory import CANDIDATES, ENTRY, AppDirectory, find_app_directory
from pytest_uimcp.core.assets import fixtures_dir
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.options import value
from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.story import Story

__all__ = ["directory_for"]


def directory_for(story: Story, config: pytest.Config) -> str | None:
    """The directory for the story's marker, None for the run's own; ScenarioError if the app is not there."""
    if not story.shows_app:
        return None
    found = _directory(story, config)
    apps = AppDirectory(found, single=(found / ENTRY).is_file()).apps
    app = story.app or value(config, "app")
    if app is None and len(apps) != 1:
        told = f"app: name one of the apps of {found}: {', '.join(apps) or 'there are none'}"
        raise ScenarioError.at(story.place("scenario"), told)
    if app is not None and app not in apps:
        raise ScenarioError.at(story.place("app"), f"app: there is no app {app!r} in {found}{hint_or_names(app, apps)}")
    return str(found)


def _directory(story: Story, config: pytest.Config) -> Path:
    folder = story.file.parent if story.file is not None else config.rootpath
    if story.dir is not None:
        return _named(folder, story.dir, story)
    named = value(config, "dir")
    if named is not None:
        return _named(config.rootpath, named, story)
    for root in (config.rootpath, folder, *folder.parents):
        base = find_app_directory(root)
        if base is not None:
            return base
    told = f"app: no app directory in {config.rootpath} or above {folder}: looked for {', '.join(CANDIDATES)}"
    raise ScenarioError.at(story.place("app"), f"{told}; name one with dir, or with --uimcp-dir")


def _named(folder: Path, name: str, story: Story) -> Path:
    for path in (folder / name, fixtures_dir() / "apps" / name):
        if path.exists():
            return path
    samples = sorted(path.name for path in (fixtures_dir() / "apps").iterdir())
    told = f"dir: there is neither {folder / name} nor a sample of that name{hint_or_names(name, samples)}"
    raise ScenarioError.at(story.place("dir"), told)
