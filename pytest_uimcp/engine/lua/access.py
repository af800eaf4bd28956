"""What the `io` and `os` libraries of an app may touch."""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.regular_file import read_beginning
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.source_text import MAX_SOURCE_BYTES
from pytest_uimcp.engine.lua.temporary import TemporaryFiles

__all__ = ["TRUSTED", "FileAccess", "LuaIo"]


class LuaIo(Enum):
    """The values of `--lua-io`."""

    ALL = "all"
    BASE_DIR = "base-dir"
    NONE = "none"


# These act on a directory entry and not on what it points to: the directory it is in decides.
ENTRY_FUNCTIONS = frozenset({b"os.remove", b"os.rename"})


# What the user and the server trust in a base directory: its settings, its token and its scripts. An app that could
# write them would have everything from the next start on, or from the next call of a script.
TRUSTED = frozenset(
    {
        b"config.toml",
        b"mcp-token",
        b"event",
        b"linkapp",
        b"mcp",
        b"state",
        b"variables",
        b"wait-for-state.sh",
    }
)


class FileAccess:
    """Decides, per function and path, what an app may open. The work itself is done in Lua."""

    def __init__(
        self,
        mode: LuaIo,
        base_dir: Path | None = None,
        directory: Path | None = None,
        backdrop: Backdrop | None = None,
    ) -> None:
        if mode is LuaIo.BASE_DIR and base_dir is None:
            raise ValueError("--lua-io base-dir needs a base directory, got none")
        self.mode = mode
        self._directory = directory
        self._backdrop = backdrop
        # Only a confined app asks where the directory really is.
        if base_dir is None or mode is not LuaIo.BASE_DIR:
            self._base = b""
        else:
            self._base = os.path.realpath(os.fsencode(base_dir))
        self._temporary = TemporaryFiles(Path(os.fsdecode(self._base)) if mode is LuaIo.BASE_DIR else None)

    def directory(self) -> bytes | None:
        """The prefix for relative paths, with a slash at its end; None means the directory of the process."""
        if self._directory is None:
            return None
        return os.fsencode(self._directory).rstrip(b"/") + b"/"

    def look(self) -> None:
        """Called before an app gets to files or commands for the first time."""
        if self._backdrop is not None:
            self._backdrop.look()

    def check(self, function: bytes) -> None:
        """Raise LuaError for a function that has no path to confine, such as `io.popen`, unless all is allowed."""
        if self.mode is not LuaIo.ALL:
            raise LuaError(f"{_show(function)} is switched off by --lua-io {self.mode.value}")

    def path(self, function: bytes, path: bytes) -> tuple[bytes | None, str | None]:
        """The path to open instead of `path`, or None and the reason for the refusal."""
        if self.mode is LuaIo.NONE:
            self.check(function)
        if b"\0" in path:
            return None, f"{_show(path)}: expected a path without a zero byte"
        if self.mode is LuaIo.ALL:
            return path, None
        if not path:
            return None, "expected a path, got an empty one"  # joined to the directory it would mean that
        real = self._resolve(function, path)
        is_base = real == self._base and function not in ENTRY_FUNCTIONS  # which may not take it away
        if not is_base and not real.startswith(self._base.rstrip(b"/") + b"/"):
            return None, f"{_show(path)}: not below {_show(self._base)} (--lua-io base-dir)"
        folder, name = os.path.split(real)
        if folder == self._base and name.lower() in TRUSTED:
            return None, f"{_show(path)}: the files of the server are not for apps (--lua-io base-dir)"
        return real, None

    def source(self, path: bytes) -> tuple[bytes | None, str | None]:
        """The beginning of a regular file, as much as can be compiled and a byte; or None and the reason."""
        if not path or b"\0" in path:
            return None, f"cannot open {_show(path)}: No such file or directory"
        try:
            return read_beginning(Path(os.fsdecode(path)), MAX_SOURCE_BYTES + 1), None
        except IsADirectoryError as error:
            return None, f"cannot read {_show(path)}: {error.strerror}"
        except OSError as error:
            return None, f"cannot open {_show(path)}: {error.strerror}"

    def temporary(self) -> bytes:
        """The name of a new empty file, for `os.tmpname`."""
        if self.mode is LuaIo.NONE:
            self.check(b"os.tmpname")
        return os.fsencode(self._temporary.new())

    def close(self) -> None:
        self._temporary.close()

    def _resolve(self, function: bytes, path: bytes) -> bytes:
        joined = _join(self._base, path)
        if function not in ENTRY_FUNCTIONS:
            return os.path.realpath(joined)
        parent, name = os.path.split(joined.rstrip(b"/"))
        if name in (b"", b".", b".."):
            return os.path.realpath(joined)
        return _join(os.path.realpath(parent), name)


def _join(folder: bytes, path: bytes) -> bytes:
    if path.startswith(b"/"):
        return path
    return folder.rstrip(b"/") + b"/" + path


def _show(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")
