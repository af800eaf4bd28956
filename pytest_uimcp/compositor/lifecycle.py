"""The lives of a compositor and of its mounts, as tables of the changes that are allowed."""

from __future__ import annotations

from enum import Enum
from typing import Final

__all__ = ["MOUNT_CHANGES", "CompositorState", "MountState", "may_become"]


class CompositorState(Enum):
    """Where a compositor is in its life; it goes through these once, in order."""

    CREATED = "created"
    ACTIVE = "active"
    CLOSED = "closed"


class MountState(Enum):
    """Where a mount is in its life. The values are those that `compositor_meta` shows."""

    PENDING = "initializing"
    ACTIVE = "running"
    FAILED = "failed"
    CLOSED = "closed"


MOUNT_CHANGES: Final = {
    MountState.PENDING: frozenset({MountState.ACTIVE, MountState.FAILED, MountState.CLOSED}),
    MountState.ACTIVE: frozenset({MountState.FAILED, MountState.CLOSED}),
    MountState.FAILED: frozenset({MountState.CLOSED}),
    MountState.CLOSED: frozenset[MountState](),
}


def may_become(state: MountState, next_state: MountState) -> bool:
    """Whether a mount can change from one state to the other."""
    return next_state in MOUNT_CHANGES[state]
