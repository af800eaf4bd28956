"""Errors of the ui-mcp server."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError

__all__ = ["ConfigError", "LifecycleError", "OpenerError", "QueueFull", "ServerError"]


class ServerError(UimcpError):
    """The server cannot do what was asked; the text is for whoever asked."""


class LifecycleError(ServerError):
    """The server is not in a state that allows this."""


class ConfigError(ServerError):
    """A base directory or its configuration cannot be used."""


class OpenerError(ServerError):
    """No browser could be opened."""


class QueueFull(ServerError):
    """Events were pushed that nobody reads."""
