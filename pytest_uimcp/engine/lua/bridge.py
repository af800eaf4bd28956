"""The Python functions that a Lua state may call: host functions for the engine's parts, and those of the guard."""

from __future__ import annotations

import math
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from typing import Any

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.runtime import Runtime

__all__ = ["Bridge", "HostFunction", "Scalar", "to_lua"]

Scalar = bytes | str | int | float | bool | None
HostFunction = Callable[..., Any]

# Above this many bytes, or when memory is short, an answer goes in with the limit lifted.
SMALL_ANSWER = 4096
# More than the stack that Lua guarantees to a C function would have to be allocated.
MAX_RESULTS = 16

STOPPED = "the script was stopped, because nobody waits for it any more"

FAILED = 0
DONE = 1
LIFTED = 2
# A status of its own: with it nothing but a number goes into Lua.
NO_MEMORY = -1
PLAIN = frozenset({bytes, float, bool, type(None)})


class Bridge:
    """Refers to its state weakly: the state holds these functions, and a cycle through Lua is never collected."""

    def __init__(self, runtime: Runtime, limits: LuaLimits) -> None:
        self._runtime = weakref.ref(runtime)
        self._limits = limits
        self._ceiling = 0  # none until the first operation: our own parts are loaded without
        self._functions: list[_Function] = []
        self._aborted = False
        self._waited = 0.0
        # Set, from any thread, when whoever asked for the running operation does not want it any more.
        self.stop: threading.Event | None = None
        self.busy_since: float | None = None
        # Whether a host function waits for a command, which takes none of Lua's time.
        self.waiting = False
        self.interrupted: BaseException | None = None

    def bare(self) -> dict[str, HostFunction]:
        """The functions that the guard calls without checks, so they must never fail."""
        seconds = self._limits.seconds
        memory = self._limits.memory
        return {
            "!begin": self.begin,
            "!finish": self.finish,
            "!limit": self.limit,
            "!arm": self.arm,
            "!now": self.now,
            "!seconds": lambda: seconds,
            "!memory": lambda: memory,
            "!ceiling": lambda: self._ceiling,
            "!userdata": self.userdata,
        }

    def wrap(self, functions: Mapping[str, HostFunction]) -> dict[str, HostFunction]:
        wrapped = {name: _Function(self, name, function) for name, function in functions.items()}
        self._functions += wrapped.values()
        return dict(wrapped)

    def bind(self, functions: Mapping[str, HostFunction]) -> None:
        """Put functions in the place of those that were wrapped, by their names."""
        for function in self._functions:
            function.bind(functions)

    def begin(self, ceiling: float | None) -> float:
        """Start an operation: set its memory limit until `finish`, and return the time."""
        runtime = self._runtime()
        if runtime is not None:
            if ceiling:
                self._ceiling = int(ceiling)
            else:
                self._ceiling = self._limits.ceiling(runtime.memory_used)
            runtime.limit_memory(self._ceiling)
        now = time.monotonic()
        self.busy_since = now
        return now - self._waited

    def finish(self) -> None:
        """Lift the limit: lupa allocates outside of any protection, and Lua ends the process if that fails."""
        runtime = self._runtime()
        if runtime is not None:
            runtime.limit_memory(0)

    def limit(self) -> None:
        """Restore the memory limit of the running operation."""
        runtime = self._runtime()
        if runtime is not None:
            runtime.limit_memory(self._ceiling)

    def userdata(self) -> object:
        """A new opaque object; it enters Lua with the limit lifted, which Lua has to restore."""
        self.finish()
        return object()

    def arm(self) -> float:
        """Give the running operation a new time budget, and return the time."""
        self.busy_since = time.monotonic()
        return self._own_time()

    def now(self) -> float:
        """The time that was not spent waiting; after `abort` or a stop infinity, so that every budget is used up."""
        if self._aborted or self.is_stopped:
            return math.inf
        return self._own_time()

    @property
    def is_stopped(self) -> bool:
        """Whether nobody wants the running operation any more."""
        return self.stop is not None and self.stop.is_set()

    def _own_time(self) -> float:
        return time.monotonic() - self._waited

    def waits(self, function: HostFunction) -> HostFunction:
        """A host function whose time does not count: a command may take as long as it needs."""

        def call(*args: Any) -> Any:
            start = time.monotonic()
            self.waiting = True
            try:
                result = function(*args)
                # A command that was ended has no result to go on with.
                if self.is_stopped:
                    raise LuaError(STOPPED)
                return result
            finally:
                waited = time.monotonic() - start
                self._waited += waited
                if self.busy_since is not None:
                    self.busy_since += waited
                self.waiting = False

        return call

    def abort(self) -> None:
        """Make the running operation end at its next look at the clock, and its host functions fail until then."""
        self._aborted = True
        self.clear()

    def admit(self, size: int) -> int | None:
        """What to add to the status of an answer of `size` bytes; None if there is no room for it.

        An allocation that fails while lupa pushes an answer jumps over Python's frames and never comes back.
        Interning one string may also double the table of all strings: hence the half of what is used. With less
        room than that the limit is lifted while the answer goes in.
        """
        runtime = self._runtime()
        if runtime is None or not self._ceiling:
            return 0
        memory_used = runtime.memory_used
        if memory_used + size + SMALL_ANSWER > self._ceiling or size > self._limits.memory:
            return None
        if memory_used + memory_used // 2 + 2 * size + SMALL_ANSWER < self._ceiling:
            return 0
        runtime.limit_memory(0)
        return LIFTED

    def clear(self) -> None:
        """Drop the functions: they may refer to objects that hold the state."""
        for function in self._functions:
            function.clear()
        self._functions.clear()


