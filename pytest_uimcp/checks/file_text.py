"""The text of the files of an app, which may be anything."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.engine.files.file_state import is_recent


def text_of(path: Path, encoding: str = "utf-8") -> str:
    """The text of a file; of one that cannot be read nothing, since the session that loads it says why."""
    try:
        status = os.stat(path)  # noqa: PTH116 -- each rule asks for the files of an app
        # What was saved just now may be saved again, and have the same time.
        if is_recent(status.st_mtime_ns):
            return _read(path, encoding)
        return _text_as_saved(path, encoding, status.st_ino, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):
        return ""


@lru_cache(maxsize=256)
def _text_as_saved(path: Path, encoding: str, _inode: int, _mtime_ns: int, _size: int) -> str:
    return _read(path, encoding)


def _read(path: Path, encoding: str) -> str:
    return read_text(path, encoding=encoding, errors="replace")
