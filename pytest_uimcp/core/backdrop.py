"""The files behind a directory: they count as its own, and are put there when somebody looks into it.

The copy that a test works on has the bundle behind it. Who reads a known file reads it where it is; before anybody gets
to the directory itself, a test by its path or an app by `io`, everything is put in place that would be there otherwise.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path


class Backdrop:
    """What is behind one directory."""

    def __init__(self, directory: Path, files: Path, put: Callable[[], object]) -> None:
        """`put` puts the files that the directory lacks in place."""
        self.directory = directory
        self.files = files
        self._prefix = f"{directory}{os.sep}"
        self._files_prefix = f"{files}{os.sep}"
        self._waiting = [put]
        self._is_seen = False
        # A test and its app may look at the same time; who comes second waits until everything is there.
        self._lock = threading.RLock()

    @property
    def is_seen(self) -> bool:
        return self._is_seen

    def look(self) -> None:
        """Put everything in place, from any thread: somebody is about to look."""
        with self._lock:
            while self._waiting:
                self._waiting.pop(0)()
            # Last: other threads read what is behind until everything is in front.
            self._is_seen = True

    def at_look(self, action: Callable[[], object]) -> None:
        """Do something when somebody looks, or now if that has been."""
        with self._lock:
            if not self._is_seen:
                self._waiting.append(action)
                return
            action()

    def behind(self, path: str | Path) -> Path | None:
        """The file that counts as the one at `path`, which is not there; None if there is none, or no more."""
        # As text: path objects would take most of the time.
        name = os.fspath(path)
        if self._is_seen or not name.startswith(self._prefix):
            return None
        file = self._files_prefix + name[len(self._prefix) :]
        if os.path.isfile(file):  # noqa: PTH113 -- it is text
            return Path(file)
        return None