class _Function:
    """A host function for Lua: it returns a status and results, and never raises.

    An exception inside lupa would reach the app's pcall as a Python object.
    """

    __slots__ = ("_bridge", "_function", "_name")

    def __init__(self, bridge: Bridge, name: str, function: HostFunction) -> None:
        self._bridge = bridge
        self._name = name
        self._function = function

    def __call__(self, *args: Any) -> Any:
        status = DONE
        try:
            result = self._function(*args)
            if result is None:
                return DONE
            if type(result) is not tuple:
                result = (result,)
            elif len(result) > MAX_RESULTS:
                raise TypeError(f"expected at most {MAX_RESULTS} results, got {len(result)}")
            answer = [to_lua(value) for value in result]
        except LuaError as error:
            status = FAILED
            answer = [_encode(error.message)]
        except Exception as error:  # noqa: BLE001 - whatever it is, Lua gets it as a message
            status = FAILED
            answer = [_encode(f"{self._name}: {str(error) or type(error).__name__}")]
        except BaseException as error:  # noqa: BLE001 - raised again where the operation was called
            self._bridge.interrupted = error
            status = FAILED
            answer = [b"interrupted"]
        # A list, not a generator: this runs for each call of a host function.
        size = sum([len(value) for value in answer if type(value) is bytes])
        if not size:
            return (status, *answer)
        lifted = self._bridge.admit(size)
        if lifted is None:
            return NO_MEMORY
        return (status + lifted, *answer)

    def bind(self, functions: Mapping[str, HostFunction]) -> None:
        self._function = functions[self._name]

    def clear(self) -> None:
        self._function = _closed


def _closed(*_: Any) -> Any:
    raise LuaError("the session is closed")


def to_lua(value: Any) -> Any:
    """Convert a scalar for lupa, which has its encoding off: a `str` would become a Python object in Lua."""
    kind = type(value)
    if kind in PLAIN or (kind is int and -(2**62) < value < 2**62):
        return value
    if isinstance(value, str):
        return _encode(value)
    if isinstance(value, int):
        # Lua 5.1 has only doubles: a larger int would be one anyway.
        if -(2**62) < value < 2**62:
            return value
        return float(value)
    raise TypeError(f"expected bytes, str, int, float, bool or None, got {type(value).__name__}")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
