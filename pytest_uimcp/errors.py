"""The root of every error this package raises on purpose."""

from __future__ import annotations


class UimcpError(Exception):
    """What was asked cannot be done; the text says what was expected, what came, and what helps."""
