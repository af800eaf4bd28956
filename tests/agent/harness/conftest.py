from __future__ import annotations

import pytest

from pytest_uimcp import CompositorHarness
from tests.agent.harness.notes import Notes, NotesServer


@pytest.fixture
def notes(uimcp_compositor: CompositorHarness) -> Notes:
    """Notes behind the gate: reading is allowed, deleting asks."""
    made: list[NotesServer] = []

    def make() -> NotesServer:
        made.append(NotesServer())
        return made[0]

    uimcp_compositor.mount("notes", make)
    uimcp_compositor.policy({"notes_read": "allow", "notes_wait": "allow"})
    return made[0].server
