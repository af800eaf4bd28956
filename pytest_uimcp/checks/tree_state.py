"""What a tree of files looks like from outside: whether anything in it was changed since, without reading a file."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Collection
from pathlib import Path
from typing import Final

from pytest_uimcp.core.records import dataclass

# What was saved within this time may be saved again and have the same time.
RECENT_NS: Final = 2 * 10**9
_Row = tuple[str, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class TreeState:
    """Names, kinds, sizes and times of all that is in a tree."""

    rows: tuple[_Row, ...]

    @property
    def is_settled(self) -> bool:
        """Whether a change from now on is sure to show."""
        newest = max(max(mtime_ns, ctime_ns) for *_, mtime_ns, ctime_ns in self.rows)
        return time.time_ns() - newest > RECENT_NS


def tree_state(root: Path, leave_out: Collection[str] = ()) -> TreeState | None:
    """The state of a tree without some names; None if it has more than plain files and folders, or cannot be read."""
    rows: list[_Row] = []
    waiting = [os.fspath(root)]
    try:
        while waiting:
            folder = waiting.pop()
            rows.append(_row(folder, os.stat(folder)))  # noqa: PTH116 -- path objects would take most of the time
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name in leave_out:
                        continue
                    status = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(status.st_mode):
                        waiting.append(entry.path)
                    elif stat.S_ISREG(status.st_mode):
                        rows.append(_row(entry.path, status))
                    else:
                        return None
    except OSError:
        return None
    rows.sort()
    return TreeState(tuple(rows))


def _row(path: str, status: os.stat_result) -> _Row:
    return path, status.st_mode, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
