"""What is pending for one client reaches it, whatever one notification does."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from mcp.shared.subscriptions import ResourceUpdated, ToolsListChanged

from pytest_uimcp.mcp.listeners import SessionListener

pytestmark = pytest.mark.anyio


class Line:
    """A connection on which the first notification fails."""

    session_id = None  # as of every transport but Streamable HTTP

    def __init__(self) -> None:
        self.methods: list[str] = []
        self.done = anyio.Event()

    async def notify(self, method: str, _params: Any) -> None:
        self.methods.append(method.removeprefix("notifications/"))
        if len(self.methods) == 1:
            raise ValueError("this one cannot be sent")
        self.done.set()


async def test_a_notification_that_fails_does_not_hold_back_the_next_one() -> None:
    line: Any = Line()
    listener = SessionListener(line)
    listener.subscribe("test://a")
    listener.hear(ResourceUpdated("test://a"))
    listener.hear(ToolsListChanged())
    with anyio.fail_after(30):
        await line.done.wait()
    assert line.methods == ["resources/updated", "tools/list_changed"]
