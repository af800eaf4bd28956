"""A Lua host with nothing but the base parts, and the two operations that tests need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.host import LuaHost
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.parts import BASE_PARTS
from pytest_uimcp.engine.lua.runtime import Dialect

LIMITS = LuaLimits(seconds=60, memory=8 * 2**20)
PART = b"""
local E = ...
local raw = E.raw
local load = E.load
function E.ops.eval(source, chunkname)
  local f, message = load(source, chunkname)
  if not f then raw.error(message, 0) end
  return f()
end
-- What the engine does with app functions: a protected call, and its outcome as text.
function E.ops.try(source, ...)
  local f = raw.assert(load(source, "@try.lua"))
  local ok, message, kind, traceback = E.guard.try(f, ...)
  return ok, message, kind, traceback
end
function E.env.engine_try(f, ...) return E.guard.try(f, ...) end
"""


class Lua:
    """What a test holds: run code, read what it printed."""

    def __init__(
        self,
        *,
        dialect: Dialect = Dialect.LUA51,
        limits: LuaLimits = LIMITS,
        access: LuaIo = LuaIo.ALL,
        base_dir: Path | None = None,
        directory: Path | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        self.output = MemoryOutput()
        self.host = LuaHost(
            output=self.output,
            limits=limits,
            dialect=dialect,
            access=access,
            base_dir=base_dir,
            directory=directory,
            functions=functions,
            parts=BASE_PARTS,
        )
        self.host.load_part("tests", PART)

    def run(self, code: str | bytes, name: str = "@apps/x/app.lua") -> Any:
        """Run code in the app's environment; what it returns."""
        return self.host.call("eval", code, name)

    def fails(self, code: str | bytes, name: str = "@apps/x/app.lua") -> LuaError:
        """Run code that must fail; the error."""
        with pytest.raises(LuaError) as caught:
            self.run(code, name)
        return caught.value

    def part(self, source: str) -> None:
        """Load trusted code that is called with E."""
        self.host.load_part("extra", source.encode())
