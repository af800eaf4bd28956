"""Decides for each file whether to write it, keep the user's version, or remove an obsolete one."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import explain
from .manifest import FileKind, InstallEntry
from .paths import InstallPaths
from .record import InstallRecord

__all__ = ["InstallPlan", "Write", "is_in_place", "plan", "present_content", "stale_files"]

FRONT_END = "html/"


@dataclass(frozen=True)
class Write:
    """A file that gets the bundle's content."""

    entry: InstallEntry
    content: bytes
    in_place: bool
    """Whether it has that content already, so that it is only reported."""


@dataclass(frozen=True)
class InstallPlan:
    """The decisions of one install."""

    writes: tuple[Write, ...]
    kept: tuple[str, ...]
    stale: tuple[tuple[str, Path], ...]


def plan(
    entries: Sequence[InstallEntry],
    paths: InstallPaths,
    record: InstallRecord,
    *,
    force: bool,
    upgrade: bool,
    prune: bool,
) -> InstallPlan:
    """Decide for every entry.

    `upgrade` says that an install of any version exists; `prune`, that `entries` is complete, so others are obsolete.
    """
    writes: list[Write] = []
    kept: list[str] = []
    for entry in entries:
        paths.check_inside(entry.target)
        content = entry.source.read_bytes()
        present = present_content(entry.target)
        if _is_ours(entry, record, content, present, force=force, upgrade=upgrade):
            writes.append(Write(entry, content, is_in_place(entry, content, present)))
        else:
            kept.append(entry.name)
    names = {entry.name for entry in entries}
    stale = tuple(stale_files(paths, record, names)) if prune else ()
    return InstallPlan(tuple(writes), tuple(kept), stale)


def present_content(target: Path) -> bytes | None:
    """The present content of a file; None if there is no file."""
    try:
        if target.is_dir() and not target.is_symlink():
            raise IsADirectoryError(errno.EISDIR, "")
        return target.read_bytes()
    except FileNotFoundError:
        return b"" if target.is_symlink() else None  # a dangling link counts as a file
    except IsADirectoryError as error:
        if target.is_symlink():
            return b""
        raise explain(error, target) from None
    except OSError as error:
        raise explain(error, target) from error


def _is_ours(
    entry: InstallEntry, record: InstallRecord, content: bytes, present: bytes | None, *, force: bool, upgrade: bool
) -> bool:
    if present is None or force or entry.kind is FileKind.README:
        return True
    if entry.kind is FileKind.FRONT_END and upgrade:
        return True
    if entry.target.is_symlink():
        return False  # the user linked it to another file on purpose
    return present == content or record.knows(entry.name, present)


def is_in_place(entry: InstallEntry, content: bytes, present: bytes | None) -> bool:
    """Whether the file has that content, and its mode, already."""
    if present != content or entry.target.is_symlink():
        return False
    return not entry.is_script or bool(entry.target.stat().st_mode & 0o100)


def stale_files(paths: InstallPaths, record: InstallRecord, names: set[str]) -> Iterable[tuple[str, Path]]:
    """Unchanged front-end files of an older install that this one does not have."""
    for name in record.files:
        target = paths.base_dir / name
        if name.startswith(FRONT_END) and name not in names and target.is_file():
            paths.check_inside(target)
            if record.knows(name, target.read_bytes()):
                yield name, target
