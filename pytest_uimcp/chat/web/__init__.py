"""A conversation over HTTP: MCP for programs, a page for people."""

from pytest_uimcp.chat.web.site import ChatSite
from pytest_uimcp.chat.web.sources import ApprovalSource, TimelineSource
from pytest_uimcp.chat.web.tokens import TokenFileError, token_file

__all__ = ["ApprovalSource", "ChatSite", "TimelineSource", "TokenFileError", "token_file"]
