"""Tools as a table: the description of each tool for a model, its arguments, and its handler.

A handler is a coroutine function that takes the server object and a `ToolCall`. It returns a `ToolResult`, a mapping
(sent as JSON), a string, or an `InputRequiredResult` of the SDK (a question to the user, for clients of 2026-07-28). If
it raises an error of this package, the result says so (`calls`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pytest_uimcp.mcp.arguments import Parameter, check, schema_of
from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from pytest_uimcp.mcp.json_schema import Schema

if TYPE_CHECKING:
    from mcp_types import InputRequiredResult

    from pytest_uimcp.transport.principals import Principal


log = logging.getLogger(__name__)

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Tool(Generic[S]):
    """One tool. Its arguments are described by `parameters`, or by a complete JSON Schema in `input_schema`.

    A schema may also be a function, which makes it when it is asked for. With `validate=False` the arguments are passed
    on unchecked, for tools of another server that checks them itself; `annotations` are then that server's own, instead
    of the four hints.

    `aliases` are further names that a call may use; they are not listed. For a principal to whom the tool is not
    `visible_to`, it does not exist.
    """

    name: str
    title: str
    description: str
    handler: Callable[[S, ToolCall], Awaitable[ToolResult | InputRequiredResult | Mapping[str, Any] | str]]
    parameters: tuple[Parameter, ...] = ()
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False
    input_schema: Schema | Callable[[], Schema] | None = None
    output_schema: Schema | None = None
    validate: bool = True
    annotations: Mapping[str, Any] | None = None
    aliases: tuple[str, ...] = ()
    visible_to: Callable[[Principal | None], bool] | None = None

    def is_visible_to(self, principal: Principal | None) -> bool:
        return self.visible_to is None or self.visible_to(principal)

    @property
    def schema(self) -> dict[str, Any]:
        schema = self.input_schema
        if schema is None:
            return schema_of(self.parameters)
        return dict(schema() if callable(schema) else schema)

    def check(self, arguments: Mapping[str, Any] | None) -> dict[str, Any]:
        """The arguments of a call, defaults filled in; raises ArgumentError."""
        if not self.validate:
            return dict(arguments or {})
        # No schema of a parameter says anything about a call without arguments.
        if not arguments and self.input_schema is None and not any(parameter.required for parameter in self.parameters):
            return {parameter.name: parameter.default for parameter in self.parameters}
        # Before the check: a client that sends "5" where the tool wants 5 is to be served, where the tool says so.
        coercions = {parameter.name: parameter.coerce for parameter in self.parameters}
        coerced = {name: _coerced(coercions.get(name), value) for name, value in (arguments or {}).items()}
        return {parameter.name: parameter.default for parameter in self.parameters} | check(self.schema, coerced)


class ToolTable(Mapping[str, Tool[S]]):
    """The tools of a server by name, in order. `changed` is called whenever tools are added or removed."""

    def __init__(self, tools: Iterable[Tool[S]] = (), changed: Callable[[], None] | None = None) -> None:
        # Replaced as a whole and never modified, because other threads may be reading it.
        self._tools: dict[str, Tool[S]] = {}
        self._aliases: dict[str, str] = {}
        self._changed: Callable[[], None] | None = None
        self.add(*tools)
        # Only now: the first tools are no change.
        self._changed = changed

    def add(self, *tools: Tool[S]) -> None:
        """Add tools; raises ValueError for a name that is already taken."""
        added = dict(self._tools)
        aliases = dict(self._aliases)
        for tool in tools:
            for name in (tool.name, *tool.aliases):
                if name in added or name in aliases:
                    raise ValueError(f"there is a tool {name!r} already; remove that one first")
            added[tool.name] = tool
            aliases |= dict.fromkeys(tool.aliases, tool.name)
        self._replace(added, aliases)

    def remove(self, *names: str) -> None:
        for name in names:
            self._tools[name]
        self._replace(
            {name: tool for name, tool in self._tools.items() if name not in names},
            {alias: name for alias, name in self._aliases.items() if name not in names},
        )

    def _replace(self, tools: dict[str, Tool[S]], aliases: dict[str, str]) -> None:
        self._tools = tools
        self._aliases = aliases
        if self._changed is not None:
            self._changed()

    def find(self, name: str) -> Tool[S] | None:
        return self._tools.get(self._aliases.get(name, name))

    def visible_to(self, principal: Principal | None) -> list[Tool[S]]:
        return [tool for tool in self._tools.values() if tool.is_visible_to(principal)]

    async def call(
        self,
        server: S,
        call: ToolCall,
        ready: Callable[[], Awaitable[None]] | None = None,
    ) -> ToolResult | InputRequiredResult:
        """Call a tool by its name or an alias; raises KeyError for an unknown one.

        `ready` is awaited after the arguments are checked.
        """
        tool = self._tools[self._aliases.get(call.name, call.name)]
        start = perf_counter()
        outcome = "failed"
        try:
            call = replace(call, arguments=tool.check(call.arguments))
            # After the check, so that a call that is wrong need not wait for a server that starts.
            if ready is not None:
                await ready()
            result = _result_of(await tool.handler(server, call))
            if not (isinstance(result, ToolResult) and result.is_error):
                outcome = "answered"
            return result
        finally:
            # Never the arguments or the result: they may hold what is nobody else's business.
            log.info("%s %s in %.1f ms", tool.name, outcome, (perf_counter() - start) * 1000)

    def __getitem__(self, name: str) -> Tool[S]:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)


def _result_of(result: ToolResult | InputRequiredResult | Mapping[str, Any] | str) -> ToolResult | InputRequiredResult:
    if isinstance(result, Mapping):
        return ToolResult.of_data(result)
    if isinstance(result, str):
        return ToolResult.of_text(result)
    return result


def _coerced(coerce: Callable[[Any], Any] | None, value: Any) -> Any:
    if coerce is None or value is None:
        return value
    return coerce(value)
