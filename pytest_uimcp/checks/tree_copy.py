"""Copies a tree of files that somebody else may have filled.

What cannot be copied is left out and logged. A pipe, a socket or a device becomes a link to the null device: whoever
reads the copy is told that it is no regular file, as with the original, and nobody waits.
"""

from __future__ import annotations

import io
import logging
import math
import os
import stat
import time
from collections import deque
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.app_directory import IGNORED
from pytest_uimcp.core.folders import MAX_LINKED_FOLDERS, Territory
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.regular_file import open_regular, read_regular

log: Final = logging.getLogger(__name__)
_MAX_FILE_BYTES: Final = 2**30
_MAX_OUTSIDE_BYTES: Final = 2**30
_PIECE: Final = 2**20
# Files of up to this size are kept in memory: each test copies the same app.
_MAX_KEPT_BYTES: Final = 2**14
# What was saved within this time may be saved again and have the same time.
_RECENT_NS: Final = 2 * 10**9
# Without O_BINARY, which only Windows has, line ends would be converted.
_WRITE_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)


class _Unreadable(Exception):
    """A file cannot be read, though it could be opened."""


@dataclass(frozen=True, slots=True)
class _Folder:
    source: Path
    target: Path
    territory: Territory
    # Its own real path, and those of the folders that it is in.
    real: str
    ancestors: frozenset[str]


def copy_tree(source: Path, target: Path, *, leave_out: Collection[str] = (), follow_out: bool = True) -> None:
    """Copy a folder; links inside of it stay links, links out of it are replaced by what they lead to.

    The names in `leave_out` are left out at the top. Without `follow_out`, links out of the folder are.
    """
    _TreeCopy(source, follow_out=follow_out).run(target, leave_out)


