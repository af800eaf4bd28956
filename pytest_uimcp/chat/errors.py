"""What a chat tool answers instead of a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pytest_uimcp.core.printable import shortened
from pytest_uimcp.mcp.calls import ToolError

CODES: Final[Mapping[str, str]] = {
    "invalid_arguments": "the arguments do not match the tool's schema",
    "invalid_mime": "the type of the content is not one of those accepted",
    "content_empty": "there is nothing to post",
    "content_too_large": "the content is larger than the limit",
    "invalid_content": "the content cannot be encoded as UTF-8",
    "invalid_limit": "the limit is not a whole number from 1 to the maximum",
    "invalid_after_id": "no message has this id",
    "idempotency_conflict": "the client_id was used for another message",
    "forbidden": "the caller may not do this",
    "store_unavailable": "the database cannot be used at the moment",
}


class ChatError(ToolError):
    """A tool call that cannot be answered. `code` is one of CODES."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message, code=code, **details)
        # Programs tell errors apart by these; a misspelt one would never be noticed.
        if code not in CODES:
            raise ValueError(f"{code!r} is not an error of the chat; expected one of {', '.join(CODES)}")


def shown(value: Any) -> str:
    if isinstance(value, int) and abs(value) > 10**30:
        return "an enormous integer"  # Python refuses to write those of thousands of digits
    return shortened(repr(value), 60)
