"""Walks through directories that somebody else may have filled.

A link can lead to the root of the file system, or in a circle. So what a link leads to outside of the directory is
walked only as far as an app's folder is likely to go, links that lead on from there are not followed, and every folder
is visited once.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["MOST_BEHIND_LINK", "MOST_FOLDERS", "Territory", "files_below", "is_ignored"]

MOST_FOLDERS: Final = 4096
"""The folders that a walk visits."""
MOST_BEHIND_LINK: Final = 256
"""The folders that it visits behind one link that leads out of the directory."""
_NEVER_OF_APPS: Final = frozenset({"node_modules", "__pycache__"})


class Territory:
    """A tree of folders that a walk may enter: the directory itself, or what a link out of it leads to."""

    def __init__(self, root: str, home: Territory | None = None) -> None:
        """`root` is a real path; `home` is the territory that the link leads out of."""
        self.root = root
        self._home = home or self
        self._left = MOST_FOLDERS if home is None else MOST_BEHIND_LINK
        # A folder that contains the directory may be an app's whose repository has the directory in it, or `/`.
        self._deepest = 1 if home is not None and _is_within(home.root, root) else None

    def behind(self, target: str) -> Territory | None:
        """The territory of a link's target, a real path; None if the link is not to be followed."""
        if _is_within(target, self._home.root):
            return self._home
        if self is self._home:
            return Territory(target, self)
        return self if _is_within(target, self.root) else None

    def admits(self, folder: str) -> bool:
        """Whether one more folder of it, by its real path, may be visited; it counts."""
        if self._deepest is not None and os.path.relpath(folder, self.root).count(os.sep) >= self._deepest:
            return False
        self._left -= 1
        return self._left >= 0

    @property
    def is_exhausted(self) -> bool:
        """Whether it has more folders than may be visited."""
        return self._left < 0


def files_below(folder: Path, suffix: str, home: Path | None = None) -> Iterator[Path]:
    """The regular files in a folder of the directory `home` (by default the folder itself), nearest first."""
    base = Territory(os.path.realpath(home or folder))
    top = os.path.realpath(folder)
    territory = base.behind(top)
    queue = deque([(str(folder), top, territory)] if territory else [])
    visited: set[str] = set()
    while queue:
        path, real, territory = queue.popleft()
        if real in visited or not territory.admits(real):
            continue
        visited.add(real)
        for entry in _entries(path):
            if entry.name.endswith(suffix) and _is_file(entry):
                yield Path(entry.path)
            elif entry.is_symlink():
                target = os.path.realpath(entry.path)
                if (beyond := territory.behind(target)) is not None and os.path.isdir(target):  # noqa: PTH112
                    queue.append((entry.path, target, beyond))
            elif entry.is_dir(follow_symlinks=False):
                queue.append((entry.path, os.path.join(real, entry.name), territory))  # noqa: PTH118


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
            return sorted((entry for entry in entries if not is_ignored(entry.name)), key=lambda entry: entry.name)
    except OSError:
        return []


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
