"""What the check of a policy knows of the tools that are mounted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

__all__ = ["ToolFacts"]


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """One tool: its exposed name, its server, and whether it destroys something (None if its server does not say)."""

    name: str
    server: str = ""
    destructive: bool | None = None

    @classmethod
    def of(cls, name: str, server: str, annotations: Mapping[str, Any] | None) -> Self:
        """From the annotations of `tools/list`, where what only reads destroys nothing."""
        given = annotations or {}
        if given.get("readOnlyHint") is True:
            return cls(name, server, False)
        hint = given.get("destructiveHint")
        return cls(name, server, hint if isinstance(hint, bool) else None)
