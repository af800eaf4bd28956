"""The errors of sessions. Errors of Lua code are in `engine.lua.errors`."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError, public

__all__ = ["BusyError", "SessionClosed", "SettleTimeout", "UnknownSession"]


# A state of the session, not the end of it: what was refused may be sent again.
@public
class BusyError(UimcpError):
    """The session's Lua is inside a C function that cannot be interrupted; it answers again when that returns."""


@public
class SessionClosed(UimcpError):
    """The session is closed, or was closed before the work ran."""


@public
class SettleTimeout(UimcpError):
    """A session did not settle in time."""


class UnknownSession(UimcpError):
    """No open session has this id."""
