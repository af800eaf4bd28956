from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError, public

__all__ = ["LuaError", "LuaMemoryError", "LuaSyntaxError", "LuaTimeout"]


@public
class LuaError(UimcpError):
    """A Lua script raised an error.

    `message` is one text without the traceback, `traceback` the frames of the app (innermost first, may
    be empty), `file` and `line` the place in the app's own files. Bytes that are not UTF-8 survive as
    surrogates.
    """

    def __init__(self, message: str, *, traceback: str = "", file: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.traceback = traceback
        self.file = file
        self.line = line


# Its own class, since hot reload keeps what ran before, and the console reads on while a block is open.
@public
class LuaSyntaxError(LuaError):
    """A chunk did not compile; nothing of it ran."""


@public
class LuaTimeout(LuaError):
    """A script used up its time and was stopped."""


@public
class LuaMemoryError(LuaError):
    """A script used up its memory and was stopped."""
