"""The process groups of a session's commands: whatever a command started ends with the session.

Each command leads a group of its own, in which all stay that it starts, in the background too. (What wants to outlive
the session leaves its group: `setsid`.) A group is known by its leader's number, which no other process gets as long
as anybody is left in the group.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from pytest_uimcp.engine.lua.errors import LuaError

__all__ = ["ProcessGroups"]

# Seconds between SIGTERM and SIGKILL.
GRACE: Final = 0.2
_LOOK: Final = 0.005


class ProcessGroups:
    """Starts commands, and ends their process groups; from any thread."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        """`environment` has the variables that commands get besides those of the process."""
        self._environment = dict(environment or {})
        self._lock = threading.Lock()
        self._leaders: list[subprocess.Popen[bytes]] = []
        self._over = False

    def start(self, command: bytes, **streams: Any) -> subprocess.Popen[bytes]:
        """Start a shell command; raises LuaError after `end`."""
        with self._lock:
            if self._over:
                raise LuaError("the session is closing; no command starts any more")
            self._leaders = [leader for leader in self._leaders if _is_left(leader)]
            leader = subprocess.Popen(
                command, shell=True, start_new_session=True, env=os.environ | self._environment, **streams
            )
            self._leaders.append(leader)
        return leader

    def end_group(self, leader: subprocess.Popen[bytes]) -> None:
        """End the group of one command at once."""
        _signal([leader], signal.SIGKILL)

    def end(self) -> None:
        """End every group, with SIGTERM and a moment later SIGKILL; nothing can be started any more."""
        with self._lock:
            self._over = True
            leaders = self._leaders
            self._leaders = []
        _signal(leaders, signal.SIGTERM)
        end = time.monotonic() + GRACE
        while (leaders := [leader for leader in leaders if _is_left(leader)]) and time.monotonic() < end:
            time.sleep(_LOOK)
        _signal(leaders, signal.SIGKILL)


def _signal(leaders: list[subprocess.Popen[bytes]], number: signal.Signals) -> None:
    for leader in leaders:
        if _is_left(leader):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(leader.pid, number)


def _is_left(leader: subprocess.Popen[bytes]) -> bool:
    if leader.poll() is None:
        return True
    try:
        # The leader is over: another process has its number only if the group is empty.
        os.kill(leader.pid, 0)
    except ProcessLookupError:
        return _is_group(leader.pid)
    except PermissionError:
        pass
    return False


def _is_group(number: int) -> bool:
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody in it has become another user
        pass
    return True