class _TreeCopy:
    def __init__(self, root: Path, *, follow_out: bool) -> None:
        self._root = root
        self._real = os.path.realpath(root)
        self._home = Territory(self._real, math.inf)
        self._follow_out = follow_out
        self._bytes_left = _MAX_OUTSIDE_BYTES

    def run(self, target: Path, leave_out: Collection[str]) -> None:
        # Breadth first, so that limits cut the deepest folders and not the app itself.
        folders = deque([_Folder(self._root, target, self._home, self._real, frozenset())])
        while folders:
            folder = folders.popleft()
            top = folder.source is self._root
            folders.extend(self._copy_files(folder, leave_out if top else (), must_exist=top))

    def _copy_files(self, folder: _Folder, leave_out: Collection[str], *, must_exist: bool) -> list[_Folder]:
        """Copy the files of a folder; returns the folders in it."""
        if folder.real in folder.ancestors:  # a link that leads out and back in again would never end
            return []
        if not folder.territory.admits():
            _left_out(folder.source, f"the link out of {self._root} leads to over {MAX_LINKED_FOLDERS} folders")
            return []
        try:
            with os.scandir(folder.source) as entries:
                copied = [entry for entry in entries if entry.name not in IGNORED and entry.name not in leave_out]
        except OSError as error:
            if must_exist:
                raise
            _left_out(folder.source, error.strerror)
            return []
        os.makedirs(folder.target, exist_ok=True)  # noqa: PTH103 -- Path.mkdir fails once for each folder above
        ancestors = folder.ancestors | {folder.real}
        folders = []
        for entry in copied:
            place = folder.target / entry.name
            target = None
            if entry.is_symlink():
                target = _inside(Path(entry.path), self._root)
            if target is not None:
                place.symlink_to(target)
            elif entry.is_symlink() and not self._follow_out:
                continue
            elif (territory := self._territory_of(entry, folder.territory)) is not None:
                folders.append(_Folder(Path(entry.path), place, territory, _real_path(entry, folder), ancestors))
            else:
                self._copy_file(entry, place, folder.territory)
        return folders

    def _territory_of(self, entry: os.DirEntry[str], territory: Territory) -> Territory | None:
        """The territory of a folder; None for what is to be copied as a file."""
        if not entry.is_symlink():
            if entry.is_dir():
                return territory
            return None
        target = os.path.realpath(entry.path)
        return territory.behind(target) if os.path.isdir(target) else None  # noqa: PTH112 -- it is text

    def _copy_file(self, entry: os.DirEntry[str], place: Path, territory: Territory) -> None:
        source = Path(entry.path)
        try:
            status = entry.stat()
            if stat.S_ISDIR(status.st_mode):
                _left_out(source, "the link leads to a folder that contains this one, or on from one outside")
                return
            if not stat.S_ISREG(status.st_mode):
                place.symlink_to(os.devnull)
                return
            # A link out of the directory may lead to anything, so it has a budget; the app's own files have only the
            # limit of a file.
            is_outside = entry.is_symlink() or territory is not self._home
            if (reason := self._refusal(status.st_size, is_outside=is_outside)) is not None:
                _left_out(source, reason)
                return
            if not is_outside and _may_be_kept(status):
                content = _content(source, status.st_mtime_ns, status.st_ctime_ns, status.st_size)
            else:
                content = None
                descriptor = open_regular(source)
        except OSError as error:
            _left_out(source, error.strerror)
            return
        if content is not None:
            _write(place, content)
        elif not self._copy_pieces(descriptor, source, place):
            return
        place.chmod(stat.S_IMODE(status.st_mode))
        # The times stay, or every file would look recent, and hot reload would compare contents.
        os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))

    def _copy_pieces(self, descriptor: int, source: Path, place: Path) -> bool:
        """Copy what is in an open file; false if it cannot be read."""
        try:
            with os.fdopen(descriptor, "rb", buffering=0) as file, place.open("wb") as copy:
                bytes_left = _MAX_FILE_BYTES
                while bytes_left > 0 and (piece := _read(file)):
                    copy.write(piece)
                    bytes_left -= len(piece)
        except _Unreadable as error:
            place.unlink()
            _left_out(source, str(error))
            return False
        return True

    def _refusal(self, size: int, *, is_outside: bool) -> str | None:
        if size > _MAX_FILE_BYTES:
            return "it is over 1 GiB"
        if is_outside:
            self._bytes_left -= size
            if self._bytes_left < 0:
                return f"links out of {self._root} lead to over 1 GiB"
        return None


def _real_path(entry: os.DirEntry[str], folder: _Folder) -> str:
    if entry.is_symlink():
        return os.path.realpath(entry.path)
    return f"{folder.real}{os.sep}{entry.name}"


def _may_be_kept(status: os.stat_result) -> bool:
    age = time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns)
    return status.st_size <= _MAX_KEPT_BYTES and age > _RECENT_NS


@lru_cache(maxsize=256)
def _content(source: Path, _mtime_ns: int, _ctime_ns: int, _size: int) -> bytes:
    """A file as it was saved then."""
    return read_regular(source, _MAX_KEPT_BYTES)


def _write(place: Path, content: bytes) -> None:
    descriptor = os.open(place, _WRITE_FLAGS, 0o600)
    with os.fdopen(descriptor, "wb", buffering=0) as copy:
        copy.write(content)


def _read(file: io.RawIOBase) -> bytes | None:
    # Not to be mistaken for an error of writing the copy.
    try:
        return file.read(_PIECE)
    except OSError as error:
        raise _Unreadable(error.strerror) from None


def _left_out(path: Path, reason: str | None) -> None:
    log.warning("%s is not copied: %s", path, reason)


def _inside(link: Path, root: Path) -> Path | None:
    """The target of a link in the copy, if the original's target is in the same directory."""
    folder = Path(os.path.abspath(link.parent))  # noqa: PTH100 -- resolve() would follow other links on the way
    goal = Path(os.path.normpath(folder / link.readlink()))
    top = Path(os.path.abspath(root))  # noqa: PTH100 -- as above
    if goal.is_relative_to(top):
        return Path(os.path.relpath(goal, folder))
    return None
