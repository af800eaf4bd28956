"""WebDriver BiDi, the protocol that Firefox speaks by itself: commands, and events, as JSON over a WebSocket."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import aiohttp

Listener: TypeAlias = Callable[[str, dict[str, Any]], None]
# Seconds for one command on a loaded machine; what waits in the page itself has a shorter limit.
PATIENCE: Final = 60.0


class BidiError(Exception):
    """Firefox refused a command, or a script in it failed."""


class Bidi:
    """One session with a browser. Everything happens on the loop of the WebSocket."""

    def __init__(self, client: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._client = client
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: list[Listener] = []
        self._reader = asyncio.get_running_loop().create_task(self._read())

    @property
    def is_open(self) -> bool:
        return not self._reader.done()

    def listen(self, listener: Listener) -> None:
        """Call this with the name and the parameters of every event."""
        self._listeners.append(listener)

    def forget(self, listener: Listener) -> None:
        self._listeners.remove(listener)

    async def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result."""
        if not self.is_open:
            raise BidiError("Firefox has ended")
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send_json({"id": number, "method": method, "params": parameters})
            return await asyncio.wait_for(answer, PATIENCE)
        except (TimeoutError, ConnectionError) as error:
            raise BidiError(f"{method}: {error or 'no answer'}") from None
        finally:
            del self._waiting[number]

    async def close(self) -> None:
        self._reader.cancel()
        await self._client.close()

    async def _read(self) -> None:
        try:
            async for message in self._socket:
                self._take(json.loads(message.data))
        finally:
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(BidiError("Firefox has ended"))

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "event":
            for listener in list(self._listeners):
                listener(message["method"], message["params"])
            return
        answer = self._waiting.get(message.get("id") or 0)
        if answer is None or answer.done():
            return
        if message["type"] == "error":
            answer.set_exception(BidiError(f"{message['error']}: {message.get('message')}"))
        else:
            answer.set_result(message["result"])
