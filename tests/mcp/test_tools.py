from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.mcp.arguments import STRING, Parameter
from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from pytest_uimcp.mcp.errors import ArgumentError
from pytest_uimcp.mcp.tools import Tool, ToolTable

pytestmark = pytest.mark.anyio


async def echo(server: str, call: ToolCall) -> Any:
    return {"server": server, **call.arguments}


async def greet(server: str, call: ToolCall) -> str:
    return f"{server} greets {call['who']}"


ECHO = Tool("echo", "Echo", "Return the arguments.", echo, (Parameter("id", STRING, "An id.", coerce=str),))
GREET = Tool("greet", "Greet", "Greet.", greet, (Parameter("who", STRING, "Whom.", default="all"),))


async def test_a_mapping_is_sent_as_json_and_a_string_as_it_is() -> None:
    table = ToolTable([ECHO, GREET])
    assert await table.call("s", ToolCall("echo", {"id": 5})) == ToolResult.of_text(
        '{\n  "server": "s",\n  "id": "5"\n}', {"server": "s", "id": "5"}
    )
    assert await table.call("s", ToolCall("greet")) == ToolResult.of_text("s greets all")


async def test_arguments_are_checked_before_the_server_is_waited_for() -> None:
    waited: list[str] = []

    async def ready() -> None:
        waited.append("ready")

    table = ToolTable([GREET])
    with pytest.raises(ArgumentError):
        await table.call("s", ToolCall("greet", {"whom": "Ada"}), ready)
    assert waited == []
    await table.call("s", ToolCall("greet", {"who": "Ada"}), ready)
    assert waited == ["ready"]


async def test_a_tool_that_does_not_validate_gets_its_arguments_as_they_are() -> None:
    raw = Tool("raw", "Raw", "Pass on.", echo, input_schema={"type": "object", "required": ["x"]}, validate=False)
    result = await ToolTable([raw]).call("s", ToolCall("raw", {"y": [1]}))
    assert isinstance(result, ToolResult)
    assert result.data == {"server": "s", "y": [1]}


async def test_a_table_announces_its_changes_and_has_each_name_once() -> None:
    changes: list[int] = []
    table = ToolTable([ECHO], changed=lambda: changes.append(len(table)))
    table.add(GREET)
    assert list(table) == ["echo", "greet"]
    with pytest.raises(ValueError, match="there is a tool 'greet' already; remove that one first"):
        table.add(GREET)
    table.remove("echo")
    assert (list(table), changes) == (["greet"], [2, 1])
    with pytest.raises(KeyError):
        table.remove("echo")
    with pytest.raises(KeyError):
        await table.call("s", ToolCall("echo"))
