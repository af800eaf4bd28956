"""Three tools in place of thousands: search, describe, call."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from pytest_uimcp.core.spelling import hint
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.requests.arguments import read_arguments
from pytest_uimcp.openapi.results import failed
from pytest_uimcp.openapi.search.index import Index
from pytest_uimcp.openapi.search.listing import tool_details, tool_listing
from pytest_uimcp.openapi.tools import ServedTool, ServedTools

SEARCH = "search_tools"
DESCRIBE = "describe_tool"
CALL = "call_tool"
MAX_HITS: Final = 20
_HITS: Final = 5
_SOURCE: Final = "search"
_READS: Final[Mapping[str, bool]] = MappingProxyType({"readOnlyHint": True, "idempotentHint": True})
_OPEN: Final[Mapping[str, bool]] = MappingProxyType({"openWorldHint": True})
_NAME: Final = {"type": "string", "description": f"the name of a tool, as {SEARCH} gives it"}


def search_tools(tools: ServedTools) -> ServedTools:
    """The three tools that find, describe and call those of a table."""
    catalogue = _Catalogue(tools)
    return ServedTools(
        (
            _Search(
                SEARCH,
                f"Find tools by what they do, in plain words. There are {len(tools)}; the ones that fit best come with "
                f"their arguments (* is required). Then use {CALL}, or {DESCRIBE} for the details of one.",
                catalogue,
            ),
            _Describe(DESCRIBE, "Describe one tool: what it does, and the schema of its arguments.", catalogue),
            _Call(CALL, f"Call a tool that {SEARCH} found.", catalogue, _OPEN),
        )
    )


class _Catalogue:
    """The tools behind the three; indexed at the first search."""

    def __init__(self, tools: ServedTools) -> None:
        self.tools = tools

    # At the first search, not at the start: it reads the words of all operations, which takes a moment for large APIs.
    @cached_property
    def index(self) -> Index:
        return Index(self.tools.values())

    def tool(self, name: str) -> ServedTool:
        """The tool of a name; raises CallError, which names the nearest."""
        tool = self.tools.get(name)
        if tool is None:
            raise CallError(f"unknown tool: {name}{hint(name, self.tools, f'; {SEARCH} finds tools')}")
        return tool


class _SearchTool(ServedTool):
    def __init__(
        self, name: str, description: str, catalogue: _Catalogue, annotations: Mapping[str, bool] = _READS
    ) -> None:
        super().__init__(name, description, source=_SOURCE, group=_SOURCE, annotations=annotations)
        self.catalogue = catalogue

    async def call(self, arguments: Any, *, token: str | None = None) -> ToolResult:
        """Do it; what is wrong with the arguments is an error result."""
        try:
            return await self.do(read_arguments(arguments), token)
        except CallError as error:
            return failed(f"Error: {error}", "call_failed")

    async def do(self, arguments: dict[str, Any], token: str | None) -> ToolResult:
        raise NotImplementedError


class _Search(_SearchTool):
    @property
    def schema(self) -> dict[str, Any]:
        return _object(
            "query",
            query={"type": "string", "description": "what you want to do, such as: rename a branch"},
            limit={"type": "integer", "minimum": 1, "maximum": MAX_HITS, "default": _HITS},
        )

    async def do(self, arguments: dict[str, Any], token: str | None) -> ToolResult:
        del token
        query = _text(arguments, "query")
        limit = arguments.get("limit", _HITS)
        # True is an int in Python, and no limit.
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MAX_HITS:
            raise CallError(f"limit: expected a whole number from 1 to {MAX_HITS}, got {limit!r}")
        return ToolResult.of_text(tool_listing(query, [hit.tool for hit in self.catalogue.index.find(query, limit)]))


class _Describe(_SearchTool):
    @property
    def schema(self) -> dict[str, Any]:
        return _object("name", name=_NAME)

    async def do(self, arguments: dict[str, Any], token: str | None) -> ToolResult:
        del token
        return ToolResult.of_text(tool_details(self.catalogue.tool(_text(arguments, "name"))))


class _Call(_SearchTool):
    @property
    def schema(self) -> dict[str, Any]:
        return _object("name", name=_NAME, arguments={"type": "object", "description": "the arguments of that tool"})

    # Confirmation is decided for the tool behind, so that searching is no way around it.
    def is_dangerous(self, arguments: Mapping[str, Any]) -> bool:
        tool, tool_arguments = self._behind(arguments)
        return tool is not None and tool.is_dangerous(tool_arguments)

    def must_be_confirmed(self, arguments: Mapping[str, Any]) -> bool:
        tool, tool_arguments = self._behind(arguments)
        return tool is not None and tool.must_be_confirmed(tool_arguments)

    def _behind(self, arguments: Mapping[str, Any]) -> tuple[ServedTool | None, dict[str, Any]]:
        # Asked before the arguments were checked, so they may be anything; `do` says what is wrong with them.
        tool_arguments = arguments.get("arguments")
        return self.catalogue.tools.get(str(arguments.get("name"))), tool_arguments if isinstance(
            tool_arguments, dict
        ) else {}

    async def do(self, arguments: dict[str, Any], token: str | None) -> ToolResult:
        tool = self.catalogue.tool(_text(arguments, "name"))
        return await tool.call(arguments.get("arguments"), token=token)


def _object(needed: str, **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [needed]}


def _text(arguments: Mapping[str, Any], name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip():
        raise CallError(f"{name}: expected a text that is not empty, got {value!r:.40}")
    return value
