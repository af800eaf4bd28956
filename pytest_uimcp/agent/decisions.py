"""What a handler may answer before the model is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.agent.events import AgentEvent


@dataclass(frozen=True, slots=True)
class NoAction:
    """Let the next handler answer; if all say so, the model is asked."""


@dataclass(frozen=True, slots=True)
class InjectItems:
    """Add texts and tool calls instead of asking the model this time; the calls are made."""

    items: Sequence[AgentEvent]


@dataclass(frozen=True, slots=True)
class Abort:
    reason: str = "aborted"


Decision = NoAction | InjectItems | Abort
NO_ACTION: Final = NoAction()
