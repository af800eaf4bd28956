"""The fixture of a chat. pytest imports this module when it starts, so it imports only pytest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_uimcp.chat.harness.chat import ChatHarness


@pytest.fixture
def uimcp_chat(request: pytest.FixtureRequest) -> Iterator[ChatHarness]:
    """A conversation in memory and the servers of its two sides: `.messages`, `.human.url`, `.assistant.token`."""
    from pytest_uimcp.chat.harness.chat import ChatHarness
    from pytest_uimcp.testing.participating import participating

    with participating(request, ChatHarness) as harness:
        yield harness
