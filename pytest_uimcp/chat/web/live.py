"""A page's WebSocket: the timeline, the pending approvals and what the agent does go out; posts, decisions and the
buttons that stop the agent and make it go on come in.

Frames of the timeline are the envelopes of `ui_state_v1`, the first with the whole state, the others with what has
changed (`Changes`). Beside the payload, `html` has what is said in the items of the frame as HTML, unless it is the
human's text without links, `who` says which human an item is of, and `truncated` that older messages exist. A page that
was slow is sent only the difference to the latest state.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Literal, cast

from aiohttp import WSCloseCode, WSMsgType, web

from pytest_uimcp.chat.conversation import Conversation
from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.message import Poster
from pytest_uimcp.chat.web.links import addresses
from pytest_uimcp.chat.web.markdown import as_html, plain_as_html
from pytest_uimcp.chat.web.people import check_name, shown_to
from pytest_uimcp.chat.web.sources import ActivitySource, ApprovalSource, TimelineSource
from pytest_uimcp.core.errors import UimcpError

log = logging.getLogger(__name__)

HEARTBEAT: Final = 30.0
SEND_SECONDS: Final = 30.0
CLOSING: Final = 0.3
# Between two frames: what happens meanwhile is one update.
PAUSE: Final = 0.03
MAX_FRAME_BYTES: Final = 2 * 1024 * 1024
MAX_REASON_CHARACTERS: Final = 2000

Item = Mapping[str, Any]


class Changes:
    """What one page has been sent.

    The whole state once, and then frames of type `ui_state_changed`: `gone` are the ids of items that are no longer
    shown, `items` those that are new, at the end, or have changed, in their places. Should a timeline change in another
    way, the page gets the whole state again.
    """

    def __init__(self) -> None:
        self._sent: dict[str, Item] | None = None

    def take(self, payload: Mapping[str, Any]) -> tuple[dict[str, Any], list[Item]]:
        """The payload to send for one with the whole state, and the items in it."""
        items: list[Item] = payload["state"]["items"]
        previous = self._sent
        self._sent = {item["id"]: item for item in items}
        if previous is None:
            return dict(payload), items
        removed = [item_id for item_id in previous if item_id not in self._sent]
        changed = [item for item in items if previous.get(item["id"]) != item]
        remaining = [item_id for item_id in previous if item_id in self._sent]
        new = [item["id"] for item in changed if item["id"] not in previous]
        # Items only come at the end. Where one has come in between, a page could not place it.
        if remaining + new != list(self._sent):
            return {**payload, "type": "ui_state_snapshot"}, items
        seq = {"v": payload["v"], "seq": payload["seq"]}
        return {"type": "ui_state_changed", **seq, "gone": removed, "items": changed}, changed


class LivePage:
    """One connection of a page, on the event loop that made it.

    `human` is who uses it, and `rename` gives that human another name.
    """

    def __init__(
        self,
        conversation: Conversation,
        timeline: TimelineSource,
        approvals: ApprovalSource | None,
        activity: ActivitySource | None,
        human: Callable[[], Poster],
        rename: Callable[[str], object],
        session_id: str,
    ) -> None:
        # With a heartbeat, for laptops fall asleep without a word and keep their connections.
        self.socket = web.WebSocketResponse(max_msg_size=MAX_FRAME_BYTES, heartbeat=HEARTBEAT, timeout=CLOSING)
        self._conversation = conversation
        self._approvals = approvals
        self._activity = activity
        self._human = human
        self._rename = rename
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._changes = Changes()
        self._shown: list[dict[str, Any]] | None = None
        self._shown_activity: dict[str, Any] | None = None
        self._source = timeline
        self._timeline = timeline.connect(session_id, self._wake)
        self._stops = [source.listen(self._on_change) for source in (approvals, activity) if source]

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
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
            log.debug("a page has gone: %s", error)
        finally:
            for stop in self._stops:
                stop()
            self._timeline.close()
        return self.socket

    async def close(self) -> None:
        await self.socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server stops")

    def _on_change(self, _news: object) -> None:
        self._wake()

    def _wake(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._news.set)
        except RuntimeError:
            log.debug("a page belongs to an event loop that is closed")

    async def _send_all(self, request: web.Request) -> None:
        # The page has nothing yet: the first frame is the whole state.
        self._news.set()
        try:
            while True:
                await self._news.wait()
                # Before reading, so that what happens meanwhile is read in the next round.
                self._news.clear()
                if frame := self._timeline.take():
                    await self._send(await self._frame(frame))
                await self._send_approvals()
                await self._send_activity()
                await asyncio.sleep(PAUSE)
        except (ConnectionError, TimeoutError) as error:
            log.debug("a page has gone: %s", error)
        except Exception:
            # The page would stay as it is for ever; instead it loses the connection, and gets the whole state with the
            # next.
            log.exception("a page cannot be sent what it is to show")
        # Without a close frame, which would wait behind what the page does not read. The page reconnects.
        if request.transport is not None:
            request.transport.abort()

    async def _send_approvals(self) -> None:
        if self._approvals:
            # As a whole each time: few calls wait, and a page that missed one could not tell.
            pending = [item.to_json() for item in self._approvals.pending()]
        else:
            pending = []
        if pending != self._shown:
            self._shown = pending
            await self._send({"type": "approvals", "pending": pending})

    async def _send_activity(self) -> None:
        activity = self._activity.to_json() if self._activity else None
        if activity != self._shown_activity:
            self._shown_activity = activity
            await self._send({"type": "activity", "activity": activity})

    async def _send(self, frame: Mapping[str, Any]) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self.socket.send_str(json.dumps(frame, default=str))

    async def _frame(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        payload, items = self._changes.take(frame["payload"])
        # Rendering a long conversation takes a while, in which other pages are served.
        html = await asyncio.to_thread(self._html, items) if items else {}
        return {**frame, "payload": payload, "html": html, "who": await self._who(items)}

    def _html(self, items: Sequence[Mapping[str, Any]]) -> dict[str, str]:
        html: dict[str, str] = {}
        for item in items:
            if item["kind"] == "AssistantMarkdown":
                plain = self._source.origin(item["id"]).plain
                html[item["id"]] = as_html(item["md"]) if plain is None else plain_as_html(plain)
            elif item["kind"] == "UserMessage" and next(addresses(item["text"]), None):
                html[item["id"]] = plain_as_html(item["text"])
        return html

    async def _who(self, items: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
        origins = {
            item["id"]: self._source.origin(item["id"]).message for item in items if item["kind"] == "UserMessage"
        }
        # An agent may hear of messages of other chats, whose ids are any texts.
        numbers = {key: int(message) for key, message in origins.items() if message.isascii() and message.isdigit()}
        try:
            posters = await self._conversation.run(self._conversation.posters, set(numbers.values()))
        except ChatError as error:
            log.warning("it is not known who wrote what: %s", error)
            return {}
        # Asked each time, because people change their names.
        me = self._human()
        return {key: shown_to(me, posters[number]) for key, number in numbers.items() if number in posters}

    async def _answer(self, text: str) -> dict[str, Any]:
        number: Any = None
        try:
            frame = _object(text)
            number = frame.get("request")
            # The page numbers its requests, for answers come between updates.
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
            case "name":
                name = check_name(frame.get("name"))
                self._rename(name)
                return {"name": name}
            case "stop" | "again" as button:
                self._press(button)
                return {}
            case other:
                raise ChatError(
                    "invalid_arguments",
                    f"expected a frame of type post, decide, name, stop or again, got {str(other)[:60]!r}",
                )

    def _press(self, button: Literal["stop", "again"]) -> None:
        if self._activity is None:
            raise ChatError("invalid_arguments", "no agent is attached here that could be stopped or go on")
        if button == "stop":
            self._activity.stop()
        else:
            self._activity.again()

    async def _post(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        arguments = {name: frame[name] for name in ("content", "mime", "client_id") if name in frame}
        poster = self._human()
        return await self._conversation.run(self._conversation.post, "user", arguments, poster)

    async def _decide(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        if self._approvals is None:
            raise ChatError("invalid_arguments", "nothing waits for approval here: no agent is attached")
        reason = frame.get("reason")
        if reason is not None and (not isinstance(reason, str) or len(reason) > MAX_REASON_CHARACTERS):
            raise ChatError(
                "invalid_arguments", f"reason must be a string of at most {MAX_REASON_CHARACTERS} characters"
            )
        deciding = self._approvals.decide(
            str(frame.get("id")), frame.get("decision"), reason=reason or None, by=self._human().principal
        )
        return (await deciding if isinstance(deciding, Awaitable) else deciding).to_json()


def _object(text: str) -> dict[str, Any]:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ChatError("invalid_arguments", f"the frame is not JSON: {error}") from None
    if not isinstance(frame, dict):
        raise ChatError("invalid_arguments", "the frame must be a JSON object")
    return cast(dict[str, Any], frame)
