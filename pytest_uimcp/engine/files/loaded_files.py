"""The Lua files that a session has loaded: the only ones hot reload runs again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import field
from enum import Enum
from pathlib import Path

from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.real_paths import real_path
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.regular_file import FileTooLarge
from pytest_uimcp.engine.files.file_state import (
    BeingWritten,
    Signature,
    Snapshot,
    os_error_reason,
    printable,
    read_file,
    signature_of,
)
from pytest_uimcp.engine.lua.source_text import MAX_SOURCE_BYTES, without_first_line_quirks

__all__ = ["LoadedFiles", "Source", "SourceError", "SourceFile", "SourceRole", "read_lua"]


class SourceRole(Enum):
    MAIN = "main"
    MCP = "mcp"
    INIT = "init"
    APP = "app"
    MODULE = "module"
    FILE = "file"


@public
class SourceError(UimcpError):
    """A Lua file does not exist, is not allowed, or cannot be read."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    role: SourceRole
    name: str
    path: Path
    chunkname: str
    signature: Signature
    modules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A file and its text, ready to run; Lua takes any bytes."""

    file: SourceFile
    chunkname: str
    text: bytes


@dataclass(slots=True)
class _Loaded:
    role: SourceRole
    name: str
    path: Path
    snapshot: Snapshot
    real: str
    modules: dict[str, None] = field(default_factory=dict)

    def current_signature(self) -> Signature | None:
        """The signature now; if a link is gone, that of its former target."""
        return signature_of(self.path) or signature_of(Path(self.snapshot.signature.real))


class LoadedFiles:
    """The loaded files by the path they were loaded through, in first-load order."""

    def __init__(self, base_dir: Path, backdrop: Backdrop | None = None) -> None:
        self._base_dir = base_dir
        self._folders = [base_dir] if backdrop is None else [base_dir, backdrop.files]
        self._loaded: dict[Path, _Loaded] = {}

    def __iter__(self) -> Iterator[SourceFile]:
        return iter([self._file(file) for file in list(self._loaded.values())])

    def add(self, role: SourceRole, name: str, path: Path, snapshot: Snapshot) -> Source:
        """Record a file that is about to run."""
        stored_snapshot = snapshot.without_data()
        real = snapshot.signature.real
        # A file that is loaded a second time keeps its place: reloading runs files in the order of the first time.
        file = self._loaded.setdefault(path, _Loaded(role, name, path, stored_snapshot, real))
        file.snapshot = stored_snapshot
        file.real = real
        if role is SourceRole.MODULE:
            file.modules[name] = None
        return self._source(file, snapshot)

    def changed(self) -> tuple[SourceFile, ...]:
        """The files that have changed, each real file once; missing ones are ignored."""
        changed: dict[str, SourceFile] = {}
        for file in list(self._loaded.values()):
            signature = file.current_signature()
            if signature is None:
                continue
            # A link may lead to another file now.
            file.real = signature.real
            if file.snapshot.is_outdated(signature) and not self._is_put(file, signature):
                # Two paths can lead to one file, which must not run twice.
                changed.setdefault(signature.real, self._file(file))
        return tuple(changed.values())

    def reread(self, file: SourceFile) -> Source:
        """Read a changed file again, for every path that leads to it; raises SourceError or BeingWritten."""
        entry = self._loaded[file.path]
        if entry.current_signature() is None:  # probably deleted to be written again
            raise BeingWritten(file.path)
        snapshot = read_lua(Path(entry.real))
        if snapshot.half_written:
            raise BeingWritten(file.path)
        stored_snapshot = snapshot.without_data()
        for alias in self._loaded.values():
            if alias.real == entry.real:
                alias.snapshot = stored_snapshot
                entry.modules |= alias.modules
        return self._source(entry, snapshot)

    def forget(self, name: str, *, directory: bool = False) -> tuple[SourceFile, ...]:
        """Stop reloading a module, or all of a directory; returns the files that it held."""
        is_meant = self._is_below if directory else self._is_called
        forgotten = [file for file in self._loaded.values() if is_meant(file, name)]
        for file in forgotten:
            del self._loaded[file.path]
        return tuple(self._file(file) for file in forgotten)

    def chunkname(self, real: str) -> str:
        """The chunk name of a file: relative to base_dir if it is inside."""
        return "@" + (self.inside(real) or real)

    def inside(self, real: str) -> str | None:
        """A real path relative to base_dir, or to what is behind it; None for one outside."""
        for folder in self._folders:
            base = real_path(folder)
            if real.startswith(base.rstrip(os.sep) + os.sep):
                return real[len(base) + 1 :]
        return None

    def _is_put(self, file: _Loaded, signature: Signature) -> bool:
        """Whether it is the file that was behind the directory and has been put into it since, as it ran."""
        behind = [real_path(folder) + os.sep for folder in self._folders[1:]]
        if not file.snapshot.signature.real.startswith(tuple(behind)):
            return False
        try:
            snapshot = read_file(Path(signature.real), MAX_SOURCE_BYTES)
        except (OSError, BeingWritten):
            return False
        if snapshot.digest != file.snapshot.digest:
            return False
        file.snapshot = snapshot.without_data()
        return True

    def _is_called(self, file: _Loaded, name: str) -> bool:
        return name in file.modules or name in self._names(file)

    def _is_below(self, file: _Loaded, directory: str) -> bool:
        prefixes = tuple(path.rstrip("/") + "/" for path in (directory, directory.replace(".", "/")))
        return any(name.startswith(prefixes) for name in self._names(file))

    def _names(self, file: _Loaded) -> list[str]:
        # A module may be forgotten by the name it was required with, by its path, or by that of its app.
        paths = [
            str(file.path.relative_to(self._base_dir)),
            self.inside(file.snapshot.signature.real) or file.snapshot.signature.real,
        ]
        return paths + [path.removeprefix(folder) for path in paths for folder in ("lua/", "apps/")]

    def _source(self, entry: _Loaded, snapshot: Snapshot) -> Source:
        file = self._file(entry)
        return Source(file, file.chunkname, without_first_line_quirks(snapshot.data))

    def _file(self, entry: _Loaded) -> SourceFile:
        signature = entry.snapshot.signature
        chunkname = self.chunkname(signature.real)
        return SourceFile(entry.role, entry.name, entry.path, chunkname, signature, tuple(entry.modules))


def read_lua(path: Path) -> Snapshot:
    """Read a Lua file; raises SourceError or BeingWritten."""
    try:
        return read_file(path, MAX_SOURCE_BYTES)
    except FileTooLarge:
        raise SourceError(f"cannot read '{printable(str(path))}': it is over 16 MiB") from None
    except OSError as error:
        raise SourceError(f"cannot read '{printable(str(path))}': {os_error_reason(error)}") from None
