from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError


class TransportError(UimcpError):
    """A transport could not be set up as asked."""


class StdioUnavailable(TransportError):
    """Standard input or output is closed, or already in use by another transport."""


class PortUnavailable(TransportError):
    """A port could not be bound. `port` is the requested one."""

    def __init__(self, message: str, port: int) -> None:
        super().__init__(message)
        self.port = port


class PortFileError(TransportError):
    """A port file cannot be written."""


class PeerUnknown(TransportError):
    """Nobody can be made out at the other end of a connection."""


class UnknownUser(TransportError):
    """This machine has no such user."""


class TokenFileError(TransportError):
    """A file with tokens cannot be used: others may read it, or what is in it are no tokens."""
