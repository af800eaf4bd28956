"""Finds the files of apps and modules under base_dir by their names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.engine.files.file_state import BeingWritten, dangling_target, is_there, printable
from pytest_uimcp.engine.files.loaded_files import LoadedFiles, Source, SourceError, SourceFile, SourceRole, read_lua
from pytest_uimcp.engine.lua.access import LuaIo

__all__ = ["Source", "SourceError", "SourceFile", "SourceRole", "Sources"]

Found = tuple[str, bytes] | tuple[None, str]


class Sources:
    """Finds and reads the Lua files of a session; every file it returns counts as loaded."""

    def __init__(self, base_dir: str | Path, access: LuaIo = LuaIo.ALL, backdrop: Backdrop | None = None) -> None:
        self.base_dir = Path(base_dir)
        self.files = LoadedFiles(self.base_dir, backdrop)
        self._backdrop = backdrop
        self._access = access
        self._lua = self.base_dir / "lua"
        self._apps = self.base_dir / "apps"

    def main(self) -> Source | None:
        return self._optional(SourceRole.MAIN, "main", self._lua / "main.lua")

    def mcp(self) -> Source | None:
        return self._optional(SourceRole.MCP, "mcp", self._lua / "mcp.lua")

    def inits(self) -> Iterator[Source | SourceError]:
        """Every `apps/*/init.lua` by name of the app, each real file once, or the error of reading it."""
        # Apps may be links to one another's folder.
        real_paths = set()
        for app in self._app_names():
            place = f"{self._apps}{os.sep}{app}{os.sep}init.lua"
            # Most apps have none, and each session asks all of them.
            if not os.path.lexists(place) and (self._backdrop is None or self._backdrop.behind(place) is None):
                continue
            try:
                source = self._optional(SourceRole.INIT, app, Path(place))
            except SourceError as error:
                yield error
                continue
            if source is not None and source.file.signature.real not in real_paths:
                real_paths.add(source.file.signature.real)
                yield source

    def module(self, name: str) -> Source:
        """What `require(name)` runs; raises SourceError.

        "a.b" is `lua/a/b.lua`, `lua/a/b/init.lua` or `a/b.lua`; and `apps/a/b.lua`, for an app that is not linked.
        """
        if self._access is LuaIo.NONE:
            raise SourceError("require is switched off by --lua-io none")
        parts = _parts(f"module '{name}'", name.replace(".", "/"))
        lua = self._lua.joinpath(*parts)
        # Without a link `lua/a.lua`, the module "a" is the app itself.
        if len(parts) > 1:
            of_app = [*parts[:-1], f"{parts[-1]}.lua"]
        else:
            of_app = [*parts, "app.lua"]
        # The first that exists counts. `apps/` is the last, for an app that is not linked into lua/.
        places = (
            lua.with_name(lua.name + ".lua"),
            lua / "init.lua",
            self.base_dir.joinpath(*parts[:-1], f"{parts[-1]}.lua"),
            self._apps.joinpath(*of_app),
        )
        return self._first(SourceRole.MODULE, name, places, f"module '{name}' not found")

    def app(self, name: str) -> Source:
        """An app's `lua/<name>.lua`, else its `apps/<name>/app.lua`; raises SourceError."""
        _one_part(f"app '{name}'", name)
        places = (self._lua / f"{name}.lua", self._apps / name / "app.lua")
        return self._first(SourceRole.APP, name, places, f"app '{name}' not found", self._app_names)

    def file(self, name: str) -> Source:
        """A file by its path under `lua/`; raises SourceError."""
        place = self._lua.joinpath(*_parts(f"Lua file '{name}'", name))
        return self._first(SourceRole.FILE, name, (place,), f"Lua file '{name}' not found")

    def find_module(self, name: bytes | str) -> Found:
        """`module` for callers that cannot take an exception: (chunkname, text) or (None, message)."""
        return _answer(self.module, name)

    def find_app(self, name: bytes | str) -> Found:
        """`app` for callers that cannot take an exception."""
        return _answer(self.app, name)

    def read_source(self, name: bytes | str) -> Found:
        """`file` for callers that cannot take an exception."""
        return _answer(self.file, name)

    def changed(self) -> tuple[SourceFile, ...]:
        """The loaded files that have changed, in first-load order, each real file once."""
        return self.files.changed()

    def forget(self, name: bytes | str, *, directory: bool = False) -> tuple[SourceFile, ...]:
        """Stop reloading a module, or all of a directory; returns the files that it held."""
        return self.files.forget(os.fsdecode(name), directory=directory)

    def _first(
        self,
        role: SourceRole,
        name: str,
        places: tuple[Path, ...],
        not_found: str,
        known_names: Callable[[], Iterable[str]] = tuple,
    ) -> Source:
        looked = []
        for place in places:
            if (file := self._file_at(place)) is not None:
                return self._load(role, name, place, file)
            path = printable(str(place))
            if (target := dangling_target(place)) is not None:
                # It is passed over like a missing file, but the message says which it is.
                looked.append(f"no file '{path}': this link to '{printable(target)}' leads nowhere")
            else:
                looked.append(f"no file '{path}'")
        raise SourceError("\n\t".join([printable(f"{not_found}{hint(name, known_names())}:"), *looked]))

    def _optional(self, role: SourceRole, name: str, path: Path) -> Source | None:
        if (file := self._file_at(path)) is not None:
            return self._load(role, name, path, file)
        # A link that leads nowhere counts as there: it is reported, not taken for a file that nobody wrote.
        if dangling_target(path) is None:
            return None
        return self._first(role, name, (path,), f"{path.relative_to(self.base_dir)} cannot be read")

    def _file_at(self, place: Path) -> Path | None:
        """The file to read for a place: the one that is there, else the one behind it."""
        if is_there(place):
            return place
        # A link that leads nowhere hides what is behind it.
        if self._backdrop is None or os.path.islink(place):  # noqa: PTH114 -- asked for each app of the directory
            return None
        return self._backdrop.behind(place)

    def _load(self, role: SourceRole, name: str, path: Path, file: Path) -> Source:
        if role is SourceRole.MODULE and self._access is LuaIo.BASE_DIR:
            self._confine(name, file)
        try:
            snapshot = read_lua(file)
        except BeingWritten:
            raise SourceError(f"cannot read '{printable(str(path))}': it is being written; try again") from None
        return self.files.add(role, name, path, snapshot)

    def _confine(self, name: str, path: Path) -> None:
        real = os.path.realpath(path)
        if self.files.inside(real) is None:
            raise SourceError(
                f"module '{printable(name)}' is the file '{printable(real)}',"
                f" outside of '{printable(str(self.base_dir))}' (--lua-io base-dir)"
            )

    def _app_names(self) -> list[str]:
        try:
            return sorted(entry.name for entry in self._apps.iterdir() if not entry.name.startswith("."))
        except OSError:
            return []


def _answer(find: Callable[[str], Source], name: bytes | str) -> Found:
    try:
        source = find(os.fsdecode(name))
    except SourceError as error:
        return None, str(error)
    return source.chunkname, source.text


def _parts(description: str, path: str) -> list[str]:
    """Split a path; one that leads out of lua/ is refused."""
    _no_zero_byte(description, path)
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise SourceError(f"{printable(description)} leads out of lua/; expected a file below it, as in 'views.rows'")
    return parts


def _one_part(description: str, name: str) -> None:
    _no_zero_byte(description, name)
    if "/" in name or name in ("", ".", ".."):
        raise SourceError(
            f"{printable(description)} is not the name of an app; expected a folder of apps/, as in 'contacts'"
        )


def _no_zero_byte(description: str, name: str) -> None:
    if "\0" in name:
        raise SourceError(f"{printable(description)} contains a zero byte; expected a name without one")
