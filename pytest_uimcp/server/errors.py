from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError


class ServerError(UimcpError):
    """The server cannot do what was asked; the message is for the caller."""


class LifecycleError(ServerError):
    """The state of the server does not allow this."""


class ConfigError(ServerError):
    """A base directory or its configuration cannot be used."""


class OpenerError(ServerError):
    """No browser could be opened."""


class QueueFull(ServerError):
    """The queue of events is full, because no agent reads them."""
