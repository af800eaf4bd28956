"""What the check of a policy knows of the tools that are mounted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

__all__ = ["ToolFacts"]


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """One tool: its exposed name, its server, and whether it destroys something (None if its server does not say).

    `schema` is its input schema; an empty one admits any argument.
    """

    name: str
    server: str = ""
    destructive: bool | None = None
    schema: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls, name: str, server: str, annotations: Mapping[str, Any] | None, schema: Mapping[str, Any] | None = None
    ) -> Self:
        """From what `tools/list` says of it, where what only reads destroys nothing."""
        hints = annotations or {}
        destructive = False if hints.get("readOnlyHint") is True else hints.get("destructiveHint")
        return cls(name, server, destructive if isinstance(destructive, bool) else None, schema or {})
