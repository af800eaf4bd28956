"""What an agent is doing."""

from __future__ import annotations

from typing import Literal

__all__ = ["Phase", "RunStatus", "phase"]

RunStatus = Literal["idle", "starting", "running", "awaiting_approval", "aborting", "finished", "error", "aborted"]
Phase = Literal["waiting_approval", "tools_running", "sampling", "idle"]


def phase(*, pending_approvals: int, calls_in_flight: int, running: bool) -> Phase:
    """What a run is at; the first that is true."""
    if pending_approvals > 0:
        return "waiting_approval"
    if calls_in_flight > 0:
        return "tools_running"
    if running:
        return "sampling"
    return "idle"
