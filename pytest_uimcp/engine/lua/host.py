"""One Lua state with our parts loaded: the way into Lua for everything else.

Values cross in both directions as scalars only. Whatever a script does, ``call`` comes back with a result or
with one of the errors of ``errors.py``; only a single long C function of Lua cannot be interrupted.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_uimcp.engine.lua.access import Access, LuaIo, Refused
from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaSyntaxError, LuaTimeout
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import Output
from pytest_uimcp.engine.lua.parts import ENGINE_PARTS, Part
from pytest_uimcp.engine.lua.runtime import Dialect, Runtime, dialect_for, dump, lua_files, only_52

__all__ = ["LuaHost", "Scalar"]

Scalar = bytes | str | int | float | bool | None
HostFunction = Callable[..., Any]

ERRORS: dict[bytes, type[LuaError]] = {
    b"error": LuaError,
    b"syntax": LuaSyntaxError,
    b"timeout": LuaTimeout,
    b"memory": LuaMemoryError,
}
# Above this many bytes, or when memory is short, an answer goes in with the limit lifted.
SMALL_ANSWER = 4096
MAX_RESULTS = 16


class LuaHost:
    """A Lua state, its limits and the functions of Python it may call; for one thread at a time."""

    def __init__(
        self,
        *,
        output: Output,
        limits: LuaLimits = LuaLimits(),  # noqa: B008 - frozen
        dialect: Dialect = Dialect.LUA51,
        access: LuaIo = LuaIo.ALL,
        base_dir: Path | None = None,
        functions: Mapping[str, HostFunction] | None = None,
        parts: Sequence[Part] = ENGINE_PARTS,
    ) -> None:
        if dialect is Dialect.AUTO:
            dialect = dialect_for(lua_files(base_dir) if base_dir else ())
        self.dialect = dialect
        self.limits = limits
        runtime = Runtime(dialect)
        self._runtime: Runtime | None = runtime
        self._bridge = _Bridge(runtime, limits)
        own = _own_functions(output, Access(access, base_dir), access)
        hosts = self._bridge.bare() | self._bridge.wrapped(own | dict(functions or {}))
        code = [dump(dialect, part.chunkname, part.source) for part in (_BOOT, *parts)]
        flat = [item for name, function in hosts.items() for item in (name.encode(), function)]
        self._enter: Any = runtime.execute(code[0], dialect.value.encode(), len(hosts), *flat, *code[1:])

    @property
    def busy_since(self) -> float | None:
        """``time.monotonic()`` when the running operation last got a fresh time budget; None when idle."""
        return self._bridge.busy_since

    @property
    def memory_used(self) -> int:
        """Bytes allocated by Lua, garbage included; 0 after ``close``."""
        runtime = self._runtime
        return 0 if runtime is None else runtime.memory_used

    @property
    def closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._runtime is None

    def call(self, op: str, *args: Scalar) -> Any:
        """Run the operation ``E.ops[op]`` within the limits; several results come back as a tuple."""
        enter, bridge = self._enter, self._bridge
        if enter is None:
            raise LuaError("the Lua state is closed")
        if bridge.running:
            raise LuaError(f"{op}: one operation at a time is expected, {bridge.running} is running")
        arguments = [_to_lua(value) for value in args]
        bridge.running = op
        try:
            result = enter(op.encode(), *arguments)
        finally:
            bridge.end()
        if result is True:
            return None
        if result[0] is not True:
            raise _error(*result[1:])
        return result[1] if len(result) == 2 else result[1:]

    def load_part(self, name: str, source: bytes) -> None:
        """Run a trusted chunk with ``E``; its chunk name is ``=uimcp/<name>``."""
        self.call("load_part", dump(self.dialect, f"=uimcp/{name}", source))

    def close(self) -> None:
        """Drop the Lua state; open files and pipes of the app are closed with it."""
        self._enter = None
        self._bridge.clear()
        self._runtime = None


class _Bridge:
    """The functions that Lua holds. The state is known weakly: Lua holding its own state would never end."""

    def __init__(self, runtime: Runtime, limits: LuaLimits) -> None:
        self._runtime = weakref.ref(runtime)
        self._limits = limits
        self._ceiling = 0
        self._wrapped: list[_Wrapped] = []
        self.busy_since: float | None = None
        self.running: str | None = None

    def bare(self) -> dict[str, HostFunction]:
        limits = self._limits
        seconds, memory = limits.seconds, limits.memory
        return {
            "!arm": self.arm,
            "!now": time.monotonic,
            "!limit": self.limit,
            "!limit_again": self.limit_again,
            "!finish": self.finish,
            "!seconds": lambda: seconds,
            "!memory": lambda: memory,
        }

    def wrapped(self, functions: Mapping[str, HostFunction]) -> dict[str, HostFunction]:
        made = {name: _Wrapped(self, name, function) for name, function in functions.items()}
        self._wrapped += made.values()
        return dict(made)

    def arm(self) -> float:
        now = self.busy_since = time.monotonic()
        return now

    def limit(self) -> None:
        runtime = self._runtime()
        if runtime is not None:
            self._ceiling = self._limits.ceiling(runtime.memory_used)
            runtime.limit_memory(self._ceiling)

    def limit_again(self) -> None:
        runtime = self._runtime()
        if runtime is not None:
            runtime.limit_memory(self._ceiling)

    def finish(self) -> None:
        runtime = self._runtime()
        if runtime is not None:
            runtime.limit_memory(0)

    def end(self) -> None:
        self.finish()
        self.busy_since = self.running = None

    def room(self, size: int) -> bool:
        """Whether an answer of that size may enter Lua with the limit on; if not, the limit is lifted.

        An allocation that fails while lupa pushes an answer jumps over Python's frames and never comes back.
        Interning one string may also double the table of all strings: hence the half of what is used.
        """
        runtime = self._runtime()
        if runtime is None:
            return True
        used = runtime.memory_used
        if used + used // 2 + 2 * size + SMALL_ANSWER < self._ceiling:
            return True
        runtime.limit_memory(0)
        return False

    def clear(self) -> None:
        for function in self._wrapped:
            function.clear()
        self._wrapped.clear()


class _Wrapped:
    """A function of Python as Lua sees it: status and results, never an exception."""

    def __init__(self, bridge: _Bridge, name: str, function: HostFunction) -> None:
        self._bridge: _Bridge | None = bridge
        self._name = name
        self._function: HostFunction | None = function

    def __call__(self, *args: Any) -> Any:
        bridge, function = self._bridge, self._function
        if bridge is None or function is None:
            return 0, b"the session is closed"
        status = 1
        try:
            result = function(*args)
            values = result if isinstance(result, tuple) else () if result is None else (result,)
            if len(values) > MAX_RESULTS:
                raise TypeError(f"at most {MAX_RESULTS} results can enter Lua, got {len(values)}")
            answer = tuple([_to_lua(value) for value in values])
        except LuaError as error:
            status, answer = 0, (_encode(error.message),)
        except Refused as error:
            status, answer = 0, (_encode(str(error)),)
        except Exception as error:  # noqa: BLE001 - an exception inside lupa would reach the app as an object
            status, answer = 0, (_encode(f"{self._name}: {error or type(error).__name__}"),)
        size = sum(len(value) for value in answer if isinstance(value, bytes))
        return (status if bridge.room(size) else status + 2, *answer)

    def clear(self) -> None:
        self._bridge = self._function = None


def _own_functions(output: Output, access: Access, mode: LuaIo) -> dict[str, HostFunction]:
    def path(function: bytes, name: bytes) -> tuple[bytes | None, str | None]:
        try:
            return access.path(function.decode(), name), None
        except Refused as error:
            return None, str(error)

    def write(stream: bytes, data: bytes) -> None:
        output.write("err" if stream == b"err" else "out", data)

    return {
        "write": write,
        "io_mode": lambda: mode.value,
        "io_path": path,
        "io_check": lambda function: access.check(function.decode()),
        "io_temporary": access.temporary,
        "only_52": only_52,
    }


def _to_lua(value: Any) -> bytes | int | float | bool | None:
    if isinstance(value, str):
        return _encode(value)
    if isinstance(value, bool | bytes | float) or value is None:
        return value
    if isinstance(value, int):
        return value if -(2**62) < value < 2**62 else float(value)
    raise TypeError(f"bytes, str, int, float, bool or None can enter Lua, got {type(value).__name__}")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _error(message: bytes, kind: bytes, traceback: bytes, file: bytes | None, line: int | None) -> LuaError:
    place = None if file is None else _decode(file)
    return ERRORS[kind](_decode(message), traceback=_decode(traceback), file=place, line=line)


def _decode(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


_BOOT = Part("boot")
