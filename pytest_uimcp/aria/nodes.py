from __future__ import annotations

from dataclasses import field
from typing import Any, TypeAlias

from pytest_uimcp.core.records import dataclass


@dataclass(slots=True)
class AriaNode:
    """A node of the accessibility tree: role, name, states, and its children, which are nodes and texts."""

    role: str
    name: str = ""
    # What the node represents: an element of a page, a node of a scene.
    element: Any = None
    children: list[Child] = field(default_factory=list)
    states: dict[str, bool | str | int] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)


Child: TypeAlias = "AriaNode | str"
