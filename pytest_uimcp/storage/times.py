"""Moments as they are stored and sent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

__all__ = ["Now", "utc_text"]

Now = Callable[[], int]
"""Nanoseconds since 1970, as `time.time_ns` gives them."""


def utc_text(nanoseconds: int) -> str:
    """ISO 8601 in UTC with six decimals, so that texts compare as the moments do."""
    seconds, remainder = divmod(nanoseconds, 1_000_000_000)
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{remainder // 1000:06d}Z"
