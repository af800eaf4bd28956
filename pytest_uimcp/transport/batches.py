"""JSON-RPC batches: an array of messages, which is answered with one array when all its requests are answered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from pytest_uimcp.transport.jsonrpc import JsonRpcDialect, Refusal, encode


@dataclass(slots=True)
class _Batch:
    owed: list[object]
    replies: list[bytes] = field(default_factory=list)

    @property
    def whole(self) -> bytes:
        # JSON-RPC: a batch of notifications alone is answered with nothing at all, not with `[]`.
        if self.replies:
            return b"[" + b",".join(self.replies) + b"]"
        return b""


class Batches:
    """The batches of one connection that are not answered yet. What its methods return is to be written."""

    def __init__(self, dialect: JsonRpcDialect) -> None:
        self._dialect = dialect
        self._open: list[_Batch] = []

    def begin(self, items: Iterable[JSONRPCMessage | Refusal]) -> tuple[list[JSONRPCMessage], bytes]:
        """Take a batch in: the messages to serve, and its answer if there is nothing to wait for."""
        messages = []
        batch = _Batch([])
        for item in items:
            if isinstance(item, Refusal):
                batch.replies.append(encode(item.reply_in(self._dialect)))
            else:
                messages.append(item)
                if isinstance(item, JSONRPCRequest):
                    batch.owed.append(item.id)
        if not batch.owed:
            return messages, batch.whole
        self._open.append(batch)
        return messages, b""

    def sent(self, message: JSONRPCMessage) -> bytes:
        """What to write for a message of the server: answers to a batch are kept until the last one is there."""
        data = encode(message)
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            # Ids are the client's: the oldest batch that waits for this one gets the answer.
            for batch in self._open:
                if message.id in batch.owed:
                    batch.replies.append(data)
                    return self._settle(batch, message.id)
        return data

    def received(self, message: JSONRPCMessage) -> bytes:
        """What to write after a message of the client: a request that it cancels is not waited for."""
        if not (isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled"):
            return b""
        cancelled = (message.params or {}).get("requestId")
        for batch in self._open:
            if cancelled in batch.owed:
                return self._settle(batch, cancelled)
        return b""

    def _settle(self, batch: _Batch, request_id: object) -> bytes:
        batch.owed.remove(request_id)
        if batch.owed:
            return b""
        self._open.remove(batch)
        return batch.whole
