"""The failures of a test of a conversation; each is an assertion error."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError

__all__ = ["ConversationError", "NoPage", "NotCalled", "NotSaid", "NothingPending", "TurnsLeft", "Unsettled"]


class ConversationError(UimcpError, AssertionError):
    """A conversation did not go as the test says."""


class NotCalled(ConversationError):
    """The agent's calls are not those that were expected."""


class NotSaid(ConversationError):
    """The agent has not said something."""


class NothingPending(ConversationError):
    """No call of this kind waits for the human."""


class TurnsLeft(ConversationError):
    """The test is over, and turns of the script were not played."""


class Unsettled(ConversationError):
    """The agent did not settle in time."""


class NoPage(ConversationError):
    """The human has no page to use."""
