"""States in reserve, for a process that opens one session after the other, as a run of tests does.

A host that closes says what the next one is likely to need; a thread makes that when there is time, between two tests.
"""

from __future__ import annotations

import threading
from typing import Final

from pytest_uimcp.engine.lua.state import LuaState, StateKind

__all__ = ["SPARES", "SpareStates"]

# The kinds that tests use in turn: those of servers, and those of bare sessions.
_MAX_STATES: Final = 2


class SpareStates:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._wanted: dict[StateKind, None] = {}
        self._states: dict[StateKind, LuaState] = {}
        self._making: threading.Thread | None = None

    def enter(self) -> None:
        """Keep states in reserve from now on, until whoever asked for that leaves."""
        with self._lock:
            self._users += 1

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if self._users:
                return
        self._finish()
        with self._lock:
            if not self._users:
                self._wanted.clear()
                self._states.clear()

    def take(self, kind: StateKind) -> LuaState:
        """A state of a kind: a spare one, or a new one."""
        # What is being made is ready sooner than what begins now.
        self._finish()
        with self._lock:
            state = self._states.pop(kind, None)
        return state or LuaState(kind)

    def want(self, kind: StateKind) -> None:
        """Note that a state of this kind was in use and is gone."""
        with self._lock:
            if self._users and kind not in self._states:
                self._wanted[kind] = None

    def fill(self) -> None:
        """Make what is wanted, in a thread."""
        with self._lock:
            if self._wanted and self._making is None:
                self._making = threading.Thread(target=self._make, name="uimcp-spare-states", daemon=True)
                # Under the lock: nobody may wait for a thread that has not begun.
                self._making.start()

    def _finish(self) -> None:
        making = self._making
        if making is not None:
            making.join()

    def _make(self) -> None:
        try:
            while (kind := self._next()) is not None:
                state = LuaState(kind)
                with self._lock:
                    self._states[kind] = state
        finally:
            with self._lock:
                self._making = None

    def _next(self) -> StateKind | None:
        with self._lock:
            if not self._wanted or not self._users:
                return None
            kind, _ = self._wanted.popitem()
            while len(self._states) >= _MAX_STATES:
                del self._states[next(iter(self._states))]
            return kind


# Those of this process.
SPARES: Final = SpareStates()
