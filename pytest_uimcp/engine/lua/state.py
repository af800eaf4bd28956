"""A Lua state with the engine's parts loaded, which no app has touched. It becomes part of a host by its functions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.bridge import Bridge, HostFunction
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.parts import BOOT, LuaPart
from pytest_uimcp.engine.lua.runtime import Dialect, Runtime, dump

__all__ = ["LuaState", "StateKind"]


@dataclass(frozen=True, slots=True)
class StateKind:
    """All that a state knows of its host while its parts are loaded: states of one kind are alike."""

    dialect: Dialect
    limits: LuaLimits
    access: LuaIo
    names: tuple[str, ...]
    parts: tuple[LuaPart, ...]


class LuaState:
    def __init__(self, kind: StateKind) -> None:
        self.runtime = Runtime(kind.dialect)
        self.bridge = Bridge(self.runtime, kind.limits)
        functions: dict[str, HostFunction] = dict.fromkeys(kind.names, _unbound)
        # The only one that parts call while they are loaded.
        functions["access_mode"] = lambda: kind.access.value
        hosts = self.bridge.bare() | self.bridge.wrap(functions)
        code = _code(kind.dialect, kind.parts)
        flat = [item for name, function in hosts.items() for item in (name.encode(), function)]
        dialect = kind.dialect.value.encode()
        # The Lua functions that run an operation, and that clean up after a failed one.
        self.enter, self.recover = self.runtime.execute(code[0], dialect, len(hosts), *flat, *code[1:])

    def bind(self, functions: Mapping[str, HostFunction]) -> None:
        """Give the state the functions of its host, which have the names of its kind."""
        self.bridge.bind(functions)


@lru_cache(maxsize=8)
def _code(dialect: Dialect, parts: tuple[LuaPart, ...]) -> tuple[bytes, ...]:
    """The bytecode of the parts of a state, in the order they are loaded."""
    return tuple(dump(dialect, part.chunkname, part.source) for part in (BOOT, *parts))


def _unbound(*_: Any) -> Any:
    raise LuaError("the state has no host yet")
