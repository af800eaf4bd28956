"""Computes which directories to watch so that no change behind a link is missed.

The system reports what happens in a directory, not what a path leads to: for `lua/a.lua -> b -> /far/c.lua` two
directories matter, and the far one for a single name in it. So every link is followed by hand, part by part, and each
place where its target could change is recorded.
"""

from __future__ import annotations

import errno
import os
import stat
from collections import deque
from collections.abc import Iterable
from pathlib import Path

from pytest_uimcp.core.folders import MAX_FOLDERS, MAX_LINKED_FOLDERS, Territory, is_ignored
from pytest_uimcp.engine.files.file_state import is_directory

__all__ = ["WatchSet", "watch_set"]

_LINKS = 40
_SUFFIXES = (".lua", ".html")
_Queue = deque[tuple[str, Territory]]


class WatchSet:
    """Directories in which every name counts, and others in which only certain names do."""

    def __init__(self) -> None:
        self.whole: set[str] = set()
        self.names: dict[str, set[str]] = {}
        # What has too many directories to watch them all; None if all are watched.
        self.too_large: str | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WatchSet) and (self.whole, self.names) == (other.whole, other.names)

    __hash__ = None  # type: ignore[assignment]  # it grows while it is made

    def directories(self) -> list[str]:
        """All directories to watch, not recursively."""
        return sorted(self.whole | self.names.keys())

    def has_directory(self, path: str) -> bool:
        return path in self.whole or path in self.names

    def names_file(self, path: str) -> bool:
        """Whether a change reported for `path` can be one of a file that somebody may be writing."""
        directory, name = _split(path)
        return self._marked(directory, name) or (directory in self.whole and _is_app_file(name))

    def concerns(self, path: str) -> bool:
        return self.names_file(path) or self.can_change_set(path)

    def can_change_set(self, path: str) -> bool:
        directory, name = _split(path)
        if self.has_directory(path):
            return True
        if self._marked(directory, name):
            return _is_link_or_directory(path) or not os.path.lexists(path)
        return directory in self.whole and not is_ignored(name) and _is_link_or_directory(path)

    def _marked(self, directory: str, name: str) -> bool:
        return name in self.names.get(directory, ())

    def mark(self, directory: str, name: str) -> None:
        self.names.setdefault(directory, set()).add(name)


def watch_set(base_dir: Path, directories: Iterable[str]) -> WatchSet:
    """What to watch for the `directories` of `base_dir`, which need not exist yet."""
    watched = WatchSet()
    base = _follow(watched, "", str(base_dir.absolute()))
    if base is None:
        return watched
    watched.mark(*_split(base))
    queue: _Queue = deque()
    home = Territory(base)
    for name in directories:
        watched.mark(base, name)
        _reach(watched, base, name, queue, home)
    _walk(watched, base, queue)
    return watched


def _walk(watched: WatchSet, base: str, queue: _Queue) -> None:
    # Breadth first: if there are too many directories, the nearest ones are watched.
    while queue:
        directory, territory = queue.popleft()
        if directory in watched.whole:
            continue
        if len(watched.whole) >= MAX_FOLDERS:
            watched.too_large = f"over {MAX_FOLDERS} directories are below {base}"
            return
        if not territory.admits():
            watched.too_large = (
                f"over {MAX_LINKED_FOLDERS} directories are below {territory.root}, to which a link leads"
            )
            continue
        watched.whole.add(directory)
        for entry in _entries(directory):
            if entry.is_symlink():
                _reach(watched, directory, entry.name, queue, territory, files=_is_app_file(entry.name))
            elif entry.is_dir(follow_symlinks=False):
                queue.append((entry.path, territory))


def _reach(
    watched: WatchSet, directory: str, name: str, queue: _Queue, territory: Territory, *, files: bool = True
) -> None:
    """Follow a name to its end and record what to watch there."""
    target = _follow(watched, directory, name)
    if target is None:
        return
    leads_on = is_directory(Path(target))
    if leads_on and (beyond := territory.behind(target)) is not None:
        queue.append((target, beyond))
    if leads_on or files:
        watched.mark(*_split(target))


def _follow(watched: WatchSet, directory: str, path: str) -> str | None:
    """Where `path` leads from a real `directory`; None for nowhere.

    Records every link on the way, and the first name that is missing. The root is "" here, so that appending needs no
    special case.
    """
    parts = path.split("/")[::-1]
    links = 0
    while parts:
        part = parts.pop()
        if part in ("", "."):
            continue
        # Of the real directory, as the system resolves it; normalizing the path first would go wrong behind a link.
        if part == "..":
            directory = directory.rpartition("/")[0]
            continue
        step = f"{directory}/{part}"
        try:
            target = os.readlink(step)  # noqa: PTH115  a path object a step would take most of the time
        except FileNotFoundError:
            watched.mark(directory or "/", part)
            return None
        except OSError as error:
            if error.errno != errno.EINVAL:  # EINVAL: it is no link
                return None
            directory = step
            continue
        watched.mark(directory or "/", part)
        links += 1
        if links > _LINKS:
            return None
        if target.startswith("/"):
            directory = ""
        parts.extend(target.split("/")[::-1])
    return directory or "/"


def _entries(directory: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as entries:
            return [entry for entry in entries if not is_ignored(entry.name)]
    except OSError:
        return []


def _split(path: str) -> tuple[str, str]:
    directory, _, name = path.rpartition("/")
    return directory or "/", name


def _is_app_file(name: str) -> bool:
    return name.endswith(_SUFFIXES) and not is_ignored(name)


def _is_link_or_directory(path: str) -> bool:
    try:
        mode = Path(path).lstat().st_mode
    except OSError:
        return False
    return stat.S_ISLNK(mode) or stat.S_ISDIR(mode)
