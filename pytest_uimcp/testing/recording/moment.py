"""What a recording has of one moment: a step or a remark, and the page after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_uimcp.core.steps import Step

if TYPE_CHECKING:
    from pytest_uimcp.testing.recording.shown import Shown

__all__ = ["RecordedMoment"]


@dataclass(slots=True, eq=False)
class RecordedMoment:
    """A step, or a remark where there is none; what is to be said of the step; and the page after it."""

    step: Step | None = None
    remarks: list[str] = field(default_factory=list)
    shows: Shown | None = None
    # Whether the app is there from here on.
    is_first_of_app: bool = False
    # Whether a person did something that no step does, so that a test's page may look different from here on.
    is_loss: bool = False

    @property
    def call(self) -> tuple[str, dict[str, Any]]:
        """The tool that the step calls, and the arguments."""
        assert self.step is not None
        return self.step.arguments["name"], self.step.arguments["arguments"]
