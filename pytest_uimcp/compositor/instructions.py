"""The instructions for an agent: one section for each mounted server."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_uimcp.compositor.lifecycle import MountState
from pytest_uimcp.compositor.mount import Mount

__all__ = ["instructions_of"]


def instructions_of(mounts: Iterable[Mount]) -> str:
    """The instructions of all servers that run and have some; empty if none has."""
    sections = [
        f"## {mount.prefix}\n\nIts tools begin with `{mount.prefix}_`.\n\n{text.strip()}"
        for mount in mounts
        if mount.state is MountState.ACTIVE and (text := mount.session.instructions)
    ]
    return "\n\n".join(["# Servers", *sections]) if sections else ""
