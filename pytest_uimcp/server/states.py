"""The life cycle of a server as a table: which actions each state allows, and the state they lead to.

A server that does not configure itself starts as UNCONFIGURED; all others start as CONFIGURED.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pytest_uimcp.server.errors import LifecycleError


class State(StrEnum):
    UNCONFIGURED = "unconfigured"
    CONFIGURED = "configured"
    RUNNING = "running"


class Action(StrEnum):
    CONFIGURE = "configure"
    START = "start"
    STOP = "stop"
    INSTALL = "install"
    PREPARE = "prepare"  # allowed when configured, for use when running: viewdefs
    WORK = "work"  # everything that needs a session


NOT_CONFIGURED: Final = "Server not configured"
NOT_STARTED: Final = "Server not started"
ALREADY_RUNNING: Final = "Server already running"

# (state, action) -> the next state, or the message of the refusal.
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
    """The state after an action; raises LifecycleError with the message in the table."""
    outcome = TABLE[state, action]
    if isinstance(outcome, State):
        return outcome
    raise LifecycleError(outcome)
