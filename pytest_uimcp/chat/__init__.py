"""Chat between a human and an agent: messages, their store, and the notifications of new ones.

`Facade` serves one side of a conversation as an MCP server. `Conversation` is what both sides call: it takes arguments
as they came and gives bodies as they are sent.
Below it stands a `ChatStore`, in memory or in a database, which tells listeners of every commit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.lazy import lazy_names

if TYPE_CHECKING:
    from pytest_uimcp.chat.conversation import Conversation
    from pytest_uimcp.chat.errors import ChatError
    from pytest_uimcp.chat.facade import Facade
    from pytest_uimcp.chat.limits import Limits
    from pytest_uimcp.chat.message import Author, Message, Poster, Receipt
    from pytest_uimcp.chat.opening import open_store
    from pytest_uimcp.chat.store import ChatStore, WatermarkKey
    from pytest_uimcp.chat.updates import PendingUpdate

_HOMES: Final[Mapping[str, str]] = {
    "Author": "message",
    "ChatError": "errors",
    "ChatStore": "store",
    "Conversation": "conversation",
    "Facade": "facade",
    "Limits": "limits",
    "Message": "message",
    "PendingUpdate": "updates",
    "Poster": "message",
    "Receipt": "message",
    "WatermarkKey": "store",
    "open_store": "opening",
}

__all__ = [
    "Author",
    "ChatError",
    "ChatStore",
    "Conversation",
    "Facade",
    "Limits",
    "Message",
    "PendingUpdate",
    "Poster",
    "Receipt",
    "WatermarkKey",
    "open_store",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
