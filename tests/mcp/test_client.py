from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any

import mcp_types as types
import pytest
from jsonschema import Draft202012Validator
from mcp.server.lowlevel import Server

from pytest_uimcp.mcp.client import connect

pytestmark = pytest.mark.anyio


def serving(count: Any, schema: dict[str, Any]) -> AbstractAsyncContextManager[Any]:
    """A client of a server whose only tool counts, and answers with `count`."""

    async def tools(_ctx: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[types.Tool(name="count", input_schema={"type": "object"}, output_schema=schema)]
        )

    async def call(_ctx: Any, _params: Any) -> types.CallToolResult:
        return types.CallToolResult(content=[], structured_content={"count": count})

    return connect(Server("counting", on_list_tools=tools, on_call_tool=call))


def of_type(name: str, title: str) -> dict[str, Any]:
    """What a tool says of its result; each test has a title of its own, as a process keeps the validators it has."""
    return {"type": "object", "title": title, "properties": {"count": {"type": name}}}


async def test_clients_share_the_validator_of_a_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[str] = []
    usual = Draft202012Validator.check_schema

    def note(schema: Any, *args: Any) -> None:
        checks.append(schema["title"])
        usual(schema, *args)

    monkeypatch.setattr(Draft202012Validator, "check_schema", note)
    for _ in range(3):
        async with serving(5, of_type("integer", "shared")) as client:
            for _ in range(2):
                result = await client.call_tool("count", {})
                assert result.structured_content == {"count": 5}
    async with serving(5, of_type("number", "another")) as client:
        await client.call_tool("count", {})
    assert checks == ["shared", "another"]


async def test_a_result_that_is_not_what_its_own_tool_promises_is_an_error() -> None:
    async with serving("5", of_type("string", "own")) as client:
        await client.call_tool("count", {})
    # A tool of the same name elsewhere promises something else.
    async with serving("5", of_type("integer", "own")) as client:
        with pytest.raises(RuntimeError, match="Invalid structured content returned by tool count: '5' is not of type"):
            await client.call_tool("count", {})


async def test_a_wrong_schema_is_an_error_at_every_call() -> None:
    for _ in range(2):
        async with serving(5, of_type("whole", "wrong")) as client:
            with pytest.raises(RuntimeError, match="Invalid schema for tool count"):
                await client.call_tool("count", {})
