"""The page beside an agent of this process: it shows the agent's timeline, and answers its approvals."""

import webbrowser
from pathlib import Path

from pytest_uimcp.agent import Timeline
from pytest_uimcp.chat import Conversation
from pytest_uimcp.chat.web import ChatSite, token_file
from pytest_uimcp.compositor.policy import Approvals


async def serve_page(conversation: Conversation, timeline: Timeline, approvals: Approvals) -> ChatSite:
    """Serve it on the event loop of the agent; `close()` ends it."""
    tokens = token_file(Path("chat.tokens.json"))
    sessions = Path("chat.sessions")
    site = ChatSite(conversation, tokens, timeline=timeline, approvals=approvals, sessions=sessions)
    await site.start()
    webbrowser.open(site.page_address())
    return site
