"""What the gallery has: apps, their views, the example states of these, and the stories about an app.

All of it comes from the names of files and from example files, so that the tree is there before any app has run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import example_keys, viewdef_keys
from pytest_uimcp.checks.examples import ViewExample, examples_file, read_examples
from pytest_uimcp.checks.findings import Findings
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.yaml import YamlError, YamlMapping, load_yaml
from pytest_uimcp.testing.scenario.names import is_scenario

_MAX_STORY_BYTES: Final = 1_000_000
_MAX_STORIES: Final = 500
# Folders of a repository in which nobody keeps stories.
_SKIPPED: Final = frozenset({"node_modules", "__pycache__", "__snapshots__"})


@dataclass(frozen=True, slots=True)
class GalleryEntry:
    """An app, one of its views, or an example state of a view; its address is `app/key/example`."""

    app: str
    key: str = ""
    example: str = ""

    @property
    def address(self) -> str:
        return "/".join(filter(None, (self.app, self.key, self.example)))


@dataclass(frozen=True, slots=True)
class StoryFile:
    path: Path
    app: str
    title: str
    text: str


class NoEntry(UimcpError):
    """There is no such entry in the gallery."""


def entry_at(app: App, address: str) -> GalleryEntry:
    """The entry with an address; raises NoEntry."""
    _, _, rest = address.partition("/")
    key, _, example = rest.partition("/")
    entry = GalleryEntry(app.name, key, example)
    views = viewdef_keys(app.folder / "viewdefs")
    if key and key not in views:
        raise NoEntry(f"{app.name} has no view {key}")
    if example:
        example_of(app, entry)
    return entry


def example_of(app: App, entry: GalleryEntry) -> ViewExample:
    examples = read_examples(examples_file(app, entry.key))
    for example in examples:
        if example.name == entry.example:
            return example
    raise NoEntry(f"{entry.key} has no example {entry.example!r}")


def tree_of_app(app: App) -> dict[str, Any]:
    """An app as the page's tree has it."""
    folder = app.folder / "viewdefs"
    with_examples = set(example_keys(folder))
    views = []
    for key in viewdef_keys(folder):
        name, _, namespace = key.rpartition(".")
        view: dict[str, Any] = {"key": key, "type": name, "namespace": namespace, "examples": []}
        if key in with_examples:
            try:
                view["examples"] = [example.name for example in read_examples(examples_file(app, key))]
            except Findings as error:
                view["problem"] = str(error)
        views.append(view)
    return {"name": app.name, "views": views}


def entries_of(tree: Mapping[str, Any]) -> Iterator[GalleryEntry]:
    """The entries of an app in the order of the tree."""
    yield GalleryEntry(tree["name"])
    for view in tree["views"]:
        yield GalleryEntry(tree["name"], view["key"])
        for example in view["examples"]:
            yield GalleryEntry(tree["name"], view["key"], example)


def stories_in(root: Path, base: Path) -> list[StoryFile]:
    """The scenario files of a repository that name an app; its app directory may be hidden."""
    files = []
    for path in dict.fromkeys((*_scenarios(root), *_scenarios(base))):
        try:
            text = read_text(path, _MAX_STORY_BYTES)
            data = load_yaml(text, lines=True)
        except (OSError, ValueError, YamlError):
            continue  # it is no story yet; pytest says what is wrong with it
        if isinstance(data, YamlMapping) and isinstance(app := data.get("app"), str):
            files.append(StoryFile(path, app, str(data.get("scenario") or path.name), text))
    return files


def _scenarios(root: Path) -> Iterator[Path]:
    folders = [root]
    count = 0
    while folders and count < _MAX_STORIES:
        try:
            entries = sorted(folders.pop().iterdir())
        except OSError:
            continue
        # Not into hidden folders: an environment has thousands of files.
        folders += [
            path
            for path in entries
            if path.is_dir() and not path.is_symlink() and path.name not in _SKIPPED and path.name[0] != "."
        ]
        stories = [path for path in entries if is_scenario(path) and path.is_file()]
        yield from stories
        count += len(stories)
