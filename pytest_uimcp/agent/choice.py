"""Whether a model must call a tool, may, or may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class SpecificTool:
    name: str

    def __str__(self) -> str:
        return self.name


ToolChoice = Literal["required", "auto", "none"] | SpecificTool

REQUIRE_ANY: Final = "required"
"""It must call some tool: the choice of an agent that speaks to a human through tools."""
ALLOW_ANY: Final = "auto"
FORBID_ALL: Final = "none"


def require_specific(*names: str) -> SpecificTool:
    # OpenAI's API can name one; a choice among several would silently be another one.
    if len(names) != 1:
        raise ValueError(f"a model can be made to call one tool, not {len(names)}: {', '.join(names) or 'none given'}")
    return SpecificTool(names[0])
