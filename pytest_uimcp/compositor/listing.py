"""Lists that a server gives page by page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import mcp_types as types

__all__ = ["everything"]

MAX_PAGES: Final = 1000
"""A server whose pages never end cannot hang a mount."""


async def everything(fetch: Callable[..., Awaitable[Any]], field: str) -> list[Any]:
    """All items of a list; `field` is where a page holds them."""
    items: list[Any] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        if cursor is None:
            params = None
        else:
            params = types.PaginatedRequestParams(cursor=cursor)
        page = await fetch(params=params)
        items += getattr(page, field)
        cursor = page.next_cursor
        if cursor is None:
            break
    return items
