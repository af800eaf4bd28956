"""The requests in flight: received, but not answered yet."""

from __future__ import annotations

import anyio
from mcp_types import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

# A listen request opens a stream, which is answered only when the server ends it.
_STREAMS = frozenset({"subscriptions/listen"})


class InFlight:
    """Tracks incoming requests and outgoing responses, and knows when every request is answered."""

    def __init__(self) -> None:
        self._owed: set[RequestId | float] = set()
        # An event of anyio cannot be cleared, so every wait takes a new one.
        self._settled = anyio.Event()

    def received(self, message: JSONRPCMessage) -> None:
        match message:
            case JSONRPCRequest() if message.method not in _STREAMS:
                self._owed.add(message.id)
            case JSONRPCNotification(method="notifications/cancelled"):
                # A cancelled request is not answered.
                self._settle((message.params or {}).get("requestId"))
            case _:
                pass

    def sent(self, message: JSONRPCMessage) -> None:
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            self._settle(message.id)

    async def settled(self) -> None:
        """Wait until every request recorded so far is answered."""
        while self._owed:
            self._settled = anyio.Event()
            await self._settled.wait()

    def _settle(self, request_id: object) -> None:
        if isinstance(request_id, str | int | float):
            self._owed.discard(request_id)
        if not self._owed:
            self._settled.set()
