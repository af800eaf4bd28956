"""File changes that happen together or not at all.

Every file is first written to a temporary file beside its destination; a full disk or a read-only directory fails at
this point. Then each file is renamed into place, which is atomic. The file that a rename replaces is kept beside it
until the end, so that a later failure can restore everything.

A killed process leaves its temporary files behind; the next transaction that writes into the same
directory removes them (installs into one project exclude each other, see `lock`).
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from .errors import explain

# With a leading dot and another suffix, no glob for viewdefs, Lua files or documents matches these files.
PREFIX = ".ui-install-"


@dataclass(frozen=True)
class _Move:
    source: Path
    target: Path
    # Whether the source is a temporary file of ours, which the target gets as its content.
    is_new: bool


@dataclass
class FileTransaction:
    """Stage the files, then `apply`. Leaving the block with an exception undoes everything."""

    _staged: list[_Move] = field(default_factory=list)
    _litter: list[Path] = field(default_factory=list)
    _folders: list[Path] = field(default_factory=list)
    _undo: list[Callable[[], None]] = field(default_factory=list)
    _swept: set[Path] = field(default_factory=set)
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        steps: list[Callable[[], None]] = [path.unlink for path in self._litter]
        if error is not None:
            # Backwards, like any undo; the directories last, when they are empty.
            steps = [*reversed(self._undo), *steps, *(folder.rmdir for folder in reversed(self._folders))]
        for step in steps:
            # A failing step does not stop the clean-up, because the steps are independent.
            with contextlib.suppress(OSError):
                step()

    @property
    def made(self) -> tuple[Path, ...]:
        return tuple(self._folders)

    def make_directory(self, directory: Path) -> None:
        """Create a directory and its parents; undoing removes only those that were missing."""
        if directory.is_dir():
            return
        try:
            if directory.parent != directory:
                self.make_directory(directory.parent)
            directory.mkdir(exist_ok=True)
        except FileExistsError:
            raise explain(NotADirectoryError(errno.ENOTDIR, ""), directory) from None
        except OSError as error:
            raise explain(error, directory) from error
        self._folders.append(directory)

    def stage(self, target: Path, content: bytes, mode: int, *, keep_mode: bool = True) -> None:
        """Write the new content of `target` beside it; `apply` moves it there.

        An existing file keeps its mode and gains only the execute bits of `mode`, unless it is moved away.
        """
        self.make_directory(target.parent)
        self._sweep(target.parent)
        temporary = self._beside(target)
        try:
            # Noted before it is written, so that a full disk leaves nothing behind.
            self._litter.append(temporary)
            self._write(temporary, content, mode)
            # People take rights away from files, and these stay taken; a script has to be executable all the same.
            if keep_mode and target.is_file():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode) | mode & 0o111)
        except OSError as error:
            raise explain(error, target) from error
        self._staged.append(_Move(temporary, target, is_new=True))

    def stage_move(self, source: Path, target: Path) -> None:
        """Let `apply` rename a file or a link to a name that is free."""
        self._staged.append(_Move(source, target, is_new=False))

    def apply(self) -> None:
        """Make everything staged so far happen, in the order it was staged."""
        for staged in self._staged:
            try:
                if staged.is_new:
                    self._replace(staged.source, staged.target)
                else:
                    self._rename(staged.source, staged.target)
            except OSError as error:
                raise explain(error, staged.target) from error
        self._staged.clear()

    def link(self, link: Path, to: str) -> None:
        """Make a symbolic link where nothing is."""
        self.make_directory(link.parent)
        try:
            link.symlink_to(to)
        except OSError as error:
            raise explain(error, link) from error
        self._undo.append(link.unlink)

    def remove(self, target: Path) -> None:
        backup = self._beside(target)
        try:
            # Removed for good only when everything else has succeeded.
            target.rename(backup)
        except FileNotFoundError:
            return
        except OSError as error:
            raise explain(error, target) from error
        self._litter.append(backup)
        self._undo.append(partial(move, backup, target))

    def _rename(self, source: Path, target: Path) -> None:
        move(source, target)
        self._undo.append(partial(move, target, source))

    def _replace(self, temporary: Path, target: Path) -> None:
        if target.is_symlink() or target.exists():
            backup = self._beside(target)
            self._litter.append(backup)
            # A copy, and not a move: between two renames nobody would find the file.
            _duplicate(target, backup)
            self._undo.append(partial(move, backup, target))
        else:
            self._undo.append(target.unlink)
        move(temporary, target)

    def _beside(self, target: Path) -> Path:
        return target.parent / f"{PREFIX}{next(self._numbers)}-{target.name}.tmp"

    @staticmethod
    def _write(path: Path, content: bytes, mode: int) -> None:
        path.touch(mode, exist_ok=False)  # unlike chmod, this respects the user's umask
        path.write_bytes(content)

    def _sweep(self, directory: Path) -> None:
        # Once for each directory: later, the files of this very transaction are in it.
        if directory in self._swept:
            return
        self._swept.add(directory)
        for leftover in directory.glob(f"{PREFIX}*.tmp"):
            with contextlib.suppress(OSError):
                leftover.unlink()


def move(source: Path, target: Path) -> None:
    source.replace(target)


def _duplicate(source: Path, copy: Path) -> None:
    """Make a hard link to a file, or a copy if that fails, so that the original never disappears."""
    if source.is_symlink():
        copy.symlink_to(source.readlink())
        return
    try:
        copy.hardlink_to(source)
    except OSError:  # no hard links on this file system
        shutil.copy2(source, copy)
