"""`ui-mcp install --undo`: the directory as it was before the first install.

What we wrote goes away while it is as we wrote it, links and directories that we made go too, and what made room comes
back. Everything else stays: edited files, apps, and what a server has written.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from .errors import InstallError
from .lock import exclusive
from .manifest import may_be_installed
from .paths import InstallPaths
from .plan import present_content
from .record import InstallRecord
from .transaction import FileTransaction


@dataclass(frozen=True)
class UndoResult:
    removed: tuple[str, ...]
    restored: tuple[str, ...]
    # What we wrote and somebody has edited.
    edited: tuple[str, ...]

    def describe(self) -> str:
        lines = [f"removed   {name}" for name in self.removed]
        lines += [f"restored  {name}" for name in self.restored]
        lines += [f"kept      {name}, which was edited" for name in self.edited]
        return "\n".join([*lines, "pytest-uimcp is not installed any more"])


def undo(base_dir: Path) -> UndoResult:
    """Take back every install into a directory; raises InstallError, and then nothing was changed."""
    paths = InstallPaths.of(base_dir)
    if not paths.project.is_dir():
        raise _nothing(paths)
    with exclusive(paths.project):
        record = InstallRecord.load(paths.base_dir)
        if not record.files:
            raise _nothing(paths, record.problem)
        with FileTransaction() as changes:
            result = _take_back(changes, paths, record)
        # The deepest first: a folder is empty when those in it are gone.
        for folder in sorted(map(paths.place_of, record.folders), key=lambda place: len(place.parts), reverse=True):
            with contextlib.suppress(OSError):  # something of somebody else is in it
                folder.rmdir()
    return result


def _take_back(changes: FileTransaction, paths: InstallPaths, record: InstallRecord) -> UndoResult:
    links = {name: to for name, to in record.links.items() if may_be_installed(name)}
    removed = [name for name, to in links.items() if _leads(paths.place_of(name), to)]
    edited: list[str] = []
    for name in filter(may_be_installed, record.files):
        target = paths.place_of(name)
        # Where we wrote a file, a link is somebody else's.
        present = None if target.is_symlink() else present_content(target)
        if present is not None:
            (removed if record.knows(name, present) else edited).append(name)
    for name in removed:
        paths.check_inside(paths.place_of(name))
        changes.remove(paths.place_of(name))
    restored: list[str] = []
    for name, saved in record.moved.items():
        if not may_be_installed(name):
            continue
        source = paths.place_of(saved)
        target = paths.place_of(name)
        paths.check_inside(target)
        if _is_there(source) and not _is_there(target):
            changes.stage_move(source, target)
            restored.append(name)
    changes.apply()
    # The record last: without it nobody can undo anything.
    changes.remove(paths.base_dir / record.name)
    return UndoResult(tuple(removed), tuple(restored), tuple(edited))


def _leads(link: Path, to: str) -> bool:
    return link.is_symlink() and str(link.readlink()) == to


def _is_there(path: Path) -> bool:
    return path.is_symlink() or path.exists()


def _nothing(paths: InstallPaths, problem: str | None = None) -> InstallError:
    reason = problem or f"no record in {paths.base_dir} says that pytest-uimcp has installed something there"
    return InstallError(f"nothing was undone: {reason}. Name the directory with --dir.")
