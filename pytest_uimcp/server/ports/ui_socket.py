"""The WebSocket that connects a browser page to its session."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from aiohttp import WSCloseCode, WSMsgType, web

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.server.mcp.recorder import SessionRecorder


log = logging.getLogger(__name__)
# Apart, so that frames are logged only from -vvv on.
frames_log = logging.getLogger("pytest_uimcp.frames")

HEARTBEAT: Final = 30.0
# A page that has not read this many characters is gone or too far behind. It is disconnected; if it reconnects, it
# gets the present state instead of the history.
MAX_WAITING_CHARACTERS: Final = 128 * 1024 * 1024
MAX_PAGE_NAME: Final = 100
# Connections at a time: each may hold a frame that has not come completely.
MAX_PAGES: Final = 100
# Seconds for a page to answer the closing handshake.
CLOSING: Final = 0.3

# The type of a message in a frame; a text of an app that looks like one counts as well, which harms no log.
_MESSAGE_TYPE: Final = re.compile(r'"type": ?"(create|destroy|update|watch|unwatch|get|getObjects|error|problems)"')

SOCKETS: Final = web.AppKey("sockets", set[web.WebSocketResponse])


async def serve_page(
    request: web.Request, session: Session, recorder: SessionRecorder | None = None
) -> web.StreamResponse:
    # Before the handshake: a page too many costs the session nothing.
    if len(request.app[SOCKETS]) >= MAX_PAGES:
        return web.Response(status=503, text=f"{MAX_PAGES} pages are open: close some\n")
    socket = web.WebSocketResponse(max_msg_size=session.options.max_frame, heartbeat=HEARTBEAT, timeout=CLOSING)
    await socket.prepare(request)
    request.app[SOCKETS].add(socket)
    mailbox = _Mailbox()
    # Chosen by the page, to be known again after a break; nobody else is asked, so its length is bounded here.
    page = request.query.get("page", "")[:MAX_PAGE_NAME] or None
    connection = session.connect(mailbox.deliver, page)
    log.debug("session %s: page %d has connected", session.vended_id, connection.number)
    mailbox.name = f"session {session.vended_id} to page {connection.number}"
    recorded = None if recorder is None else recorder.page(mailbox.deliver)
    sender = asyncio.create_task(_send(request, socket, mailbox))
    try:
        async for message in socket:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                _log_frame(f"page {connection.number} to session {session.vended_id}", message.data)
                # What the front end reports to the recorder is not for the session.
                frame = message.data if recorded is None else recorded.take(message.data)
                if frame is not None:
                    connection.receive(frame)
    finally:
        request.app[SOCKETS].discard(socket)
        connection.close()
        log.debug("session %s: page %d has left", session.vended_id, connection.number)
        if recorded is not None:
            recorded.close()
        # After the connection: nothing is put into the mailbox any more.
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
    return socket


async def close_sockets(app: web.Application) -> None:
    """Close every connection because the server stops; the close frame tells pages why."""
    closing = [socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server stops") for socket in app[SOCKETS]]
    await asyncio.gather(*closing, return_exceptions=True)


async def _send(request: web.Request, socket: web.WebSocketResponse, mailbox: _Mailbox) -> None:
    try:
        while (frame := await mailbox.next()) is not None:
            await socket.send_str(frame)
    except ConnectionError:
        return  # the reading side notices it too
    except Exception:
        log.exception("a page cannot be sent what it is to show; it connects again")
    # No close frame: it would wait behind everything that the page has not read.
    if request.transport is not None:
        request.transport.abort()


def _log_frame(way: str, frame: str | bytes) -> None:
    """Log a frame by its size and the types of its messages, without what is in them."""
    if frames_log.isEnabledFor(logging.DEBUG):
        types = Counter(_MESSAGE_TYPE.findall(frame if isinstance(frame, str) else frame.decode("utf-8", "replace")))
        kinds = ", ".join(f"{count} {kind}" for kind, count in types.items())
        frames_log.debug("%s: %d characters, %s", way, len(frame), kinds or "no message")


class _Mailbox:
    """Passes frames from the session's thread to the event loop."""

    # Whose frames these are, for the log.
    name = "to a page"

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._waiting = 0

    def deliver(self, frame: str) -> None:
        """Add a frame. Called on the session's thread; raises if the page is too far behind."""
        self._waiting += len(frame)
        _log_frame(self.name, frame)
        # None ends the sender, the error tells the session that this page is gone.
        if self._waiting > MAX_WAITING_CHARACTERS:
            self._put(None)
            raise ConnectionError("the page does not read its messages")
        self._put(frame)

    async def next(self) -> str | None:
        """The next frame; None when the connection is to be closed."""
        frame = await self._frames.get()
        self._waiting -= len(frame or "")
        return frame

    def _put(self, frame: str | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._frames.put_nowait, frame)
        except RuntimeError:
            raise ConnectionError("the server is gone") from None
