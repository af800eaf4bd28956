"""What a test with a compositor got wrong."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError

__all__ = ["NeedsApproval", "PolicyFault"]


class NeedsApproval(UimcpError, AssertionError):
    """A call that the test waits for waits for a human."""


class PolicyFault(UimcpError, AssertionError):
    """A policy has rules that do not fit the tools that are mounted."""
