"""Decides for each file whether to write it, keep what is there, or remove an obsolete one.

Only what the record says we wrote is replaced or removed, and only while it is as we wrote it. Everything else
stays, or makes room under a name that ends in `.orig`.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from pytest_uimcp.core.regular_file import read_regular

from .errors import explain
from .manifest import FileKind, InstallEntry
from .paths import InstallPaths
from .record import ORIG, InstallRecord

FRONT_END = "html/"
THEMES: Final = "html/themes/"
# The folders into which apps are linked.
LINKED: Final = ("lua/", "viewdefs/")
MAX_FILE_BYTES: Final = 64 * 1024 * 1024


class Treatment(Enum):
    WRITE = "it gets the bundle's content: nothing is there, or what we wrote"
    REPLACE = "what is there makes room under another name"
    KEEP = "what is there stays, and is reported"
    LEAVE = "what is there has the same content, and is not ours"


@dataclass(frozen=True)
class Write:
    entry: InstallEntry
    content: bytes
    # Whether it has that content already, so that it is only reported.
    in_place: bool
    # Where what stands there is moved first.
    saved: Path | None = None


@dataclass(frozen=True)
class InstallPlan:
    writes: tuple[Write, ...]
    edited: tuple[str, ...]
    stale: tuple[tuple[str, Path], ...]

    @property
    def moved(self) -> dict[str, str]:
        return {write.entry.name: write.saved.name for write in self.writes if write.saved is not None}


def plan(
    entries: Sequence[InstallEntry],
    paths: InstallPaths,
    record: InstallRecord,
    *,
    force: bool,
    prune: bool,
) -> InstallPlan:
    """Decide for every entry; `prune` says that `entries` is complete, so that other front-end files are obsolete."""
    writes: list[Write] = []
    edited: list[str] = []
    for entry in entries:
        # First: a link in the directory could lead any of what follows to another place.
        paths.check_inside(entry.target)
        content = entry.source.read_bytes()
        present = present_content(entry.target)
        treatment = _treatment(entry, paths, record, content, present, force=force)
        if treatment is Treatment.WRITE:
            writes.append(Write(entry, content, is_in_place(entry, content, present)))
        elif treatment is Treatment.REPLACE:
            writes.append(Write(entry, content, in_place=False, saved=free_name(entry.target)))
        # `LEAVE` is in no list: there is nothing to do and nothing to tell.
        elif treatment is Treatment.KEEP:
            edited.append(entry.name)
    names = {entry.name for entry in entries}
    stale = tuple(stale_files(paths, record, names)) if prune else ()
    return InstallPlan(tuple(writes), tuple(edited), stale)


def present_content(target: Path) -> bytes | None:
    if target.is_symlink():
        return b""  # whatever it leads to, it is a file of somebody else
    try:
        return read_regular(target, MAX_FILE_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise explain(error, target) from error


def free_name(target: Path) -> Path:
    """The first free name for what has to make room: with `.orig`, `.orig2` and so on at its end."""
    numbers = itertools.chain([""], map(str, itertools.count(2)))
    names = (target.with_name(f"{target.name}{ORIG}{number}") for number in numbers)
    return next(name for name in names if not name.exists() and not name.is_symlink())


def _treatment(
    entry: InstallEntry,
    paths: InstallPaths,
    record: InstallRecord,
    content: bytes,
    present: bytes | None,
    *,
    force: bool,
) -> Treatment:
    was_ours = entry.name in record.files
    is_link = entry.target.is_symlink()
    if present is None or (not is_link and record.knows(entry.name, present)):
        return Treatment.WRITE
    if not is_link and present == content:
        # A file that somebody else has put there stays somebody else's.
        if was_ours:
            return Treatment.WRITE
        return Treatment.LEAVE
    if force:
        if _belongs_to_an_app(entry, paths, was_ours=was_ours):
            return Treatment.KEEP
        return Treatment.REPLACE
    # The README states the version, and front-end files belong together: an old one among new ones breaks pages.
    moves_along = entry.kind is FileKind.README or (entry.kind is FileKind.FRONT_END and was_ours and not is_link)
    if moves_along:
        return Treatment.REPLACE
    return Treatment.KEEP


def _belongs_to_an_app(entry: InstallEntry, paths: InstallPaths, *, was_ours: bool) -> bool:
    """Whether it is a link that `linkapp` makes, or a theme that came with somebody's apps: no force replaces these."""
    # Where the link says it leads, without following: the app may be gone.
    if entry.target.is_symlink() and entry.name.startswith(LINKED):
        leads_to = Path(os.path.normpath(entry.target.parent / entry.target.readlink()))
        return leads_to.is_relative_to(paths.base_dir / "apps")
    return entry.name.startswith(THEMES) and not was_ours


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
        # Only what nobody has edited is removed.
        content = None if is_linked else present_content(target)
        if content is not None and record.knows(name, content):
            yield name, target
