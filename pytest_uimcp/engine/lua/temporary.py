"""The temporary files of one session, in a folder that is removed with it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path

__all__ = ["TemporaryFiles"]

PREFIX = ".uimcp-lua-"
TRIES = 3


class TemporaryFiles:
    """Creates the folder with the first file, in `parent` or in the system's folder for temporary files.

    The folder is locked while its session lives, so that the next session can tell what a killed process left
    behind and remove it.
    """

    def __init__(self, parent: Path | None = None) -> None:
        self._parent = parent
        self._folder: Path | None = None
        self._remove: Callable[[], object] = _nothing

    def new(self) -> str:
        if self._folder is None or not self._folder.is_dir():
            self._folder = self._make()
        handle, name = tempfile.mkstemp(prefix="lua_", dir=self._folder)
        os.close(handle)
        return name

    def close(self) -> None:
        self._remove()
        self._folder = None

    def _make(self) -> Path:
        self.close()
        parent = self._parent or Path(tempfile.gettempdir())
        for leftover in parent.glob(f"{PREFIX}*"):
            _sweep(leftover)
        folder, lock = _locked_folder(parent)
        # At the end of the process too, if nobody closes the session before.
        self._remove = weakref.finalize(self, _remove, folder, lock)
        return folder


def _locked_folder(parent: Path) -> tuple[Path, int | None]:
    for _ in range(TRIES):
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        lock = _lock(folder)
        # Somebody who swept may have taken it for one that was left.
        if lock is not None and folder.is_dir():
            return folder, lock
        _remove(folder, lock)
    return Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent)), None


def _sweep(folder: Path) -> None:
    lock = _lock(folder)
    if lock is not None:
        _remove(folder, lock)


def _lock(folder: Path) -> int | None:
    """A descriptor that locks the folder until it is closed; None if it is locked already or cannot be."""
    if sys.platform == "win32":  # directories cannot be locked there
        return None
    import fcntl

    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise
        return handle
    return None


def _remove(folder: Path, lock: int | None) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if lock is not None:
        os.close(lock)


def _nothing() -> None:
    """There is no folder yet."""
