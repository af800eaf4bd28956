"""What a scenario file says, as data, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.scenario.apis import ApiTarget
from pytest_uimcp.testing.scenario.errors import Place, ScenarioError
from pytest_uimcp.testing.scenario.grammar import KINDS
from pytest_uimcp.testing.scenario.scenes import SceneFile
from pytest_uimcp.testing.scenario.shapes import CHOICES, HTTP, REQUEST, SURFACE, SURFACES
from pytest_uimcp.testing.scenario.steps import ScenarioStep

__all__ = ["PAGE", "STAGE", "Story"]

PAGE: Final = "uimcp_page"
STAGE: Final = "uimcp_stage"


@dataclass(frozen=True, slots=True)
class Story:
    """What a scenario file says."""

    name: str
    file: Path | None
    steps: tuple[ScenarioStep, ...]
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of each key of the header."""
    app: str | None = None
    dir: str | None = None
    servers: Mapping[str, Any] = field(default_factory=dict)
    apis: Mapping[str, ApiTarget] = field(default_factory=dict)
    scene: SceneFile | None = None
    policy: Any = None
    parameters: tuple[Mapping[str, Any], ...] = ()
    variables: Mapping[str, Any] = field(default_factory=dict)

    def place(self, key: str) -> Place:
        """Where a key of the header is."""
        return Place(self.file, self.lines.get(key, 1))

    def is_on_stage(self, step: ScenarioStep) -> bool:
        """Whether a step about what shows is about the stage; beside an app only if it says so."""
        default = "stage" if self.scene is not None and self.app is None else "page"
        return (step.surface or default) == "stage"

    @property
    def needs(self) -> tuple[str, ...]:
        """The fixtures that it is played with."""
        there = [*(["uimcp_openapi"] if self.apis else []), *([STAGE] if self.scene is not None else [])]
        return tuple(dict.fromkeys([*there, *(name for step in self.steps for name in self._needs_of(step))]))

    def _needs_of(self, step: ScenarioStep) -> list[str]:
        if step.kind.key == "advance" and self.scene is not None and self.app is None:
            return [STAGE]
        on_stage = self.is_on_stage(step)
        return [STAGE if name == PAGE and on_stage else name for name in step.kind.needs]

    @property
    def shows_app(self) -> bool:
        """Whether an app is shown: one is named, a step needs it, or there is nothing else."""
        others = self.servers or self.apis or self.scene is not None
        return self.app is not None or not others or bool({"uimcp", PAGE} & {*self.needs})

    @property
    def is_virtual(self) -> bool:
        """Whether it needs virtual time."""
        return any(step.kind.key == "advance" for step in self.steps)

    def check_steps(self) -> None:
        """Raise ScenarioError for a step that this story cannot have."""
        for step in self.steps:
            told = self._surface_fault(step) or self._request_fault(step)
            if told:
                raise ScenarioError.at(step.place, f"{step.kind.name}: {told}")

    def _surface_fault(self, step: ScenarioStep) -> str:
        if not step.kind.is_shown:
            return ""
        if step.surface not in (None, *SURFACES):
            return f"on: expected {SURFACE.words}, got {step.surface!r}"
        if self.is_on_stage(step):
            if self.scene is None:
                return "the story has no stage: name its scene in the header with stage"
            several = step.kind.shape is CHOICES and isinstance(step.value, Mapping | list) and _has_list(step.value)
            return _only_elsewhere(step, "stage") or ("a stage takes one option at a time" if several else "")
        return _only_elsewhere(step, "page")

    def _request_fault(self, step: ScenarioStep) -> str:
        """What is wrong with the API that a request is for."""
        if step.kind.shape not in (HTTP, REQUEST):
            return ""
        of = step.more.get("of")
        if of is not None:
            if of in self.apis:
                return ""
            return f"of: there is no API {of!r}{hint_or_names(str(of), self.apis)}"
        paths = [asked for asked in ([step.value] if isinstance(step.value, str) else step.value) if " /" in asked]
        if not paths or len(self.apis) == 1:
            return ""
        if not self.apis:
            return (
                f"{paths[0]}: a path is one of an API; name its specification in the header with apis, or write a URL"
            )
        return f"{paths[0]}: say of which API with of: {', '.join(self.apis)}"


def _only_elsewhere(step: ScenarioStep, surface: str) -> str:
    """What is wrong with a step that this surface does not have."""
    if step.kind.only in ("", surface):
        return ""
    verbs = ", ".join(kind.key for kind in KINDS if kind.is_shown and kind.actor and kind.only in ("", surface))
    return f"only a {step.kind.only} has this; a {surface} has {verbs}"


def _has_list(value: Mapping[str, Any] | list[Any]) -> bool:
    return isinstance(value, list) or any(isinstance(item, list) for item in value.values())
