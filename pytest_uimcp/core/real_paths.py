"""Where a path really leads, for callers that ask again and again about files of a few folders.

`os.path.realpath` asks the system about each folder above a file. Here only the file and its folder are looked at: a
path that leads to the same folder as before is taken to lead there by the same way. Whoever renames a folder and lets
the link that led to it lead there again sees the earlier name until the process ends.
"""

from __future__ import annotations

import os
import stat
from functools import lru_cache
from pathlib import Path


def real_path(path: str | Path) -> str:
    """The same as `os.path.realpath`."""
    text = os.fspath(path)
    folder, name = os.path.split(text)
    # A relative path depends on the working directory, and other systems have several names for one file.
    if os.name == "posix" and folder.startswith("/") and name not in ("", ".", ".."):
        try:
            if not stat.S_ISLNK(os.lstat(text).st_mode):
                status = os.stat(folder)  # noqa: PTH116 -- path objects would take most of the time
                real_folder = _real_folder(folder, status.st_dev, status.st_ino)
                return f"{real_folder.rstrip('/')}/{name}"
        # What is not there, or cannot be looked at.
        except (OSError, ValueError):
            pass
    return os.path.realpath(text)


@lru_cache(maxsize=1024)
def _real_folder(folder: str, _device: int, _inode: int) -> str:
    return os.path.realpath(folder)
