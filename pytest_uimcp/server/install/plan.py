"""Decides for each file whether to write it, keep the user's version, or remove an obsolete one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_uimcp.core.regular_file import read_regular

from .errors import explain
from .manifest import FileKind, InstallEntry
from .paths import InstallPaths
from .record import InstallRecord

__all__ = ["LARGEST", "InstallPlan", "Write", "is_in_place", "plan", "present_content", "stale_files"]

FRONT_END = "html/"
LARGEST: Final = 64 * 1024 * 1024


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
    if target.is_symlink():
        return b""  # whatever it leads to, it is a file of somebody else
    try:
        return read_regular(target, LARGEST)
    except FileNotFoundError:
        return None
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
    front_end = paths.base_dir / FRONT_END
    for name in record.files:
        target = paths.base_dir / name
        if not name.startswith(FRONT_END) or name in names or not target.is_file() or target.is_symlink():
            continue
        paths.check_inside(target)
        # Apps link their folders into html/: what is in those is theirs.
        is_linked = target.parent.resolve() != front_end.resolve() / target.parent.relative_to(front_end)
        content = None if is_linked else present_content(target)
        if content is not None and record.knows(name, content):
            yield name, target
