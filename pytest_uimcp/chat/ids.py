"""Message ids: 13 decimal digits that grow with time.

Outside this package an id is an opaque string; inside the store it is the number those digits write.
"""

from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.chat.errors import ChatError, shown

# What a database's integer holds. No id comes near, so anything larger is after every message.
MAX_NUMBER: Final = 2**63 - 1
_MAX_DIGITS: Final = 19


def next_id(now_ns: int, last_number: int) -> int:
    """The id of a message stored now, after one with id `last` (0 for the first)."""
    # Milliseconds, or one more than the last: two posts in one millisecond are in order, and so is a clock that goes
    # back.
    return max(now_ns // 1_000_000, last_number + 1)


def id_text(number: int | None) -> str | None:
    return None if number is None else str(number)


def read_id(value: Any) -> int:
    """The number of an id that came from outside, as a string or an integer."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return min(value, MAX_NUMBER)
    if isinstance(value, str) and _is_number(value):
        digits = value.lstrip("0")
        # A longer number is not converted: Python refuses those of thousands of digits.
        if len(digits) <= _MAX_DIGITS:
            return min(int(digits or "0"), MAX_NUMBER)
        return MAX_NUMBER
    raise ChatError("invalid_after_id", f"a message id is a string of digits, not {shown(value)}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
