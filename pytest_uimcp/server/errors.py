"""What a server refuses, and why."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError

__all__ = ["ConfigError", "LifecycleError", "OpenerError", "QueueFull", "ServerError"]


class ServerError(UimcpError):
    """The server cannot do what was asked; the text is for whoever asked."""


class LifecycleError(ServerError):
    """Asked for in a state that does not have it."""


class ConfigError(ServerError):
    """A base directory or its configuration cannot be used."""


class OpenerError(ServerError):
    """No browser could be opened."""


class QueueFull(ServerError):
    """Events were pushed that nobody reads."""
