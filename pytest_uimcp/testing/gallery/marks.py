"""How an entry is doing, as far as it is known without work: for cards and the tree of the gallery.

What was drawn is compared with its snapshot, checks count once somebody has asked for them, and pytest's own cache
remembers what failed when it ran last.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.printable import counted
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.testing.gallery.entries import GalleryEntry, StoryFile
from pytest_uimcp.testing.snapshots.masks import MASKS, mask_text

Mark = dict[str, str]
_CACHE: Final = Path(".pytest_cache") / "v" / "cache"
_MAX_CACHE_BYTES: Final = 5_000_000


@dataclass(frozen=True, slots=True)
class LastRun:
    """The tests that pytest has collected in a repository by file, and those that failed when they ran last."""

    root: Path
    names: Mapping[str, list[str]]
    failures: Mapping[str, list[str]]

    def of(self, file: Path) -> tuple[list[str], list[str]]:
        """The names of the tests of a file, and of those that failed."""
        path = os.path.relpath(file, self.root).replace(os.sep, "/")
        return self.names.get(path, []), self.failures.get(path, [])


def read_last_run(root: Path) -> LastRun:
    """What pytest remembers, in the folder or in one above it that belongs to the same repository."""
    for folder in (root, *root.parents):
        if (folder / _CACHE).is_dir():
            return LastRun(folder, _names(folder / _CACHE / "nodeids"), _names(folder / _CACHE / "lastfailed"))
        if (folder / ".git").exists():
            break
    return LastRun(root, {}, {})


def _names(file: Path) -> dict[str, list[str]]:
    """The tests in a file of the cache by their own file; none if it is not as pytest writes it."""
    try:
        addresses = [str(address) for address in json.loads(read_text(file, _MAX_CACHE_BYTES))]
    except (OSError, ValueError, TypeError, RecursionError):
        return {}
    names: dict[str, list[str]] = {}
    for address in sorted(addresses):
        path, _, name = address.partition("::")
        names.setdefault(path, []).append(name)
    return names


def snapshot_state(snapshot: str, tree: str) -> str:
    """Whether a tree is the stored one, compared as pytest does."""
    if snapshot.rstrip("\n") == mask_text(tree, MASKS).rstrip("\n"):
        return "same"
    return "different"


def marks_of_drawing(drawing: Mapping[str, Any]) -> list[Mark]:
    """What a drawing shows: whether there is one, and whether it is the one that was stored."""
    if drawing.get("lacks"):
        return [_mark("open", "needs an example state")]
    if "problem" in drawing:
        return [_mark("bad", "cannot be drawn")]
    states = {"same": [_mark("good", "as its snapshot")], "different": [_mark("bad", "snapshot differs")]}
    return states.get(drawing.get("snapshot", ""), [])


def marks_of_findings(entry: GalleryEntry, findings: Iterable[Mapping[str, Any]]) -> list[Mark]:
    """What the checks have said about a view, or all that they have said about an app."""
    severities = [
        finding["severity"] for finding in findings if not entry.key or finding["file"].startswith(f"{entry.key}.")
    ]
    errors = severities.count("error")
    if errors:
        return [_mark("bad", counted(errors, "fault") + " found by checks")]
    if severities:
        return [_mark("warn", counted(len(severities), "warning") + " of checks")]
    return [_mark("good", "checks pass")]


def marks_of_last_run(entry: GalleryEntry, last_run: LastRun, file: Path) -> list[Mark]:
    """What pytest remembers about the checks of a view, or of an app apart from its views."""
    _, failures = last_run.of(file)
    if any(_is_about(entry, name) for name in failures):
        return [_mark("bad", "a check failed in pytest's last run")]
    return []


def _is_about(entry: GalleryEntry, name: str) -> bool:
    _, _, key = name.removesuffix("]").partition("[")
    return key == entry.key


def marks_of_stories(stories: Iterable[StoryFile], last_run: LastRun) -> list[Mark]:
    """What pytest remembers about the stories of an app."""
    names: list[str] = []
    failures: list[str] = []
    for story in stories:
        in_file, failures_in_file = last_run.of(story.path)
        names += in_file
        failures += failures_in_file
    if failures:
        return [_mark("bad", f"story fails: {failures[0]}")]
    if names:
        return [_mark("good", "stories passed")]
    return []


def _mark(state: str, words: str) -> Mark:
    return {"state": state, "words": words}
