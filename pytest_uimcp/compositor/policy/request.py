"""A tool call before it is made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final, Self

__all__ = ["CALL_ID_META", "ToolRequest"]

CALL_ID_META: Final = "uimcp/callId"
"""Where in `_meta` of tools/call the model's own id of the call travels."""


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """Who wants to call what. `name` is the exposed one, such as `runtime_exec`; `server` and `tool` are its parts."""

    name: str
    arguments: Mapping[str, Any] | None = None
    server: str = ""
    tool: str = ""
    call_id: str | None = None
    principal: str = "agent"

    @property
    def arguments_json(self) -> str | None:
        """The arguments as text."""
        if self.arguments is None:
            return None
        return json.dumps(self.arguments, ensure_ascii=False, default=str)

    def owned(self) -> Self:
        """The same with arguments that nobody else can change."""
        return replace(self, arguments=deepcopy(self.arguments))

    def to_json(self) -> dict[str, Any]:
        """What a policy program reads."""
        return {
            "name": self.name,
            "arguments": self.arguments,
            "arguments_json": self.arguments_json,
            "server": self.server,
            "tool": self.tool,
            "principal": self.principal,
        }
