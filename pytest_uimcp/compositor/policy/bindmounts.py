"""The same file under several mounts: `mount --bind /srv/data/keys /mnt` makes `/mnt/a` a file below `/srv/data`."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

MOUNT_TABLE: Final = Path("/proc/self/mountinfo")
_ESCAPE: Final = re.compile(r"\\([0-7]{3})")


class _Mount(NamedTuple):
    """What a line of the table says: this place shows that part of a device."""

    device: str
    part: str
    place: str


def shares_mount(path: str, root: str) -> bool:
    """Whether another mount has a path, as the file system writes it, in what is below a folder."""
    mounts = list(_mounts())
    origin = _origin(path, mounts)
    if origin is None:
        return False
    device, part = origin
    origins = [(mount.device, mount.part) for mount in mounts if _is_below(mount.place, root)]
    folder = _origin(root, mounts)
    return any(
        device == other_device and _is_below(part, top)
        for other_device, top in [*origins, *([folder] if folder else [])]
    )


def _mounts() -> Iterator[_Mount]:
    # The mounts of this process. Only Linux has the table; elsewhere no part of a device is mounted twice.
    try:
        table = os.fsdecode(MOUNT_TABLE.read_bytes())
    except OSError:
        return
    # Only spaces, tabs, newlines and backslashes are escaped: a path may hold other characters that separate lines.
    for line in table.removesuffix("\n").split("\n"):
        fields = line.split(" ")
        yield _Mount(fields[2], _unescaped(fields[3]), _unescaped(fields[4]))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text)


def _character(escape: re.Match[str]) -> str:
    # The kernel writes three octal digits: `\040` is a space.
    return chr(int(escape[1], 8))


def _origin(path: str, mounts: list[_Mount]) -> tuple[str, str] | None:
    # The device of a path, and the path on it. Of two mounts at the same place the later hides the earlier.
    covering = [mount for mount in mounts if _is_below(path, mount.place)]
    if not covering:
        return None
    longest = max(len(mount.place) for mount in covering)
    # The table is in the order of mounting.
    mount = [mount for mount in covering if len(mount.place) == longest][-1]
    return mount.device, posixpath.normpath(posixpath.join(mount.part, posixpath.relpath(path, mount.place)))


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")
