"""Exiting in time: a client that has closed our input waits two seconds before it terminates the process."""

from __future__ import annotations

import asyncio
import atexit
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer

__all__ = ["exit_without_cleanup", "let_lua_finish", "set_exit_code"]

LUA_SECONDS: Final = 0.6
"""The seconds that Lua has after the end of the input to finish running calls."""
_LOOK: Final = 0.05


async def let_lua_finish(server: UiServer) -> None:
    """Wait a moment, then stop any Lua that still runs, until this is cancelled."""
    await asyncio.sleep(LUA_SECONDS)
    while True:
        await server.stop_lua()
        await asyncio.sleep(_LOOK)


def exit_without_cleanup() -> None:
    """Make the process exit right after its exit handlers, without finalizing the interpreter.

    Finalization would take longer than everything else, and crash if a thread is inside a C call of Lua.
    """
    atexit.register(_end)


def set_exit_code(code: int) -> int:
    """Store the exit code for `exit_without_cleanup`, and return it."""
    global _code
    _code = code
    return code


_code = 1


def _end() -> None:
    # Registered last, so called first: run the other handlers before the process ends.
    atexit.unregister(_end)
    atexit._run_exitfuncs()  # noqa: SLF001 -- they have no public name
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # missing, broken or closed
            stream.flush()
    os._exit(_code)
