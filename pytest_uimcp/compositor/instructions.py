"""The instructions for an agent: one section for each mounted server."""

from __future__ import annotations

from pytest_uimcp.compositor.lifecycle import MountState
from pytest_uimcp.compositor.mount import Mount
from pytest_uimcp.compositor.mounts import Mounts
from pytest_uimcp.compositor.naming import renamed

__all__ = ["instructions_of"]


def instructions_of(mounts: Mounts) -> str:
    """The instructions of all servers that run and have some; empty if none has."""
    sections = [
        f"## {mount.prefix}\n\nIts tools begin with `{mount.prefix}_`.\n\n{text.strip()}"
        for mount in mounts
        if mount.state is MountState.ACTIVE and (text := _instructions(mounts, mount))
    ]
    if sections:
        return "\n\n".join(["# Servers", *sections])
    return ""


def _instructions(mounts: Mounts, mount: Mount) -> str:
    """What a server says, with the names of its tools as a model finds them in the list."""
    if not (text := mount.session.instructions):
        return ""
    return renamed(text, {owned.item.name: owned.name for owned in mounts.tools.of(mount.prefix)})
