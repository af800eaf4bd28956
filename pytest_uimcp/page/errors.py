"""The errors of a page that cannot do what a test asks for: those of everything that shows."""

from __future__ import annotations

from pytest_uimcp.aria.errors import (
    Ambiguous,
    NotActionable,
    NotFound,
    NotSeen,
    PageError,
    StillSeen,
    WrongCall,
)

__all__ = ["Ambiguous", "NotActionable", "NotFound", "NotSeen", "PageError", "StillSeen", "WrongCall"]
