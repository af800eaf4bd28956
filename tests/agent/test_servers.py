from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from mcp import Client

from pytest_uimcp.agent import UiBus, loop_server, ui_server
from pytest_uimcp.agent.events import UiEndTurn, UiMessage
from pytest_uimcp.transport.principals import Principal
from tests.mcp.reports import told


def use(server: Any, what: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        with anyio.fail_after(240):
            async with Client(server.sdk) as client:
                await what(client)

    anyio.run(run)


def test_both_tools_answer_what_they_push_and_say_that_they_are_deprecated() -> None:
    bus = UiBus()

    async def what(client: Client) -> None:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == ["send_message", "end_turn"]
        assert all("Deprecated" in (tool.description or "") for tool in listed)
        said = await client.call_tool("send_message", {"content": "**done**"})
        assert said.structured_content == {"kind": "UiMessage", "mime": "text/markdown", "content": "**done**"}
        ended = await client.call_tool("end_turn", {})
        assert ended.structured_content == {"kind": "EndTurn"}

    use(ui_server(bus), what)
    assert bus.drain() == [UiMessage({"mime": "text/markdown", "content": "**done**"}), UiEndTurn()]
    assert bus.consume_end_turn()
    assert not bus.consume_end_turn()


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("send_message", {}),
        ("send_message", {"content": 5}),
        ("send_message", {"content": "hi", "mime": "text/plain"}),
        ("send_message", {"content": "hi", "to": "ada"}),
        ("end_turn", {"now": True}),
    ],
)
def test_arguments_that_do_not_fit_are_refused_and_nothing_is_pushed(tool: str, arguments: dict[str, Any]) -> None:
    bus = UiBus()

    async def what(client: Client) -> None:
        assert (await client.call_tool(tool, arguments)).is_error

    use(ui_server(bus), what)
    assert (bus.drain(), bus.consume_end_turn()) == ([], False)


def test_the_loop_has_the_one_tool_that_yields() -> None:
    async def what(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["yield_turn"]
        assert (await client.call_tool("yield_turn", {})).structured_content == {"ok": True}
        refused = await client.call_tool("yield_turn", {"until": "tomorrow"})
        assert refused.is_error
        assert "unknown argument 'until'" in refused.content[0].text

    use(loop_server(), what)


def test_a_human_sees_no_tool_of_the_loop_and_cannot_call_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_uimcp.mcp.handlers.principal_of", lambda _request: Principal("human:ada"))

    async def what(client: Client) -> None:
        assert (await client.list_tools()).tools == []
        assert told(await client.call_tool("yield_turn", {})) == "tool 'yield_turn' not found; there are none"

    use(loop_server(), what)
