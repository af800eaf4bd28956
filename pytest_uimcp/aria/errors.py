"""The errors of a page, or of another surface, that cannot do what a test asks for."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError, public


@public
class WrongCall(UimcpError, TypeError):
    """A verb was called with arguments that it does not take."""


@public
class PageError(UimcpError, AssertionError):
    """A verb failed. It is an AssertionError too: the page is not what the test expects."""


@public
class NotFound(PageError):
    """Nothing matches the target."""


@public
class Ambiguous(PageError):
    """Several things match the target."""


@public
class NotActionable(PageError):
    """It is there, but a user could not do this to it now."""


@public
class NotSeen(PageError):
    """A text that should be on the page is not."""


@public
class StillSeen(PageError):
    """A text that should not be on the page is."""
