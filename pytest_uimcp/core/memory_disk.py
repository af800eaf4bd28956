"""A folder in memory for files that are thrown away soon.

A folder with a file in it takes a disk ten to thirty times as long, and copies of app directories are many small files.
Whoever has set TMPDIR has chosen another place, and keeps it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Final

FOLDER: Final = Path("/dev/shm")
# Of what is available, so that others have enough.
_SHARE: Final = 50
_CHOICES: Final = ("TMPDIR", "TEMP", "TMP")
# Where Python puts such files by itself; it notes the place when somebody asks, as pytest does at its start.
_USUAL: Final = (None, "/tmp", "/var/tmp", "/usr/tmp")


def memory_for(size: int, folder: Path = FOLDER) -> Path | None:
    """The folder, if there is plenty of room for that many bytes, and nobody has chosen another one."""
    is_chosen = tempfile.tempdir not in _USUAL or any(name in os.environ for name in _CHOICES)
    if sys.platform != "linux" or is_chosen:
        return None
    try:
        disk = os.statvfs(folder)
        memory = Path("/proc/meminfo").read_text(encoding="ascii")
    except OSError:
        return None
    # Apps run what they write.
    if disk.f_flag & os.ST_NOEXEC or not os.access(folder, os.W_OK):
        return None
    available = next((int(line.split()[1]) * 1024 for line in memory.splitlines() if "MemAvailable:" in line), 0)
    if min(available, disk.f_bavail * disk.f_frsize) < size * _SHARE:
        return None
    return folder


def size_of_tree(root: Path, most: int) -> int | None:
    """The bytes of all files of a tree; None if there are more than that, or if a link leads out of it."""
    base = os.path.realpath(root)
    size = 0
    waiting = [base]
    try:
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_symlink():
                        if not os.path.realpath(entry.path).startswith(f"{base}{os.sep}"):
                            return None
                    elif entry.is_dir():
                        waiting.append(entry.path)
                    else:
                        size += entry.stat().st_size
            if size > most:
                return None
    except OSError:
        return None
    return size
