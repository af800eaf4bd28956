"""One Lua state with the engine's parts loaded: everything else enters Lua here.

Values cross in both directions as scalars only. Whatever a script does, `call` comes back with a result or with one
of the errors of `errors.py`; only a single C function of Lua that takes long cannot be interrupted.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.engine.lua.access import FileAccess, LuaIo
from pytest_uimcp.engine.lua.bridge import HostFunction, Scalar, to_lua
from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaSyntaxError, LuaTimeout
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import Output
from pytest_uimcp.engine.lua.parts import ENGINE_PARTS, LuaPart
from pytest_uimcp.engine.lua.processes import Processes
from pytest_uimcp.engine.lua.runtime import Dialect, Runtime, dialect_for, dump, failure_text, lua_files, needs_lua52
from pytest_uimcp.engine.lua.source_text import has_too_many_branches
from pytest_uimcp.engine.lua.spares import SPARES
from pytest_uimcp.engine.lua.state import StateKind

__all__ = ["LuaHost", "Scalar", "error_of"]

ERRORS: Final[Mapping[bytes, type[LuaError]]] = {
    b"error": LuaError,
    b"syntax": LuaSyntaxError,
    b"timeout": LuaTimeout,
    b"memory": LuaMemoryError,
}
DEFAULT_LIMITS = LuaLimits()
GROWTH: Final = 1.25
# A collection takes about 0.3 ms for each megabyte, and somebody may be about to call.
MAX_REST_BYTES: Final = 16 * 2**20


class LuaHost:
    """A Lua state, its limits and the Python functions it may call; for one thread at a time."""

    def __init__(
        self,
        *,
        output: Output,
        limits: LuaLimits = DEFAULT_LIMITS,
        dialect: Dialect = Dialect.LUA51,
        access: LuaIo = LuaIo.ALL,
        base_dir: Path | None = None,
        directory: Path | None = None,
        environment: Mapping[str, str] | None = None,
        functions: Mapping[str, HostFunction] | None = None,
        backdrop: Backdrop | None = None,
        parts: Sequence[LuaPart] = ENGINE_PARTS,
    ) -> None:
        if dialect is Dialect.AUTO:
            dialect = dialect_for(lua_files(base_dir) if base_dir else ())
        self.dialect = dialect
        self.limits = limits
        self._running: str | None = None
        # Held while an operation that can be stopped begins, ends, or is stopped.
        self._stopping = threading.Lock()
        # What Lua had allocated at the end of the last rest.
        self._rested = 0
        self._processes = Processes(output, limits.memory, directory, environment)
        self._access = FileAccess(access, base_dir, directory, backdrop)
        host_functions = _own_functions(output, self._access, self._processes, environment or {})
        waiting_functions = _waiting_functions(self._processes)
        host_functions |= waiting_functions
        # An extension that takes the name of a host function would change what the engine's own Lua code calls.
        if duplicates := host_functions.keys() & (functions or {}).keys():
            raise ValueError(f"expected host functions with unused names, got {sorted(duplicates)}")
        host_functions |= functions or {}
        self._kind = StateKind(dialect, limits, access, tuple(host_functions), tuple(parts))
        state = SPARES.take(self._kind)
        self._runtime: Runtime | None = state.runtime
        self._bridge = state.bridge
        self._enter, self._recover = state.enter, state.recover
        host_functions |= {name: self._bridge.waits(function) for name, function in waiting_functions.items()}
        state.bind(host_functions)

    @property
    def busy_since(self) -> float | None:
        """`time.monotonic()` when the running operation last got a fresh time budget; None when idle.

        Time spent waiting for commands is not counted: it moves this on.
        """
        return self._bridge.busy_since

    @property
    def waiting(self) -> bool:
        return self._bridge.waiting

    @property
    def memory_used(self) -> int:
        """Bytes allocated by Lua, garbage included; 0 after `close`."""
        runtime = self._runtime
        if runtime is None:
            return 0
        return runtime.memory_used

    @property
    def closed(self) -> bool:
        return self._runtime is None

    def rest(self) -> None:
        """Give back memory, before a time without work; Lua collects only while it allocates."""
        runtime = self._runtime
        if runtime is None or not self._rested * GROWTH < runtime.memory_used < MAX_REST_BYTES:
            return
        runtime.collect_garbage()
        self._rested = runtime.memory_used

    def call(self, op: str, *args: Scalar) -> Any:
        """Run the operation `E.ops[op]` within the limits; several results come back as a tuple."""
        try:
            return self._call(op, *args)
        finally:
            if self._processes.has_commands and self._running is None:
                self._reap()

    def call_until(self, stop: threading.Event, op: str, *args: Scalar) -> Any:
        """`call`, which `stop_call` with the same event ends early, as a time limit would."""
        with self._stopping:
            self._processes.begin()
            self._bridge.stop = stop
        try:
            return self.call(op, *args)
        finally:
            with self._stopping:
                self._bridge.stop = None
                self._processes.begin()

    def stop_call(self, stop: threading.Event) -> None:
        """End the operation that was called with this event, also if it begins later; from any thread."""
        stop.set()
        with self._stopping:
            if self._bridge.stop is stop:
                self._processes.stop_waiting()

    def _call(self, op: str, *args: Scalar) -> Any:
        # Local names: another thread may close the host while this one is in Lua.
        runtime = self._runtime
        enter = self._enter
        recover = self._recover
        bridge = self._bridge
        if runtime is None:
            raise LuaError(f"{op}: the Lua state is closed")
        if self._running is not None:
            raise LuaError(f"{op}: one operation at a time: {self._running} is running")
        # Before Lua is entered: a value of a wrong type must not fail within an operation.
        arguments = list(map(to_lua, args))
        self._running = op
        try:
            try:
                result = enter(op.encode(), *arguments)
            except runtime.failures as failure:
                # The limit struck between a failed call and its clean-up.
                bridge.finish()
                result = recover(failure_text(failure))
            except BaseException:
                bridge.finish()
                raise
        finally:
            bridge.busy_since = self._running = None
        if bridge.interrupted is not None:
            interrupted = bridge.interrupted
            bridge.interrupted = None
            raise interrupted
        if result is True:
            return None
        # A result is true and the values, or false and what `error_of` takes: Lua's errors never cross as exceptions.
        if result[0] is not True:
            raise error_of(*result[1:])
        if len(result) == 2:
            return result[1]
        return result[1:]

    def _reap(self) -> None:
        # Lua reports no file of io.popen that was collected, so look for them.
        with contextlib.suppress(LuaError):
            self._call("reap")

    def load_part(self, name: str, source: bytes) -> None:
        """Run a trusted chunk with `E`; its chunk name is `=uimcp/<name>`."""
        self.call("load_part", dump(self.dialect, f"=uimcp/{name}", source))

    def abort(self) -> None:
        """Stop what runs as soon as possible, from any thread, before the host is closed."""
        self._bridge.abort()
        self._processes.abort()

    def close(self) -> None:
        """Drop the Lua state: close the app's files, remove its temporary ones, end its commands."""
        # The functions hold the state alive, so they go first.
        self._enter = self._recover = _closed
        self._bridge.clear()
        self._processes.close_all()
        self._access.close()
        is_first = self._runtime is not None
        self._runtime = None
        if is_first:
            SPARES.want(self._kind)


