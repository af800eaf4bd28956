"""What can be chosen for a session."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.runtime import Dialect
from pytest_uimcp.engine.wire.codec import MAX_FRAME

__all__ = ["SessionOptions", "standard_viewdefs"]


def standard_viewdefs() -> Path:
    """The viewdefs that every session can fall back on, those of lists first of all."""
    return bundle_dir() / "viewdefs"


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """The choices for one session; all have a default that fits an app directory."""

    limits: LuaLimits = field(default_factory=LuaLimits)
    dialect: Dialect = Dialect.AUTO
    lua_io: LuaIo = LuaIo.ALL
    directory: Path | None = None
    """What relative paths of the app's `io` and `os` start from, and its commands; None: where the process is."""
    viewdefs: Path | None = field(default_factory=standard_viewdefs)
    """Where viewdefs come from that neither `viewdefs/` nor an app has."""
    shell_is_app: bool = True
    """Whether `mcp` becomes the app variable when no app made its own."""
    debounce: float = 0.010
    """Seconds for which updates are collected that no user waits for."""
    resume_within: float = 30.0
    """Seconds for which a closed connection's variables wait for its page to come back."""
    max_frame: int = MAX_FRAME
    call_grace: float = 0.5
    """Seconds above the time limit after which Lua counts as stuck in a C call."""
