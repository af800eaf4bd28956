from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.testing.snapshots.kinds import NotThisKind, SnapshotKind, read_by
from pytest_uimcp.testing.snapshots.tools import surface

_EXTENSIONS: Final = "pytest_uimcp.testing.snapshots.extensions"


def _tools(thing: Any) -> Any:
    tools = thing.tools if hasattr(thing, "tools") else thing
    tool_surface = surface(tools() if callable(tools) else tools)
    if tool_surface is None:
        raise NotThisKind
    return tool_surface


def _are_variables(thing: Any) -> bool:
    rows = thing if isinstance(thing, list) else []
    return bool(rows) and all(isinstance(row, dict) and "parentId" in row for row in rows)


SNAPSHOT_KINDS: Final = (
    SnapshotKind(
        "state",
        "state.json",
        "a server, its state",
        "a server or what its state() tells",
        read_by("state", dict, list),
        lambda thing: isinstance(thing, dict) or callable(getattr(thing, "state", None)),
        f"{_EXTENSIONS}:StateExtension",
    ),
    SnapshotKind(
        "variables",
        "variables.txt",
        "its variables",
        "a server or its variables()",
        read_by("variables", list),
        _are_variables,
        f"{_EXTENSIONS}:VariablesExtension",
    ),
    SnapshotKind(
        "tools",
        "tools.json",
        "its tools",
        "a server or a list of MCP tools",
        _tools,
        lambda thing: surface(getattr(thing, "tools", thing)) is not None,
        f"{_EXTENSIONS}:ToolsExtension",
    ),
)
