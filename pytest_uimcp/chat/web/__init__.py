"""A conversation over HTTP: MCP for programs, a page for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.lazy import lazy_names

if TYPE_CHECKING:
    from pytest_uimcp.chat.web.remote import RemoteApprovals
    from pytest_uimcp.chat.web.site import ChatSite
    from pytest_uimcp.chat.web.sources import ActivitySource, ApprovalSource, TimelineSource
    from pytest_uimcp.chat.web.tokens import TokenFileError, token_file

_HOMES: Final[Mapping[str, str]] = {
    "ActivitySource": "sources",
    "ApprovalSource": "sources",
    "ChatSite": "site",
    "RemoteApprovals": "remote",
    "TimelineSource": "sources",
    "TokenFileError": "tokens",
    "token_file": "tokens",
}

__all__ = [
    "ActivitySource",
    "ApprovalSource",
    "ChatSite",
    "RemoteApprovals",
    "TimelineSource",
    "TokenFileError",
    "token_file",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
