"""What a scenario file says, as data, and what follows from it: its fixtures, and where its steps go.

A story knows its parts only as what kinds of servers add (`parts.py`). The reader makes it, `function.py` makes a test
of it, and the player plays it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_uimcp.testing.scenario.errors import ScenarioError, ScenarioPlace
from pytest_uimcp.testing.scenario.grammar import step_kinds, surfaces
from pytest_uimcp.testing.scenario.parts import StoryPart, story_parts
from pytest_uimcp.testing.scenario.steps import ScenarioStep

if TYPE_CHECKING:
    import pytest


@dataclass(frozen=True, slots=True)
class Story:
    name: str
    file: Path | None
    steps: tuple[ScenarioStep, ...]
    # The line of each key of the header.
    lines: Mapping[str, int] = field(default_factory=dict)
    # The parts that the header names, and those that are there by default.
    candidates: tuple[StoryPart, ...] = ()
    servers: Mapping[str, Any] = field(default_factory=dict)
    policy: Any = None
    parameters: tuple[Mapping[str, Any], ...] = ()
    variables: Mapping[str, Any] = field(default_factory=dict)

    def place(self, key: str) -> ScenarioPlace:
        return ScenarioPlace(self.file, self.lines.get(key, 1))

    @property
    def parts(self) -> tuple[StoryPart, ...]:
        """What takes part: what the header names, and the default if a step needs it or there is nothing else."""
        # A story about an API only has no page, and needs no app directory.
        is_alone = not self.servers and not any(part.is_named for part in self.candidates)
        return tuple(part for part in self.candidates if part.is_named or is_alone or self._is_needed(part))

    def _is_needed(self, part: StoryPart) -> bool:
        return any({part.fixture, part.surface_fixture} & {*self._needs_of(step)} for step in self.steps)

    def surface_of(self, step: ScenarioStep) -> StoryPart | None:
        """Where a step about what shows goes: where it says, else to the first that the header names."""
        parts = [part for part in self.candidates if part.surface]
        # Beside an app, the stage is meant only where a step says so: the header's order is that of the table.
        if step.surface is not None:
            return next((part for part in parts if part.surface == step.surface), None)
        return next((part for part in parts if part.is_named), next(iter(parts), None))

    @property
    def needs(self) -> tuple[str, ...]:
        # Parts first: their fixtures are opened in this order, whatever the first step needs.
        parts = [part.fixture for part in self.parts]
        return tuple(dict.fromkeys([*parts, *(name for step in self.steps for name in self._needs_of(step))]))

    def _needs_of(self, step: ScenarioStep) -> list[str]:
        needs = [*step.kind.needs]
        part = self.surface_of(step)
        if part is not None and step.kind.is_shown:
            needs.insert(0, part.surface_fixture)
        if part is not None and step.kind.passes_time:
            needs.insert(0, part.fixture)
        return needs

    @property
    def is_virtual(self) -> bool:
        return any(step.kind.passes_time for step in self.steps)

    def markers(self, config: pytest.Config) -> dict[str, str | None]:
        """The arguments of the marker of its test; raises ScenarioError."""
        return {key: value for part in self.parts for key, value in part.markers(self, config).items()}

    def check_steps(self) -> None:
        """Raise ScenarioError for a step that this story cannot have."""
        for step in self.steps:
            problem = self._surface_fault(step) or step.kind.fault(self, step)
            if problem:
                raise ScenarioError.at(step.place, f"{step.kind.name}: {problem}")

    def _surface_fault(self, step: ScenarioStep) -> str:
        if not step.kind.is_shown:
            return ""
        # A variable may stand for a text, but not here: the fixtures are known before the story is played.
        if step.surface not in (None, *surfaces()):
            return f"on: expected {' or '.join(surfaces())}, got {step.surface!r}"
        part = self.surface_of(step)
        if part is None:
            return next(kind.absent for kind in story_parts() if kind.surface == step.surface)
        if step.kind.only in ("", part.surface):
            return part.step_fault(step)
        verbs = ", ".join(
            kind.key for kind in step_kinds() if kind.is_shown and kind.actor and kind.only in ("", part.surface)
        )
        return f"only a {step.kind.only} has this; a {part.surface} has {verbs}"
