"""JSON schemas of what the chat tools give."""

from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.chat.content import MIMES
from pytest_uimcp.chat.message import AUTHORS
from pytest_uimcp.mcp.alternatives import or_null

_ID: Final = {"type": "string", "description": "The message's id: digits that grow from message to message."}
_TIME: Final = {"type": "string", "description": "When it was stored, in ISO 8601 and UTC."}
_MESSAGE: Final = {
    "type": "object",
    "properties": {
        "id": _ID,
        "ts": _TIME,
        "author": {"type": "string", "enum": list(AUTHORS)},
        "mime": {"type": "string", "enum": list(MIMES)},
        "content": {"type": "string"},
    },
    "required": ["id", "ts", "author", "mime", "content"],
}

# Open to further keys: a newer server may add some, and clients check results against this.
RECEIPT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"id": _ID, "ts": _TIME},
    "required": ["id", "ts"],
}
PAGE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "messages": {"type": "array", "items": _MESSAGE},
        "last_id": or_null(
            {"type": "string", "description": "The id of the last message here, or the after_id that was given."}
        ),
        "has_more": {"type": "boolean"},
        "stale_after_id": {
            "type": "boolean",
            "description": "True if after_id is after every message: read again from the beginning.",
        },
    },
    "required": ["messages", "last_id", "has_more"],
}
