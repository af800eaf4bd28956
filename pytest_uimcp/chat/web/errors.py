"""What keeps a conversation from being served."""

from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError

__all__ = ["TokenFileError"]


class TokenFileError(UimcpError):
    """The file with the tokens cannot be used."""
