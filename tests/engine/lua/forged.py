"""Bytecode for tests that it gets nowhere: a harmless one, and one that reads what no source text could."""

from __future__ import annotations

import functools
import struct

from pytest_uimcp.engine.lua.runtime import Dialect, Runtime

__all__ = ["compiled", "forged", "literal"]

OP_CLOSE, OP_MOVE = 35, 0
# `slot` goes out of scope before `inner` is called, and its register becomes the one that says which function runs.
# The instruction that would part the two is forged away: so `inner` says it is `target`, and reads the values that
# `target` keeps to itself. In the engine's getfenv the real _G is one of them.
READER = b"""
return function(target)
  local inner
  do
    local slot
    local a, b, c, d
    inner = function()
      slot = target
      ;(function() end)()
      return slot, target, a, b, c, d
    end
  end
  local v1, v2, v3, v4, v5, v6 = inner()
  return { v1, v2, v3, v4, v5, v6 }
end
"""


@functools.cache
def compiled(dialect: Dialect, source: bytes) -> bytes:
    """The source as bytecode."""
    result = Runtime(dialect).execute(b"return string.dump((loadstring or load)(...))", source)
    assert isinstance(result, bytes)
    return result


@functools.cache
def forged() -> bytes:
    """A chunk of Lua 5.1 that gives a function; it takes a function with six upvalues and gives a list of them."""
    code = bytearray(compiled(Dialect.LUA51, READER))
    places = [at for at in range(len(code) - 3) if _is_close(struct.unpack_from("<I", code, at)[0])]
    assert len(places) == 1
    struct.pack_into("<I", code, places[0], OP_MOVE)
    return bytes(code)


def _is_close(word: int) -> bool:
    return word == OP_CLOSE | 2 << 6  # from register 2 on


def literal(data: bytes) -> str:
    """The bytes as a string in Lua's own spelling."""
    return '"' + "".join(f"\\{byte:03}" for byte in data) + '"'
