"""The UI platform: sessions on an app directory, and what one can be asked.

Each name is imported from its home when it is first asked for: who only speaks the wire protocol loads no Lua.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_uimcp.engine.clock import Clock, RealClock, VirtualClock
    from pytest_uimcp.engine.connection import Connection
    from pytest_uimcp.engine.errors import BusyError, SessionClosed, SettleTimeout, UnknownSession
    from pytest_uimcp.engine.evaluation import Evaluation
    from pytest_uimcp.engine.lua.access import LuaIo
    from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaSyntaxError, LuaTimeout
    from pytest_uimcp.engine.lua.limits import LuaLimits
    from pytest_uimcp.engine.lua.output import FileOutput, MemoryOutput, Output
    from pytest_uimcp.engine.lua.runtime import Dialect
    from pytest_uimcp.engine.opening import Extension
    from pytest_uimcp.engine.options import SessionOptions
    from pytest_uimcp.engine.problems import Problem
    from pytest_uimcp.engine.reloading import ReloadReport
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.engine.sessions import Sessions
    from pytest_uimcp.engine.viewdefs import ViewdefError

_HOMES = {
    "BusyError": "errors",
    "Clock": "clock",
    "Connection": "connection",
    "Dialect": "lua.runtime",
    "Evaluation": "evaluation",
    "Extension": "opening",
    "FileOutput": "lua.output",
    "LuaError": "lua.errors",
    "LuaIo": "lua.access",
    "LuaLimits": "lua.limits",
    "LuaMemoryError": "lua.errors",
    "LuaSyntaxError": "lua.errors",
    "LuaTimeout": "lua.errors",
    "MemoryOutput": "lua.output",
    "Output": "lua.output",
    "Problem": "problems",
    "RealClock": "clock",
    "ReloadReport": "reloading",
    "Session": "session",
    "SessionClosed": "errors",
    "SessionOptions": "options",
    "Sessions": "sessions",
    "SettleTimeout": "errors",
    "UnknownSession": "errors",
    "ViewdefError": "viewdefs",
    "VirtualClock": "clock",
}

__all__ = [
    "BusyError",
    "Clock",
    "Connection",
    "Dialect",
    "Evaluation",
    "Extension",
    "FileOutput",
    "LuaError",
    "LuaIo",
    "LuaLimits",
    "LuaMemoryError",
    "LuaSyntaxError",
    "LuaTimeout",
    "MemoryOutput",
    "Output",
    "Problem",
    "RealClock",
    "ReloadReport",
    "Session",
    "SessionClosed",
    "SessionOptions",
    "Sessions",
    "SettleTimeout",
    "UnknownSession",
    "ViewdefError",
    "VirtualClock",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
