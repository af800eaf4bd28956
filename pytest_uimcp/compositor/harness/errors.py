"""Errors in tests that use a compositor."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError, public

__all__ = ["NeedsApproval", "PolicyFault"]


@public
class NeedsApproval(UimcpError, AssertionError):
    """The test waits for a call that waits for a human."""


@public
class PolicyFault(UimcpError, AssertionError):
    """A policy has rules that do not fit the tools that are mounted."""
