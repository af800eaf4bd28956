from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError


class RunError(UimcpError):
    """A run cannot go on."""


class PlainTextError(RunError):
    """The model wrote text that no human would see."""


class AgentBusy(UimcpError):
    """A run was requested while another one is in progress."""

    code = "BUSY"


class ModelError(RunError):
    """The model could not be asked, or answered what cannot be read."""


class ModelUnavailable(ModelError):
    """The model did not answer this time, but may the next: it is busy, or the connection was cut."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        # The seconds that the service asks to wait.
        self.retry_after = retry_after


class ContextTooLong(ModelError):
    """The conversation is longer than the model takes."""


class NetworkNotAllowed(ModelError):
    """A model tried to use the network, which was not allowed."""


class TurnScriptError(RunError):
    """A script of turns cannot be played, or was not played to its end."""
