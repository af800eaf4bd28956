from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError


class StorageError(UimcpError):
    """The database cannot be read or written now. Nothing of the failed transaction was kept."""
