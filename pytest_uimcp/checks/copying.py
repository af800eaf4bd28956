"""A throw-away copy of an app directory, complete enough to run.

The directory under test is only read. Links between its files stay links between the copies; a link that leads out
of it is replaced by its target. Files that a server would install are added if the directory lacks them: at once, or
when somebody looks.
"""

from __future__ import annotations

import errno
import functools
import os
import stat
from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.app_directory import ENTRY
from pytest_uimcp.checks.tree_copy import copy_tree
from pytest_uimcp.core.assets import bundle_dir, fixtures_dir
from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.records import dataclass

# Without O_BINARY, which only Windows has, line ends would be converted.
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_TAKEN = (errno.EEXIST, errno.ENOTDIR, errno.ELOOP)
_PARTS = ("apps", "lua", "viewdefs", "html")
DATA: Final = "storage"
"""The folder of an app directory for what apps keep."""


class NoProject(UimcpError):
    """The source is neither an app directory, nor an app, nor the name of a sample."""


def copy_app_directory(
    source: str | Path, target: Path, *, leave_out: Collection[str] = (), follow_out: bool = True
) -> None:
    """Copy an app directory, a single app, or a sample app by its name.

    The names in `leave_out` are neither copied from the top level of an app directory nor added there. Without
    `follow_out`, what links out of the directory lead to is not copied.
    """
    _copy(source, target, leave_out, follow_out=follow_out)
    _add_missing(bundle_dir(), target, leave_out)


def copy_with_backdrop(
    source: str | Path,
    target: Path,
    *,
    leave_out: Collection[str] = (),
    follow_out: bool = True,
    in_place: Collection[str] = (),
) -> Backdrop:
    """Copy the same; the files that a server would install are behind the copy, but for the folders `in_place`."""
    _copy(source, target, leave_out, follow_out=follow_out)
    if in_place:
        _add_missing(bundle_dir(), target, leave_out, in_place)
    return backdrop_of(target, leave_out)


def backdrop_of(copy: Path, leave_out: Collection[str] = ()) -> Backdrop:
    """What is behind a copy of an app directory's own files."""
    bundle = bundle_dir()
    return Backdrop(copy, bundle, partial(_add_missing, bundle, copy, leave_out))


def original_of(source: str | Path) -> Path:
    """The directory that a path or the name of a sample means."""
    path = Path(source)
    if not path.exists() and isinstance(source, str) and (fixtures_dir() / "apps" / source).is_dir():
        return fixtures_dir() / "apps" / source
    return path


def _copy(source: str | Path, target: Path, leave_out: Collection[str], *, follow_out: bool = True) -> None:
    path = original_of(source)
    # A single app is put below apps/, under the name that its folder really has.
    if (path / ENTRY).is_file():
        copy_tree(path, target / "apps" / path.resolve().name, follow_out=follow_out)
    elif any((path / part).is_dir() for part in _PARTS):
        data = _own_data(path)
        copy_tree(path, target, leave_out={*leave_out, *data}, follow_out=follow_out)
        if data and DATA not in leave_out:
            (target / DATA).mkdir()
    else:
        samples = ", ".join(sorted(p.name for p in (fixtures_dir() / "apps").iterdir()))
        raise NoProject(
            f"expected an app directory (with one of {', '.join(f'{part}/' for part in _PARTS)}), an app (with "
            f"app.lua) or a sample ({samples}), found none at {str(source)!r}"
        )


def _own_data(path: Path) -> tuple[str, ...]:
    """The folder of what apps keep, if git leaves it out as the installed `.gitignore` says.

    A test on one machine then begins as in continuous integration, where a fresh clone has no such data: a story would
    fail as soon as somebody used the app.
    """
    if not (path / DATA).is_dir():
        return ()
    try:
        ignored = (path / ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    if f"/{DATA}/*" in ignored:
        return (DATA,)
    return ()


def _make(folder: Path) -> bool:
    """Make a folder; false if something else is in its place, such as a broken link."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True


@dataclass(frozen=True, slots=True)
class _Stock:
    """A file of the bundle, kept in memory because every project gets a copy."""

    folder: str
    name: str
    content: bytes
    mode: int


def _stock(bundle: Path, parts: Collection[str] | None) -> Iterator[_Stock]:
    """The files of the bundle, or of some of its folders."""
    for part in _parts_of(bundle):
        if parts is None or part.name in parts:
            yield from _stock_of(bundle, part)


@functools.cache
def _parts_of(bundle: Path) -> tuple[Path, ...]:
    return tuple(sorted(bundle.iterdir()))


@functools.cache
def _stock_of(bundle: Path, part: Path) -> tuple[_Stock, ...]:
    files = (path for path in (part, *sorted(part.rglob("*"))) if path.is_file())
    return tuple(
        _Stock(
            str(path.parent.relative_to(bundle)),
            str(path.relative_to(bundle)),
            path.read_bytes(),
            stat.S_IMODE(path.stat().st_mode),
        )
        for path in files
    )


def _add_missing(bundle: Path, target: Path, leave_out: Collection[str], parts: Collection[str] | None = None) -> None:
    is_folder: dict[str, bool] = {}
    for file in _stock(bundle, parts):
        if file.name.split(os.sep, 1)[0] in leave_out:
            continue
        if file.folder not in is_folder:
            is_folder[file.folder] = _make(target / file.folder)
        if not is_folder[file.folder]:
            continue
        try:
            # Plain system calls: copying seventy files with shutil takes longer than starting the server.
            descriptor = os.open(f"{target}{os.sep}{file.name}", _NEW_FILE, file.mode)
        except FileExistsError:  # a broken link counts as existing
            continue
        with os.fdopen(descriptor, "wb", buffering=0) as copy:
            copy.write(file.content)
