from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uimcp.core.errors import UimcpError, public

if TYPE_CHECKING:
    from pytest_uimcp.agent.models.base import ModelTurn


@public
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


class ServiceFailure(ModelUnavailable):
    """The service of the model answered with an error; `status` is that of HTTP."""

    def __init__(self, status: int, message: str = "", retry_after: float | None = None) -> None:
        super().__init__(message or f"the service of the model answered {status}", retry_after)
        self.status = status


class AnswerCut(ModelUnavailable):
    """The connection broke in the middle of an answer; `turn` is what would have come."""

    def __init__(self, message: str, turn: ModelTurn) -> None:
        super().__init__(message)
        self.turn = turn


class TurnScriptError(RunError):
    """A script of turns cannot be played, or was not played to its end. `code` tells programs which."""

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.error_code = code
