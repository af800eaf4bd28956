"""What somebody else may have put in the place of a file."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

__all__ = ["KINDS", "plant"]


def _socket(place: Path) -> None:
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            # An address has at most 108 bytes, fewer than a path below a temporary directory.
            bound.bind(f"/proc/self/fd/{folder}/{place.name}")
    finally:
        os.close(folder)


def _huge(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(1 << 40)
    place.chmod(0o600)  # as tokens are


def _loop(place: Path) -> None:
    other = place.with_name(f"{place.name}~")
    place.symlink_to(other.name)
    other.symlink_to(place.name)


KINDS: Final[dict[str, tuple[Callable[[Path], object], str]]] = {
    "pipe": (os.mkfifo, "it is not a regular file"),
    "device": (lambda place: place.symlink_to("/dev/zero"), "it is not a regular file"),
    "socket": (_socket, "it is not a regular file"),
    "huge": (_huge, "it is over "),
    "loop": (_loop, "Too many levels of symbolic links"),
    "root": (lambda place: place.symlink_to("/"), "it is a directory"),
    # A regular file that nobody can read, not even root.
    "unreadable": (lambda place: place.symlink_to("/proc/self/mem"), "Input/output error"),
    "vanished": (lambda place: place.symlink_to("gone"), "No such file or directory"),
}
"""How to make each, and what the system or a reader says of it."""


def plant(kind: str, place: Path) -> None:
    """Put it there, in place of what was there."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    KINDS[kind][0](place)
