"""What cannot be done with a compositor, and how its answers say that a mount is gone."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.core.errors import UimcpError


class CompositorError(UimcpError):
    """A compositor or one of its mounts cannot do this. `code` says why, for programs."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


class MountGone(CompositorError):
    """A request could not be finished because its mount was removed or has failed."""
