"""The Lua files of a session: where a name leads, and which files it has loaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from pytest_uimcp.engine.filestate import (
    BeingWritten,
    FileTooLarge,
    Signature,
    Snapshot,
    describe,
    leads_nowhere,
    look,
    read_file,
    show,
)
from pytest_uimcp.errors import UimcpError

__all__ = ["Kind", "Source", "SourceError", "SourceFile", "Sources"]

_LIMIT = 16 * 2**20
_NOT_FOUND = "\n\tno file '{}'"


class Kind(Enum):
    """What a Lua file was loaded as."""

    MAIN = "main"
    MCP = "mcp"
    INIT = "init"
    APP = "app"
    MODULE = "module"
    FILE = "file"


class SourceError(UimcpError):
    """A Lua file that is not there, may not be asked for, or cannot be read."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A Lua file that this session has loaded."""

    kind: Kind
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
    kind: Kind
    name: str
    path: Path
    seen: Snapshot
    modules: dict[str, None] = field(default_factory=dict)


Found = tuple[str, bytes] | tuple[None, str]


class Sources:
    """Finds and reads Lua files under `base_dir`, and remembers in which order this session first did."""

    def __init__(self, base_dir: str | Path) -> None:
        self.base_dir = Path(base_dir)
        self._lua = self.base_dir / "lua"
        self._apps = self.base_dir / "apps"
        self._loaded: dict[Path, _Loaded] = {}

    def main(self) -> Source | None:
        """`lua/main.lua`; None where there is none."""
        return self._optional(Kind.MAIN, "main", self._lua / "main.lua")

    def mcp(self) -> Source | None:
        """`lua/mcp.lua`; None where there is none."""
        return self._optional(Kind.MCP, "mcp", self._lua / "mcp.lua")

    def inits(self) -> Iterator[Source | SourceError]:
        """Every `apps/*/init.lua` in the order of the apps' names, each file once, or why it cannot be read."""
        seen = set()
        for app in self._app_names():
            try:
                source = self._optional(Kind.INIT, app, self._apps / app / "init.lua")
            except SourceError as error:
                yield error
                continue
            if source is not None and source.file.signature.real not in seen:
                seen.add(source.file.signature.real)
                yield source

    def find_module(self, name: bytes | str) -> Found:
        """`require`: `lua/a/b.lua` for "a.b", else `lua/a/b/init.lua`; (None, message) if neither will do."""
        return _answer(self.module, name)

    def find_app(self, name: bytes | str) -> Found:
        """An app's `lua/<name>.lua`, else its `apps/<name>/app.lua`."""
        return _answer(self.app, name)

    def read_source(self, name: bytes | str) -> Found:
        """A file named by its path under `lua/`."""
        return _answer(self.file, name)

    def module(self, name: str) -> Source:
        """What `require(name)` runs; raises SourceError."""
        parts = _parts(name.replace(".", "/"), f"module {name!r}")
        stem = self._lua.joinpath(*parts)
        places = (stem.with_name(stem.name + ".lua"), stem / "init.lua")
        return self._first(Kind.MODULE, name, places, f"module '{name}' not found:")

    def app(self, name: str) -> Source:
        """The main file of an app; raises SourceError."""
        (part,) = _parts(name, f"app {name!r}", single=True)
        places = (self._lua / f"{part}.lua", self._apps / part / "app.lua")
        return self._first(Kind.APP, name, places, f"app '{name}' not found:")

    def file(self, name: str) -> Source:
        """A file under `lua/`; raises SourceError."""
        parts = _parts(name, f"file {name!r}")
        return self._first(Kind.FILE, name, (self._lua.joinpath(*parts),), f"Lua file '{name}' not found:")

    def loaded(self) -> tuple[SourceFile, ...]:
        """What this session has loaded, in first-load order."""
        return tuple(self._file(loaded) for loaded in list(self._loaded.values()))

    def changed(self) -> tuple[SourceFile, ...]:
        """Loaded files that are something else now, in first-load order, each real file once."""
        changed: dict[str, SourceFile] = {}
        for loaded in list(self._loaded.values()):
            path = self._present(loaded)
            if loaded.seen.differs(path):
                changed.setdefault(os.path.realpath(path), self._file(loaded))
        return tuple(changed.values())

    def reread(self, file: SourceFile) -> Source:
        """Read a changed file again, for every path that leads to it; raises SourceError or BeingWritten."""
        loaded = self._loaded[file.path]
        path = self._present(loaded)
        snapshot = _read(path)
        if snapshot.half_written:
            raise BeingWritten(path)
        for other in self._loaded.values():
            if os.path.realpath(self._present(other)) == snapshot.signature.real:
                other.seen = snapshot.without_data()
        return self._source(loaded, snapshot)

    def forget(self, name: bytes | str, *, directory: bool = False) -> tuple[str, ...]:
        """Leave a module, or all of a directory, alone from now on; the names of the modules it held."""
        wanted = _text(name)
        gone = [loaded for loaded in self._loaded.values() if self._is_meant(loaded, wanted, directory)]
        for loaded in gone:
            del self._loaded[loaded.path]
        return tuple(module for loaded in gone for module in loaded.modules)

    def _first(self, kind: Kind, name: str, places: tuple[Path, ...], not_found: str) -> Source:
        message = not_found
        for place in places:
            if leads_nowhere(place):
                message += f"\n\tno file '{show(str(place))}': it is a link to {show(str(place.readlink()))}"
            elif look(place) is None:
                message += _NOT_FOUND.format(show(str(place)))
            else:
                return self._load(kind, name, place)
        raise SourceError(message)

    def _optional(self, kind: Kind, name: str, path: Path) -> Source | None:
        if look(path) is None and not leads_nowhere(path):
            return None
        return self._first(kind, name, (path,), f"{self._shown(path)} cannot be read:")

    def _load(self, kind: Kind, name: str, path: Path) -> Source:
        try:
            snapshot = _read(path)
        except BeingWritten:
            raise SourceError(f"{self._shown(path)} is being written; try again") from None
        loaded = self._loaded.setdefault(path, _Loaded(kind, name, path, snapshot))
        loaded.seen = snapshot.without_data()
        if kind is Kind.MODULE:
            loaded.modules[name] = None
        return self._source(loaded, snapshot)

    def _source(self, loaded: _Loaded, snapshot: Snapshot) -> Source:
        file = self._file(loaded)
        return Source(file, file.chunkname, _without_first_line_quirks(snapshot.data))

    def _file(self, loaded: _Loaded) -> SourceFile:
        signature = loaded.seen.signature
        chunkname = "@" + self._relative(signature.real)
        return SourceFile(loaded.kind, loaded.name, loaded.path, chunkname, signature, tuple(loaded.modules))

    def _present(self, loaded: _Loaded) -> Path:
        """Where to look for a loaded file: a link that is gone does not take its target with it."""
        return loaded.path if look(loaded.path) is not None else Path(loaded.seen.signature.real)

    def _relative(self, real: str) -> str:
        base = os.path.realpath(self.base_dir)
        return real[len(base) + 1 :] if real.startswith(base + os.sep) else real

    def _shown(self, path: Path) -> str:
        return show(str(path.relative_to(self.base_dir)))

    def _app_names(self) -> list[str]:
        try:
            return sorted(entry.name for entry in self._apps.iterdir() if not entry.name.startswith("."))
        except OSError:
            return []

    def _is_meant(self, loaded: _Loaded, wanted: str, directory: bool) -> bool:
        names = [str(loaded.path.relative_to(self.base_dir)), self._relative(loaded.seen.signature.real)]
        names += [name.removeprefix("lua/") for name in names]
        if directory:
            prefix = wanted.rstrip("/") + "/"
            dotted = wanted.replace(".", "/").rstrip("/") + "/"
            return any(name.startswith((prefix, dotted)) for name in names)
        return wanted in loaded.modules or wanted in names


