"""What the results of tools say of what is broken now: in the displayed app, and in what pages watch."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.calls import ToolResult

if TYPE_CHECKING:
    from pytest_uimcp.server.run import UiSession
    from pytest_uimcp.server.server import UiServer

# Seconds that a result waits for the session's thread: one that runs Lua may end at once or never.
_PATIENCE: Final = 1.0
_PATIENCE_IF_BUSY: Final = 0.1


def with_broken(text: str, data: dict[str, Any], broken: list[str]) -> ToolResult:
    """A result, and what is broken as data and as a block of text of its own; nothing more if nothing is."""
    result = ToolResult.of_text(text, data)
    if not broken:
        return result
    lines = "\n".join(f"- {sentence}" for sentence in broken)
    block = {"type": "text", "text": f"Broken now:\n{lines}"}
    return ToolResult((*result.content, block), {**data, "broken": broken})


async def broken_in_sessions(server: UiServer) -> list[str]:
    """What is broken in any session in which somebody looks at something."""
    sentences: dict[str, None] = {}
    for ui_session in list(server.ui_sessions):
        if ui_session.has_shown or ui_session.session.connections:
            sentences |= dict.fromkeys(await broken_in_session(server, ui_session))
    return list(sentences)


async def broken_on_pages(server: UiServer, session_id: str | None) -> list[str]:
    """What is broken in a session that pages watch, after code was run in it.

    Code that nobody sees the effect of costs little more than itself, however much there is to look at.
    """
    ui_session = server.ui_session(session_id)
    if not ui_session.session.connections:
        return []
    # After something broken it is looked at anew: a method that is there now may still give nil.
    if ui_session.sound_at is not None and await _asked(ui_session, "change_count") == ui_session.sound_at:
        return []
    return await broken_in_session(server, ui_session)


async def broken_in_session(server: UiServer, ui_session: UiSession) -> list[str]:
    """What is broken in a session; nothing if it is busy or closed, which other results say."""
    ui_session.sound_at = None
    answer = await _asked(ui_session, "broken")
    if answer is None or not any(answer[part] for part in ("errors", "views", "types")):
        return []
    # Imported late: parsing viewdefs needs the page, and a server may never show one.
    from pytest_uimcp.checks.live import LiveViews, broken_sentences

    views = LiveViews(ui_session.session, server.own_dir)
    sentences = await asyncio.to_thread(broken_sentences, views, answer)
    if not sentences:
        ui_session.sound_at = answer["finds"]
    return sentences


async def _asked(ui_session: UiSession, operation: str) -> Any:
    """What the session answers; None if it stays busy or is closed."""
    session = ui_session.session
    patience = _PATIENCE
    if session.busy:
        patience = _PATIENCE_IF_BUSY
    try:
        return await asyncio.wait_for(asyncio.wrap_future(session.submit_look(operation)), patience)
    except (TimeoutError, UimcpError):
        return None
