"""The temporary files of tests, in memory where there is room for them.

A folder with a file in it takes a disk ten to thirty times as long, and what a database writes for good a thousand
times; a suite makes tens of thousands of them, and waits for each. Whoever has set TMPDIR keeps it.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

__all__ = ["prefer_it"]

FOLDER: Final = Path("/dev/shm")
ENOUGH: Final = 4_000_000_000
"""Bytes; the suite leaves some hundred million."""


def prefer_it() -> None:
    """Let temporary files be in memory in this process, and in all that it starts."""
    if "TMPDIR" in os.environ or not _has_room():
        return
    os.environ["TMPDIR"] = str(FOLDER)
    tempfile.tempdir = None  # it may have been asked for


def _has_room() -> bool:
    try:
        disk, memory = os.statvfs(FOLDER), Path("/proc/meminfo").read_text(encoding="ascii")
    except OSError:
        return False
    # Tests run what they write.
    if disk.f_flag & os.ST_NOEXEC or not os.access(FOLDER, os.W_OK):
        return False
    available = next(int(line.split()[1]) * 1024 for line in memory.splitlines() if line.startswith("MemAvailable:"))
    return min(available, disk.f_bavail * disk.f_frsize) >= ENOUGH
