"""A tool as whoever serves tools needs it, whatever stands behind it; and a table of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from pytest_uimcp.core.garbage import collector_paused
from pytest_uimcp.core.spelling import hint, near
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.errors import INVALID_PARAMS
from pytest_uimcp.openapi.endpoints import Words
from pytest_uimcp.openapi.results import failed

NO_HINTS: Final[Mapping[str, bool]] = MappingProxyType({})

_NO_WORDS: Final = Words()


# Names of one target begin alike, so that alone makes none of them similar.
LIKENESS: Final = 0.8


class ServedTool(ABC):
    """One tool. Names and lines are there at once; the schema is made when it is asked for.

    `source` is the target or server it belongs to.
    """

    def __init__(
        self,
        name: str,
        description: str,
        *,
        source: str,
        group: str = "default",
        annotations: Mapping[str, bool] = NO_HINTS,
    ) -> None:
        self.name = name
        self.description = description
        self.source = source
        self.group = group
        self.annotations = annotations

    @property
    def title(self) -> str:
        return self.description.partition("\n")[0]

    # Not stored: most tools are never listed, and schemas are the larger part of a specification.
    @property
    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments; not to be changed."""

    @property
    def request(self) -> str:
        """What it sends, such as `GET /pets`; empty if nobody can say."""
        return ""

    @property
    def words(self) -> Words:
        return _NO_WORDS

    def is_dangerous(self, arguments: Mapping[str, Any]) -> bool:
        return False

    def must_be_confirmed(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the configuration wants a user to confirm this call whatever the server's policy is."""
        return False

    @abstractmethod
    async def call(self, arguments: Any, *, token: str | None = None) -> ToolResult:
        """Call it. What goes wrong is a result too; `token` is the caller's own and wins over the configured one."""

    def listed(self) -> dict[str, Any]:
        row: dict[str, Any] = {"name": self.name, "description": self.description, "inputSchema": self.schema}
        if self.annotations:
            row["annotations"] = dict(self.annotations)
        return row


# Immutable: when tools change there is another table, and whoever holds one keeps a consistent set.
class ServedTools(Mapping[str, ServedTool]):
    def __init__(self, tools: Iterable[ServedTool] = ()) -> None:
        self._tools = {tool.name: tool for tool in tools}

    def __getitem__(self, name: str) -> ServedTool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    def listed(self) -> list[dict[str, Any]]:
        # The schemas of a large document are many objects, and all of them stay.
        with collector_paused():
            return [tool.listed() for tool in self.values()]

    async def call(self, name: str, arguments: Any, *, token: str | None = None) -> ToolResult:
        """Call a tool by its name; an unknown one is an error result."""
        tool = self._tools.get(name)
        if tool is None:
            return self.unknown(name)
        return await tool.call(arguments, token=token)

    def unknown(self, name: str) -> ToolResult:
        advice = hint(name, self._tools, likeness=LIKENESS)
        # The same nearest name for programs, as data of the error.
        similar = list(near(name, self._tools, 1, LIKENESS))
        return failed(f"Error: unknown tool: {name}{advice}", INVALID_PARAMS, name=name, near=similar)
