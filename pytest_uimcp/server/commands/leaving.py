"""Leaving in time: a client that has closed our input waits two seconds before it kills."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer

__all__ = ["leave", "let_lua_finish"]

LUA_SECONDS: Final = 0.6
"""What Lua has after the end of the input to finish what was asked for."""
_LOOK: Final = 0.05


async def let_lua_finish(server: UiServer) -> None:
    """Give Lua a moment, then stop it wherever it runs; until this is cancelled."""
    await asyncio.sleep(LUA_SECONDS)
    while True:
        await server.stop_lua()
        await asyncio.sleep(_LOOK)


def leave(code: int) -> int:
    """The exit code; but where a thread is still inside a C call of Lua, the end of the process.

    Nothing can stop such a thread, and it would take the interpreter's own end down with it.
    """
    from pytest_uimcp.engine.worker import any_left

    if any_left():
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
    return code
