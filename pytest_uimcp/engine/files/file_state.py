"""The state of a file, and whether it has changed since it was read.

Two facts about file systems shape this module. Time stamps are coarse (4 ms on ext4, 2 s on FAT): a file saved twice
within one tick can have one signature for two contents, so a file that was modified just before it was read is compared
by contents at the next look. And a file can be read while an editor is saving it: a read during which the file changes
does not count.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pytest_uimcp.core.real_paths import real_path
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.regular_file import FileTooLarge, open_regular

__all__ = [
    "BeingWritten",
    "Signature",
    "Snapshot",
    "dangling_target",
    "is_directory",
    "is_recent",
    "is_there",
    "os_error_reason",
    "printable",
    "read_file",
    "signature_of",
]

# More than ten ticks of the time stamps of ext4.
_RECENT_NS = 50_000_000
_RECENT_WHOLE_SECONDS_NS = 2_000_000_000
# Below the limit of WriteDebounce (1 s): after that an empty file is what somebody wanted.
_EMPTY_IS_HALF_WRITTEN_NS = 900_000_000
_READS = 3


class Signature(NamedTuple):
    """The file a path leads to, and its state; any way of saving changes one of these."""

    real: str
    device: int
    inode: int
    size: int
    mtime_ns: int


class BeingWritten(Exception):
    """Somebody is writing the file; look again in a moment."""


@dataclass(slots=True)
class Snapshot:
    data: bytes
    signature: Signature
    digest: bytes
    read_ns: int

    def differs(self, path: Path) -> bool:
        """Whether something else is at `path` now; a missing file does not count."""
        signature = signature_of(path)
        return signature is not None and self.is_outdated(signature)

    def is_outdated(self, signature: Signature) -> bool:
        """Whether the file has changed, whose signature is this now; reads it if its time stamp cannot tell."""
        # First what costs nothing; the contents are compared only if the time stamp cannot tell.
        return signature != self.signature or (self._was_recent and self._contents_differ(Path(signature.real)))

    @property
    def half_written(self) -> bool:
        """Whether this file was truncated a moment ago, so that somebody is probably about to write it."""
        age = self.read_ns - self.signature.mtime_ns
        return not self.data and 0 <= age < _EMPTY_IS_HALF_WRITTEN_NS

    def without_data(self) -> Snapshot:
        return replace(self, data=b"")

    @property
    def _was_recent(self) -> bool:
        return is_recent(self.signature.mtime_ns, self.read_ns)

    def _contents_differ(self, path: Path) -> bool:
        try:
            again = read_file(path, limit=self.signature.size)
        except (OSError, BeingWritten):
            return True
        if again.digest == self.digest:
            self.read_ns = again.read_ns
            return False
        return True


def is_there(path: Path) -> bool:
    """Whether `path` leads to a file or directory."""
    try:
        os.stat(path)  # noqa: PTH116 -- a method of the path takes longer than the system does
    except (OSError, ValueError):
        return False
    return True


def signature_of(path: Path) -> Signature | None:
    """The signature of the file or directory that `path` leads to; None when it leads nowhere."""
    try:
        status = os.stat(path)  # noqa: PTH116 -- as above
    except (OSError, ValueError):
        return None
    return _signature(real_path(path), status)


def read_file(path: Path, limit: int) -> Snapshot:
    """Read a regular file of at most `limit` bytes; raises OSError, FileTooLarge or BeingWritten."""
    # A file that changes during three reads is being written, by a copy of a large file for example.
    for _ in range(_READS):
        snapshot = _read_once(path, limit)
        if snapshot is not None:
            return snapshot
    raise BeingWritten(path)


def is_directory(path: Path) -> bool:
    """Whether `path` leads to a directory; unlike Path.is_dir, one that cannot be reached is none."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def dangling_target(path: Path) -> str | None:
    """The target of a link that leads nowhere; None for everything else."""
    try:
        target = os.readlink(path)  # noqa: PTH115 -- as above
    except (OSError, ValueError):
        return None
    if is_there(path):
        return None
    return target


def is_recent(mtime_ns: int, now_ns: int | None = None) -> bool:
    """Whether a later change could get the same time stamp."""
    coarse = mtime_ns % 1_000_000_000 == 0
    age = (time.time_ns() if now_ns is None else now_ns) - mtime_ns
    return abs(age) < (_RECENT_WHOLE_SECONDS_NS if coarse else _RECENT_NS)


def os_error_reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason[:1].lower() + reason[1:]


def printable(text: str) -> str:
    """A file name that any log or JSON can hold: bytes that are not UTF-8 become U+FFFD."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _read_once(path: Path, limit: int) -> Snapshot | None:
    real = real_path(path)
    descriptor = open_regular(path)
    try:
        status_before = os.fstat(descriptor)
        if status_before.st_size > limit:
            raise FileTooLarge(errno.EFBIG, f"it is over {limit} bytes", str(path))
        data = _read_all(descriptor, limit + 1)
        status_after = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    signature = _signature(real, status_after)
    # It changed while it was read: half of the old and half of the new would be a file that never existed.
    if signature != _signature(real, status_before) or len(data) != status_after.st_size:
        return None
    return Snapshot(data, signature, hashlib.blake2b(data, digest_size=16).digest(), time.time_ns())


def _read_all(descriptor: int, limit: int) -> bytes:
    pieces = []
    while limit > 0 and (piece := os.read(descriptor, min(limit, 1 << 20))):
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def _signature(real: str, status: os.stat_result) -> Signature:
    return Signature(real, status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
