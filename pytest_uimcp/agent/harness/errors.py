"""The failures of a test of a conversation; each is an assertion error."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError, public


@public
class ConversationError(UimcpError, AssertionError):
    """A conversation did not go as the test says."""


@public
class NotCalled(ConversationError):
    """The agent's calls are not those that were expected."""


@public
class NotSaid(ConversationError):
    """The agent has not said something."""


@public
class OverBudget(ConversationError):
    """The agent has taken more turns, calls, tokens or seconds than the test allows."""


@public
class NothingPending(ConversationError):
    """No call of this kind waits for the human."""


@public
class TurnsLeft(ConversationError):
    """The test is over, and turns of the script were not played."""


@public
class Unsettled(ConversationError):
    """The agent did not settle in time."""


@public
class NoPage(ConversationError):
    """The human has no page to use."""
