"""Chat between a human and an agent: messages, their store, and who is told of new ones.

`Facade` serves one side of a conversation as an MCP server. `Conversation` is what both sides call: it takes arguments
as they came and gives bodies as they are sent.
Below it stands a `ChatStore`, in memory or in a database, which tells listeners of every commit.
"""

from pytest_uimcp.chat.conversation import Conversation
from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.facade import Facade
from pytest_uimcp.chat.limits import Limits
from pytest_uimcp.chat.message import Author, Message, Receipt
from pytest_uimcp.chat.opening import open_store
from pytest_uimcp.chat.store import ChatStore, WatermarkKey
from pytest_uimcp.chat.updates import PendingUpdate

__all__ = [
    "Author",
    "ChatError",
    "ChatStore",
    "Conversation",
    "Facade",
    "Limits",
    "Message",
    "PendingUpdate",
    "Receipt",
    "WatermarkKey",
    "open_store",
]
