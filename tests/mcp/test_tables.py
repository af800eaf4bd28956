from __future__ import annotations

import anyio
import pytest
from mcp import Client

from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.mcp.resources import Resource, ResourceRequest, ResourceTable
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool, ToolTable
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.http import mcp_application
from pytest_uimcp.transport.site import HttpSite
from tests.mcp.reports import told
from tests.transport.clients import over_http


async def _name(_server: None, call: ToolCall) -> str:
    return call.name


async def _text(_server: None, request: ResourceRequest) -> str:
    return request.uri


ADD = Tool("add", "Add", "Add.", _name, aliases=("plus", "sum"))
SECRET = Tool("secret", "Secret", "A secret.", _name, visible_to=lambda principal: principal == "agent")


def test_an_alias_finds_the_tool_until_it_is_removed() -> None:
    table = ToolTable([ADD])
    assert (table.find("plus"), table.find("add"), list(table)) == (ADD, ADD, ["add"])
    table.remove("add")
    assert table.find("plus") is None
    table.add(ADD)


@pytest.mark.parametrize(("name", "aliases"), [("plus", ()), ("more", ("sum",)), ("more", ("add",))])
def test_no_two_tools_share_a_name_or_an_alias(name: str, aliases: tuple[str, ...]) -> None:
    table = ToolTable([ADD])
    with pytest.raises(ValueError, match=r"there is a tool '(plus|sum|add)' already"):
        table.add(Tool(name, "Other", "Another.", _name, aliases=aliases))
    assert list(table) == ["add"]


@pytest.mark.parametrize("uri", ["note://One", "NOTE://One"])
def test_the_scheme_of_a_uri_does_not_distinguish_case(uri: str) -> None:
    table = ResourceTable([Resource("Note://One", "one", "", "text/plain", _text)])
    assert table.exists(None, uri)
    assert anyio.run(table.read, None, uri).content == uri
    assert not table.exists(None, "note://one")
    table.remove(uri)
    assert list(table) == []


def test_a_hidden_resource_can_be_read_and_is_not_listed() -> None:
    table = ResourceTable([Resource("note://one", "one", "", "text/plain", _text, hidden=True)])
    assert (table.listed(None), table.exists(None, "note://one")) == ([], True)


def test_an_alias_is_called_and_not_listed() -> None:
    server = McpServer("sums", None, [ADD])

    async def use() -> None:
        async with Client(server.sdk) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["add"]
            assert (await client.call_tool("plus", {})).content[0].text == "plus"

    anyio.run(use)


def test_a_tool_does_not_exist_for_those_to_whom_it_is_not_visible() -> None:
    async def use() -> None:
        site = HttpSite()
        tokens = BearerTokens({"a": "agent", "b": "human"})
        site.bind("mcp", mcp_application(McpServer("secrets", None, [ADD, SECRET]).sdk), authenticator=tokens)
        await site.start()
        url = f"{site.url('mcp')}/mcp"
        async with over_http(url, "a") as agent, over_http(url, "b") as human:
            assert [tool.name for tool in (await agent.list_tools()).tools] == ["add", "secret"]
            assert [tool.name for tool in (await human.list_tools()).tools] == ["add"]
            assert not (await agent.call_tool("secret", {})).is_error
            assert told(await human.call_tool("secret", {})) == "tool 'secret' not found; there are add"
        await site.close()

    anyio.run(use)
