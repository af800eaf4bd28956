"""A bare Lua state: the only module that talks to lupa.

lupa has no type stubs, and its exceptions carry text that it may fail to decode, so nothing of it leaves this file.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.folders import files_below
from pytest_uimcp.core.regular_file import read_regular
from pytest_uimcp.engine.lua.parts import LuaPart
from pytest_uimcp.engine.lua.source_text import (
    MAX_SOURCE_BYTES,
    has_too_many_branches,
    is_bytecode,
    without_first_line_quirks,
)

__all__ = ["Dialect", "Runtime", "compiles", "dialect_for", "dump", "failure_text", "lua_files", "needs_lua52"]

MODULES: Final = {"5.1": "lupa.lua51", "5.2": "lupa.lua52"}
GOTO = re.compile(rb"\bgoto\b")
# More than three parameters and "...": what varargs.lua refuses on 5.1, as people write it.
WIDE = re.compile(rb"\bfunction[\w.:\s]*\((?:[^(),]*,){4,}\s*\.\.\.\s*\)")
VARARGS = LuaPart("varargs")
COMPILES = b"""
local source, varargs = ...
local f = (loadstring or load)(source, "=source")
if not f or not varargs then return f ~= nil end
local E = { raw = { string = string, debug = debug } }
assert(loadstring(varargs))(E)
return E.too_wide(f, source) == nil
"""


class Dialect(Enum):
    """Which Lua runs the app. Both speak 5.1, LUA52 adds `goto`; AUTO picks it for apps that need it."""

    LUA51 = "5.1"
    LUA52 = "5.2"
    AUTO = "auto"


def _deny(*_: object) -> Any:
    raise AttributeError("Python objects have no attributes in Lua")


class Runtime:
    """One Lua state. Bytes in, bytes out; Python objects that enter it can be called and nothing else."""

    def __init__(self, dialect: Dialect) -> None:
        if dialect is Dialect.AUTO:
            raise ValueError("expected a dialect other than AUTO: use dialect_for()")
        module: Any = importlib.import_module(MODULES[dialect.value])
        self.failures: tuple[type[Exception], ...] = (module.LuaError, UnicodeDecodeError)
        self._lua: Any = module.LuaRuntime(
            encoding=None,
            # Nothing of Python is in Lua but the functions that are handed in, and of these no attributes.
            register_eval=False,
            register_builtins=False,
            unpack_returned_tuples=True,
            attribute_handlers=(_deny, _deny),
            max_memory=0,
        )

    def execute(self, code: bytes, *args: Any) -> Any:
        return self._lua.execute(code, *args)

    @property
    def memory_used(self) -> int:
        """Bytes allocated, garbage included."""
        return int(self._lua.get_memory_used())

    def collect_garbage(self) -> None:
        self._lua.gccollect()

    def limit_memory(self, ceiling: int) -> None:
        """Let every allocation above `ceiling` bytes fail; 0 lifts the limit."""
        self._lua.set_max_memory(ceiling)


def failure_text(failure: Exception) -> bytes:
    """Lua's message, without lupa's traceback."""
    if isinstance(failure, MemoryError):
        return b"not enough memory"
    return str(failure).partition("\n")[0].encode("utf-8", "surrogateescape")


@functools.cache
def dump(dialect: Dialect, chunkname: str, source: bytes) -> bytes:
    """The bytecode of one of our own parts, compiled once per process."""
    result = _dumper(dialect)(source, chunkname.encode())
    assert isinstance(result, bytes)
    return result


@functools.cache
def _dumper(dialect: Dialect) -> Any:
    """A function of a state of its own that compiles: a new state for each part would take as long as the parts."""
    return Runtime(dialect).execute(b"return function(...) return string.dump(assert((loadstring or load)(...))) end")


def compiles(dialect: Dialect, source: bytes) -> bool:
    """Whether the source is valid in that dialect; it is not run."""
    if len(source) > MAX_SOURCE_BYTES or is_bytecode(source) or has_too_many_branches(source):
        return False
    # In 5.1 the chunk `varargs` also refuses functions that are too wide for it.
    varargs = VARARGS.source if dialect is Dialect.LUA51 else None
    return bool(Runtime(dialect).execute(COMPILES, source, varargs))


def lua_files(base_dir: Path) -> list[Path]:
    """The app code of a base directory: every `.lua` file below `lua/` and `apps/`."""
    folders = [folder for name in ("lua", "apps") if (folder := base_dir / name).is_dir()]
    return sorted(file for folder in folders for file in files_below(folder, ".lua", base_dir))


def dialect_for(files: Iterable[Path]) -> Dialect:
    """Choose 5.2 if one of the files compiles only there, else 5.1."""
    if any(_needs_52(path) for path in files):
        return Dialect.LUA52
    return Dialect.LUA51


def _needs_52(path: Path) -> bool:
    try:
        status = path.stat()
        return _needs_52_as_saved(path, status.st_mtime_ns, status.st_size)
    # A file that is gone or unreadable asks for no dialect; whoever runs it reports it.
    except OSError:
        return False


@functools.lru_cache(maxsize=10_000)
def _needs_52_as_saved(path: Path, mtime_ns: int, size: int) -> bool:
    # Time and size are for the cache alone: a file that was saved again is looked at again.
    return needs_lua52(without_first_line_quirks(read_regular(path, MAX_SOURCE_BYTES)))


def needs_lua52(source: bytes) -> bool:
    """Whether the source needs the 5.2 runtime: for `goto`, or for a function with much in front of its `...`."""
    if not GOTO.search(source) and not WIDE.search(source):
        return False
    return not compiles(Dialect.LUA51, source) and compiles(Dialect.LUA52, source)
