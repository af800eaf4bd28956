from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.engine.files.viewdef_dirs import ViewdefDirectories
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.runtime import Dialect
from pytest_uimcp.engine.wire.codec import MAX_FRAME_BYTES
from pytest_uimcp.engine.wire.trace import FrameTrace

__all__ = ["SessionOptions", "standard_viewdefs"]


def standard_viewdefs() -> Path:
    """The folder of the bundled viewdefs, which every session falls back on."""
    return bundle_dir() / "viewdefs"


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """The options of one session; the defaults suit an app directory."""

    limits: LuaLimits = field(default_factory=LuaLimits)
    dialect: Dialect = Dialect.AUTO
    lua_io: LuaIo = LuaIo.ALL
    # The working directory of the app's `io`, `os` and commands; None means that of the process.
    directory: Path | None = None
    # Environment variables of the app and its commands, besides those of the process.
    environment: Mapping[str, str] = field(default_factory=dict)
    # The highest level of the notes that `diag` keeps: how often `-v` was given to a server.
    verbosity: int = 0
    # The folder for viewdefs that neither `viewdefs/` nor an app has.
    viewdefs: Path | None = field(default_factory=standard_viewdefs)
    # What is listed in those folders, where sessions on one directory follow each other and share it.
    viewdef_directories: ViewdefDirectories | None = None
    # The files that count as those of the directory until somebody looks into it.
    backdrop: Backdrop | None = None
    # Where the frames of its tabs are kept, for a report.
    trace: FrameTrace | None = None
    # Whether connections may run Lua by setting the property `lua` of the root, as clients of the original do.
    lua_property: bool = False
    # Whether `mcp` becomes the app variable when no app made its own.
    shell_is_app: bool = True
    # Seconds for which updates are collected when no user waits for them.
    debounce: float = 0.010
    # Seconds for which the variables of a closed connection wait for its page to come back.
    resume_within: float = 30.0
    max_frame: int = MAX_FRAME_BYTES
    # Seconds above the time limit after which Lua counts as stalled in a C call.
    call_grace: float = 0.5
