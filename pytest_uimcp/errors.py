"""The one ancestor of every error this package raises on purpose."""

from __future__ import annotations

__all__ = ["UimcpError"]


class UimcpError(Exception):
    """Something went wrong that the reader of the message can act on."""
