"""A page's WebSocket: the timeline and the pending approvals go out, posts and decisions come in.

Frames of the timeline are the envelopes of `ui_state_v1`; `html` beside them holds the rendered Markdown of items that
the page has not been sent yet, and `truncated` says that older messages exist. A slow page is sent only the latest
state.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Mapping
from typing import Any, Final, cast

from aiohttp import WSCloseCode, WSMsgType, web

from pytest_uimcp.chat.conversation import Conversation
from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.web.markdown import as_html
from pytest_uimcp.chat.web.sources import ApprovalSource, TimelineSource
from pytest_uimcp.core.errors import UimcpError

__all__ = ["LivePage"]

logger = logging.getLogger(__name__)

HEARTBEAT: Final = 30.0
SEND_SECONDS: Final = 30.0
CLOSING: Final = 0.3
PAUSE: Final = 0.03
"""Between two states: what happens meanwhile is one update, as each of them is the whole state."""
LARGEST_FRAME: Final = 2 * 1024 * 1024
LONGEST_REASON: Final = 2000


class LivePage:
    """One connection of a page, on the event loop that made it."""

    def __init__(
        self,
        conversation: Conversation,
        timeline: TimelineSource,
        approvals: ApprovalSource | None,
        principal: str,
        session_id: str,
    ) -> None:
        self.socket = web.WebSocketResponse(max_msg_size=LARGEST_FRAME, heartbeat=HEARTBEAT, timeout=CLOSING)
        self._conversation = conversation
        self._approvals = approvals
        self._principal = principal
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._rendered: set[str] = set()
        self._shown: list[dict[str, Any]] | None = None
        self._timeline = timeline.connect(session_id, self._wake)
        self._stop_listening = approvals.listen(lambda _: self._wake()) if approvals else _nothing

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the page until it goes or the server stops."""
        try:
            await self.socket.prepare(request)
            sender = asyncio.create_task(self._send_all(request))
            try:
                async for message in self.socket:
                    if message.type is WSMsgType.TEXT:
                        await self._send(await self._answer(message.data))
            finally:
                sender.cancel()
                await asyncio.gather(sender, return_exceptions=True)
        except (ConnectionError, TimeoutError) as error:
            logger.debug("a page has gone: %s", error)
        finally:
            self._stop_listening()
            self._timeline.close()
        return self.socket

    async def close(self) -> None:
        """The server stops."""
        await self.socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server stops")

    def _wake(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._news.set)
        except RuntimeError:
            logger.debug("a page belongs to an event loop that is closed")

    async def _send_all(self, request: web.Request) -> None:
        self._news.set()
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                if frame := self._timeline.take():
                    await self._send({**frame, "html": await self._new_html(frame)})
                await self._send_approvals()
                await asyncio.sleep(PAUSE)
        except (ConnectionError, TimeoutError) as error:
            logger.debug("a page has gone: %s", error)
        except Exception:
            logger.exception("a page cannot be sent what it is to show")
        # Without a close frame, which would wait behind what the page does not read. The page reconnects.
        if request.transport is not None:
            request.transport.abort()

    async def _send_approvals(self) -> None:
        pending = [item.to_json() for item in self._approvals.pending()] if self._approvals else []
        if pending != self._shown:
            self._shown = pending
            await self._send({"type": "approvals", "pending": pending})

    async def _send(self, frame: Mapping[str, Any]) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self.socket.send_str(json.dumps(frame, default=str))

    async def _new_html(self, frame: Mapping[str, Any]) -> dict[str, str]:
        items = frame["payload"]["state"]["items"]
        new = {item["id"]: item["md"] for item in items if item["kind"] == "AssistantMarkdown"}
        new = {item_id: md for item_id, md in new.items() if item_id not in self._rendered}
        self._rendered |= new.keys()
        if not new:
            return {}
        return await asyncio.to_thread(lambda: {item_id: as_html(md) for item_id, md in new.items()})

    async def _answer(self, text: str) -> dict[str, Any]:
        number: Any = None
        try:
            frame = _object(text)
            number = frame.get("request")
            return {"type": "result", "request": number, "ok": await self._do(frame)}
        except UimcpError as error:
            code = getattr(error, "code", "") or "failed"
            return {"type": "result", "request": number, "error": {"code": code, "message": str(error)}}

    async def _do(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        match frame.get("type"):
            case "post":
                return await self._post(frame)
            case "decide":
                return await self._decide(frame)
            case other:
                raise ChatError(
                    "invalid_arguments", f"expected a frame of type post or decide, got {str(other)[:60]!r}"
                )

    async def _post(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        given = {name: frame[name] for name in ("content", "mime", "client_id") if name in frame}
        if not self._conversation.store.blocking:
            return self._conversation.post("user", given)
        return await asyncio.to_thread(self._conversation.post, "user", given)

    async def _decide(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        if self._approvals is None:
            raise ChatError("invalid_arguments", "nothing waits for approval here: no agent is attached")
        reason = frame.get("reason")
        if reason is not None and (not isinstance(reason, str) or len(reason) > LONGEST_REASON):
            raise ChatError("invalid_arguments", f"reason must be a string of at most {LONGEST_REASON} characters")
        deciding = self._approvals.decide(
            str(frame.get("id")), frame.get("decision"), reason=reason or None, by=self._principal
        )
        return (await deciding if isinstance(deciding, Awaitable) else deciding).to_json()


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ChatError("invalid_arguments", f"the frame is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise ChatError("invalid_arguments", "the frame must be a JSON object")
    return cast(dict[str, Any], found)


def _nothing() -> None:
    """There is nothing to listen to."""