def _answer(find: object, name: bytes | str) -> Found:
    assert callable(find)
    try:
        source: Source = find(_text(name))
    except SourceError as error:
        return None, str(error)
    return source.chunkname, source.text


def _text(name: bytes | str) -> str:
    return os.fsdecode(name)


def _parts(name: str, what: str, *, single: bool = False) -> list[str]:
    """The folders and the file a name stands for; a name that leads elsewhere is refused."""
    if "\0" in name:
        raise SourceError(f'{show(what)} holds a NUL byte; expected a name as in "contacts"')
    parts = name.split("/")
    if single and len(parts) != 1:
        raise SourceError(f"{show(what)} is a path; expected the name of a directory in apps/")
    if any(part in ("", ".", "..") for part in parts):
        raise SourceError(
            f'{show(what)} leads out of lua/; expected names of folders and a file, as in "views.rows"'
        )
    return parts


def _read(path: Path) -> Snapshot:
    try:
        return read_file(path, _LIMIT)
    except FileTooLarge:
        raise SourceError(f"cannot read '{show(str(path))}': it is over 16 MiB") from None
    except OSError as error:
        raise SourceError(f"cannot read '{show(str(path))}': {describe(error)}") from None


def _without_first_line_quirks(text: bytes) -> bytes:
    """Lua's own loader skips these in files; line numbers stay."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    if text.startswith(b"#"):
        end = text.find(b"\n")
        return b"" if end < 0 else text[end:]
    return text
