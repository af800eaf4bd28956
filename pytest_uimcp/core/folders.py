"""Walks through directories that somebody else may have filled.

A link can lead to the root of the file system, or in a circle. So what a link leads to outside of the directory is
walked only as far as an app's folder is likely to go, links that lead on from there are not followed, and every folder
is visited once.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Final

from pytest_uimcp.core.real_paths import real_path

# The file that makes a folder an app.
ENTRY: Final = "app.lua"
# The folders that a walk visits.
MAX_FOLDERS: Final = 4096
# The folders that it visits behind one link that leads out of the directory.
MAX_LINKED_FOLDERS: Final = 256
_NEVER_OF_APPS: Final = frozenset({"node_modules", "__pycache__"})


class Territory:
    """A tree of folders that a walk may enter: the directory itself, or what a link out of it leads to."""

    def __init__(self, root: str, max_folders: float = MAX_FOLDERS, home: Territory | None = None) -> None:
        """`root` is a real path, `max_folders` how many may be visited; `home` is what the link leads out of."""
        self.root = root
        self.home = home or self
        self._left = max_folders

    def behind(self, target: str) -> Territory | None:
        """The territory of a link's target, a real path; None if the link is not to be followed."""
        # A link back into the directory: what is there counts once, as what it is.
        if _is_within(target, self.home.root):
            return self.home
        if self is not self.home:
            if _is_within(target, self.root):
                return self
            return None
        # What contains the directory may be an app whose repository has the directory in it, or `/`.
        if _is_within(self.root, target) and not os.path.isfile(os.path.join(target, ENTRY)):  # noqa: PTH113, PTH118 -- path objects would take most of the time
            return None
        return Territory(target, MAX_LINKED_FOLDERS, self)

    def admits(self) -> bool:
        """Whether one more folder of it may be visited; it counts."""
        # Each territory has a count of its own, so that a link to a large tree leaves the rest of the walk alone.
        self._left -= 1
        return self._left >= 0


def files_below(folder: Path, suffix: str, home: Path | None = None) -> Iterator[Path]:
    """The regular files in a folder of the directory `home` (by default the folder itself), nearest first."""
    base = Territory(real_path(home or folder))
    top = real_path(folder)
    territory = base.behind(top)
    queue = deque([(str(folder), top, territory)] if territory else [])
    visited: set[str] = set()
    while queue:
        path, real, territory = queue.popleft()
        # By the real path: links in a circle give one folder ever longer names.
        if real in visited or not territory.admits():
            continue
        visited.add(real)
        for entry in _entries(path):
            if entry.name.endswith(suffix) and _is_file(entry):
                yield Path(entry.path)
            elif entry.is_symlink():
                target = os.path.realpath(entry.path)
                if (beyond := territory.behind(target)) is not None and os.path.isdir(target):  # noqa: PTH112 -- path objects would take most of the time
                    queue.append((entry.path, target, beyond))
            elif entry.is_dir(follow_symlinks=False):
                queue.append((entry.path, os.path.join(real, entry.name), territory))  # noqa: PTH118 -- path objects would take most of the time


def is_ignored(name: str) -> bool:
    """Whether a name is one that no app has: hidden, or a folder that tools fill."""
    return name.startswith(".") or name in _NEVER_OF_APPS


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # links in a circle
        return False


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            # In order of their names, so that two walks find the same files in the same order.
            return sorted((entry for entry in entries if not is_ignored(entry.name)), key=attrgetter("name"))
    except OSError:
        return []


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
