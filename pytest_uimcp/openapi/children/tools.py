"""The tools of children."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.children.child import Child
from pytest_uimcp.openapi.danger import is_dangerous_tool
from pytest_uimcp.openapi.errors import ChildError
from pytest_uimcp.openapi.results import failed, told_as_failed
from pytest_uimcp.openapi.tools import ServedTool

__all__ = ["ChildTool"]


class ChildTool(ServedTool):
    """A tool of a child: its schema, annotations and results are passed on unchanged."""

    def __init__(self, name: str, child: Child, row: Mapping[str, Any]) -> None:
        annotations = row.get("annotations")
        super().__init__(
            name,
            str(row.get("description") or ""),
            source=child.config.name,
            group=child.config.name,
            annotations=annotations if isinstance(annotations, dict) else {},
        )
        self.own_name: str = row["name"]
        self._child = child
        self._row = row

    @property
    def schema(self) -> dict[str, Any]:
        schema = self._row.get("inputSchema")
        if isinstance(schema, dict):
            return schema
        return {"type": "object"}

    def is_dangerous(self, arguments: Mapping[str, Any]) -> bool:
        """By its annotations, its name, or a method that it is given."""
        return is_dangerous_tool(self.own_name, self.annotations, arguments)

    async def call(self, arguments: Any, *, token: str | None = None) -> ToolResult:
        del token
        server = self._child.config.name
        try:
            result = _result(await self._child.call(self.own_name, arguments or {}))
        except ChildError as error:
            return failed(f"Error: {error}", "child_failed", server=server)
        if result.is_error:
            return told_as_failed(result, "child_error", {"server": server})
        return result

    def listed(self) -> dict[str, Any]:
        """Its row of `tools/list`; a description only if it has one."""
        row = super().listed()
        if self.description:
            return row
        return {key: value for key, value in row.items() if key != "description"}


def _result(raw: Mapping[str, Any]) -> ToolResult:
    result = ToolResult.from_json(raw)
    # What a child says in its metadata is about its own connection; an error is told in the words of this server.
    plain = ToolResult(result.content, result.data, result.is_error)
    if plain.content or "structuredContent" in raw:
        return plain
    return ToolResult.of_text("", is_error=plain.is_error)
