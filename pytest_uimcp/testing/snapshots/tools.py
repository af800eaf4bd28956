"""The tool surface of a server: everything that its clients may rely on."""

from __future__ import annotations

from typing import Any, Final

_KEPT: Final = ("title", "description", "inputSchema", "outputSchema", "annotations")


def surface(tools: Any) -> dict[str, dict[str, Any]] | None:
    """The tools by name, from the SDK's objects or from plain dicts; None if the value is not a list of tools."""
    if isinstance(tools, dict):
        plain = list(tools.values()) if all(map(_is_tool, tools.values())) else []
    else:
        plain = []
        if _is_listed(tools):
            plain = [_plain(tool) for tool in getattr(tools, "tools", tools)]
    if not plain or not all(map(_is_tool, plain)):
        return None
    return {tool["name"]: {key: tool[key] for key in _KEPT if tool.get(key) is not None} for tool in plain}


def _is_listed(tools: Any) -> bool:
    return isinstance(getattr(tools, "tools", tools), (list, tuple))


def _plain(tool: Any) -> Any:
    dump = getattr(tool, "model_dump", None)
    if callable(dump):
        return dump(mode="json", by_alias=True, exclude_none=True)
    return tool


def _is_tool(tool: Any) -> bool:
    return isinstance(tool, dict) and isinstance(tool.get("name"), str) and isinstance(tool.get("inputSchema"), dict)