def _own_functions(
    output: Output, access: FileAccess, processes: Processes, environment: Mapping[str, str]
) -> dict[str, HostFunction]:
    def write(stream: bytes, data: bytes) -> None:
        output.write("err" if stream == b"err" else "out", data)

    def variable(name: bytes) -> str | None:
        return environment.get(name.decode("utf-8", "surrogateescape"))

    return {
        "write": write,
        "needs_lua52": needs_lua52,
        "has_too_many_branches": has_too_many_branches,
        "access_mode": lambda: access.mode.value,
        "access_look": access.look,
        "access_directory": access.directory,
        "access_path": access.path,
        "access_source": access.source,
        "access_check": access.check,
        "access_temporary": access.temporary,
        "environment_variable": variable,
        "process_room": processes.room,
        "process_open": processes.open,
        "process_forget": processes.forget,
        "process_reap": processes.reap,
    }


def _waiting_functions(processes: Processes) -> dict[str, HostFunction]:
    return {
        "process_execute": processes.execute,
        "process_read": processes.read,
        "process_write": processes.write,
        "process_flush": processes.flush,
        "process_close": processes.close,
    }


def _closed(*_: Any) -> Any:
    raise LuaError("the Lua state is closed")


def error_of(
    message: bytes, kind: bytes, traceback: bytes, file: bytes | None = None, line: int | None = None
) -> LuaError:
    place = None if file is None else _decode(file)
    return ERRORS[kind](_decode(message), traceback=_decode(traceback), file=place, line=line)


def _decode(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")
