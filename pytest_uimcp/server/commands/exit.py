"""Leaving in time: a client that has closed our input waits two seconds before it kills."""

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
"""What Lua has after the end of the input to finish what was asked for."""
_LOOK: Final = 0.05


async def let_lua_finish(server: UiServer) -> None:
    """Give Lua a moment, then stop it wherever it runs; until this is cancelled."""
    await asyncio.sleep(LUA_SECONDS)
    while True:
        await server.stop_lua()
        await asyncio.sleep(_LOOK)


def exit_without_cleanup() -> None:
    """Have this process end without taking the interpreter apart, as soon as its exit handlers have run.

    That would take longer than all else, and fall over a thread that is inside a C call of Lua.
    """
    atexit.register(_end)


def set_exit_code(code: int) -> int:
    """The exit code, which `exit_without_cleanup` needs as well."""
    global _code
    _code = code
    return code


_code = 1


def _end() -> None:
    # Registered last, it is called first: the other handlers have their turn before the process is gone.
    atexit.unregister(_end)
    atexit._run_exitfuncs()  # noqa: SLF001 -- they have no public name
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # none, broken, closed
            stream.flush()
    os._exit(_code)
