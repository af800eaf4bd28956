"""What an agent's model plays, from a file that only has steps of the agent."""

from __future__ import annotations

from pathlib import Path

from pytest_uimcp.agent.models.scripted import Turn
from pytest_uimcp.testing.scenario.reading import read_agent_steps
from pytest_uimcp.testing.scenario.turns import turn_of

__all__ = ["read_script"]


def read_script(path: Path) -> list[Turn]:
    """The turns in a file, one for each step."""
    return [turn_of(step) for step in read_agent_steps(path)]
