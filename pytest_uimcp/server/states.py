"""The life of a server as a table: which action each state allows, and where it leads.

UNCONFIGURED is where a server starts that does not configure itself; all others start CONFIGURED.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pytest_uimcp.server.errors import LifecycleError

__all__ = ["TABLE", "Action", "State", "next_state"]


class State(StrEnum):
    """Where a server is in its life."""

    UNCONFIGURED = "unconfigured"
    CONFIGURED = "configured"
    RUNNING = "running"


class Action(StrEnum):
    """What is asked of a server, as far as its state matters."""

    CONFIGURE = "configure"
    START = "start"
    STOP = "stop"
    INSTALL = "install"
    PREPARE = "prepare"  # what a configured server takes and a running one uses: viewdefs
    WORK = "work"  # everything that needs a session


NOT_CONFIGURED: Final = "Server not configured"
NOT_STARTED: Final = "Server not started"
ALREADY_RUNNING: Final = "Server already running"

# (state, action) -> the next state, or the sentence that refuses.
TABLE: Final[dict[tuple[State, Action], State | str]] = {
    (State.UNCONFIGURED, Action.CONFIGURE): State.CONFIGURED,
    (State.UNCONFIGURED, Action.START): NOT_CONFIGURED,
    (State.UNCONFIGURED, Action.STOP): State.UNCONFIGURED,
    (State.UNCONFIGURED, Action.INSTALL): NOT_CONFIGURED,
    (State.UNCONFIGURED, Action.PREPARE): NOT_CONFIGURED,
    (State.UNCONFIGURED, Action.WORK): NOT_CONFIGURED,
    (State.CONFIGURED, Action.CONFIGURE): State.CONFIGURED,
    (State.CONFIGURED, Action.START): State.RUNNING,
    (State.CONFIGURED, Action.STOP): State.CONFIGURED,
    (State.CONFIGURED, Action.INSTALL): State.CONFIGURED,
    (State.CONFIGURED, Action.PREPARE): State.CONFIGURED,
    (State.CONFIGURED, Action.WORK): NOT_STARTED,
    (State.RUNNING, Action.CONFIGURE): State.CONFIGURED,
    (State.RUNNING, Action.START): ALREADY_RUNNING,
    (State.RUNNING, Action.STOP): State.CONFIGURED,
    (State.RUNNING, Action.INSTALL): State.RUNNING,
    (State.RUNNING, Action.PREPARE): State.RUNNING,
    (State.RUNNING, Action.WORK): State.RUNNING,
}


def next_state(state: State, action: Action) -> State:
    """Where an action leads; raises LifecycleError with the sentence of the table."""
    outcome = TABLE[state, action]
    if isinstance(outcome, State):
        return outcome
    raise LifecycleError(outcome)
