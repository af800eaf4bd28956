"""A turn of a script for an agent that offers these tools: by the names it knows them by, and no others.

A script says what happens, and the agent must be able to do it: a call of a tool that the request does not offer is an
error of the script, not a surprise for the agent.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from pytest_uimcp.agent.errors import TurnScriptError
from pytest_uimcp.agent.events import AssistantText, FunctionCall, Reasoning
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest, ToolSpec
from pytest_uimcp.agent.models.toolnames import provider_name
from pytest_uimcp.agent.names import END_TOOLS, POST_TOOLS
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.mcp.arguments import check
from pytest_uimcp.mcp.errors import ArgumentError

Item = AssistantText | FunctionCall | Reasoning
# What hosts put between a prefix of theirs and the name of a tool.
_SEPARATOR: Final = re.compile(r"[-_.:/]\Z")
_MAX_NAMES: Final = 20


@dataclass(frozen=True, slots=True)
class FittedTurn:
    """`turn` is what the agent gets, `names` are the script's names of its calls, by their ids."""

    turn: ModelTurn
    names: Mapping[str, str]


def fitted(turn: ModelTurn, request: SampleRequest, number: int) -> FittedTurn:
    """The turn for this request; TurnScriptError if it calls what is not offered. `number` counts turns from 1."""
    offered = {tool.name: tool for tool in request.tools}
    items: list[Item] = []
    names: dict[str, str] = {}
    for item in turn.items:
        if not isinstance(item, FunctionCall):
            items.append(item)
            continue
        name = name_of(item.name, offered)
        if name is not None:
            names[item.call_id] = item.name
            if item.call_id in turn.checked_ids and (problem := _argument_fault(item, offered[name])):
                raise TurnScriptError(f"turn {number} calls {item.name!r}: {problem}", code="wrong_arguments")
            items.append(replace(item, name=name))
        # An agent without our chat speaks in plain text.
        elif item.name in POST_TOOLS:
            items.append(AssistantText(str((item.args or {}).get("content", ""))))
        # An answer without calls ends the turn of an agent that has no tool for it.
        elif item.name not in END_TOOLS:
            raise TurnScriptError(_not_offered(item.name, offered, number), code="tool_not_offered")
    return FittedTurn(replace(turn, items=tuple(items)), names)


def _argument_fault(call: FunctionCall, tool: ToolSpec) -> str:
    """What is wrong with the arguments of a call, by the schema that the agent offers; empty if nothing is."""
    # Hosts make schemas stricter for a provider: what they require need not be what the tool does. And many say nothing
    # of other arguments, though their tools take none.
    schema = {key: value for key, value in tool.input_schema.items() if key != "required"}
    if schema.get("properties"):
        schema.setdefault("additionalProperties", False)
    try:
        check(schema, call.args)
    except ArgumentError as error:
        return f"{error.text}; if that is on purpose, write unchecked(call(…))"
    return ""


def name_of(name: str, offered: Collection[str]) -> str | None:
    """The tool that a script means; hosts put names of servers before those of tools."""
    for candidate in (name, provider_name(name)):
        if candidate in offered:
            return candidate
    legal = provider_name(name)
    prefixed = [tool for tool in offered if tool.endswith(legal) and _SEPARATOR.search(tool.removesuffix(legal))]
    # Of two servers nobody knows which.
    if len(prefixed) == 1:
        return prefixed[0]
    return None


def _not_offered(name: str, offered: Collection[str], number: int) -> str:
    if not offered:
        return f"turn {number} calls {name!r}, and the agent offers its model no tools in this request"
    names = sorted(offered)
    names_text = ", ".join(names[:_MAX_NAMES])
    if len(names) > _MAX_NAMES:
        names_text += ", …"
    return f"turn {number} calls {name!r}, which the agent does not offer{hint(name, names)}; it offers {names_text}"
