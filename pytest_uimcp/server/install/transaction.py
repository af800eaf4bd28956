"""File changes that happen together or not at all.

Everything is written to temporary files beside its destination first; that is where a full disk or a
read-only directory shows. Then each file is renamed into place, which no reader can see half done. What a
rename replaces is kept beside it until the end, so that a failure half way puts everything back.

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
from pathlib import Path
from types import TracebackType
from typing import Self

from .errors import explain

__all__ = ["Transaction"]

# A leading dot and a foreign ending: no glob for viewdefs, Lua files or documents takes them for real.
PREFIX = ".ui-install-"


@dataclass
class Transaction:
    """Stage, then `apply`. Leaving the block with an exception undoes what was done."""

    _staged: list[tuple[Path, Path]] = field(default_factory=list)
    _litter: list[Path] = field(default_factory=list)
    _made: list[Path] = field(default_factory=list)
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
            steps = [*reversed(self._undo), *steps, *(made.rmdir for made in reversed(self._made))]
        for step in steps:
            # Tidying goes on past a step that fails: each is about one thing of its own.
            with contextlib.suppress(OSError):
                step()

    def make_directory(self, directory: Path) -> None:
        """Create a directory and its parents; undone, only those that were missing go."""
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
        self._made.append(directory)

    def stage(self, target: Path, content: bytes, mode: int) -> None:
        """Write the new content of `target` beside it; `apply` moves it there.

        A file that exists keeps its mode, gaining only the execute bits asked for.
        """
        self.make_directory(target.parent)
        self._sweep(target.parent)
        temporary = self._beside(target)
        try:
            self._litter.append(temporary)
            self._write(temporary, content, mode)
            if target.is_file():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode) | mode & 0o111)
        except OSError as error:
            raise explain(error, target) from error
        self._staged.append((temporary, target))

    def apply(self) -> None:
        """Move everything staged so far into place, in the order it was staged."""
        for temporary, target in self._staged:
            try:
                self._replace(temporary, target)
            except OSError as error:
                raise explain(error, target) from error
        self._staged.clear()

    def remove(self, target: Path) -> None:
        """Take a file away."""
        kept = self._beside(target)
        try:
            target.rename(kept)
        except FileNotFoundError:
            return
        except OSError as error:
            raise explain(error, target) from error
        self._litter.append(kept)
        self._undo.append(lambda: move(kept, target))

    def _replace(self, temporary: Path, target: Path) -> None:
        if target.is_symlink() or target.exists():
            kept = self._beside(target)
            self._litter.append(kept)
            _duplicate(target, kept)
            self._undo.append(lambda: move(kept, target))
        else:
            self._undo.append(target.unlink)
        move(temporary, target)

    def _beside(self, target: Path) -> Path:
        return target.parent / f"{PREFIX}{next(self._numbers)}-{target.name}.tmp"

    @staticmethod
    def _write(path: Path, content: bytes, mode: int) -> None:
        path.touch(mode, exist_ok=False)  # a new file's mode, unlike chmod's, heeds the user's umask
        path.write_bytes(content)

    def _sweep(self, directory: Path) -> None:
        if directory in self._swept:
            return
        self._swept.add(directory)
        for leftover in directory.glob(f"{PREFIX}*.tmp"):
            with contextlib.suppress(OSError):
                leftover.unlink()


def move(source: Path, target: Path) -> None:
    source.replace(target)


def _duplicate(source: Path, copy: Path) -> None:
    """A second name for the same file, so that the first never ceases to exist; else a copy."""
    if source.is_symlink():
        copy.symlink_to(source.readlink())
        return
    try:
        copy.hardlink_to(source)
    except OSError:  # no hard links on this file system
        shutil.copy2(source, copy)
