"""What a test gets hold of says what it is, in pytest's list of a failed test's values and at a prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp import ToolResult, call, end, say
from tests.testing.repository import run


def test_what_fixtures_give_says_what_it_is(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import re

        def shown(thing):
            return re.sub(r"'/[^']*'", "DIR", repr(thing))

        def test_a_server(uimcp, uimcp_page, uimcp_project):
            assert shown(uimcp) == "Server(DIR, running)"
            assert shown(uimcp.session) == "Session('1', DIR)"
            assert shown(uimcp_project) == "Project(DIR)"
            assert shown(uimcp_page) == "Page(tab 1, connected)"
            assert shown(uimcp_page.new_tab()) == "Page(tab 2, connected)"

        def test_a_session(uimcp_lua):
            assert shown(uimcp_lua) == "LuaSession(Session('1', DIR))"

        def test_an_agent(uimcp_agent, uimcp_human, uimcp_compositor, uimcp_chat):
            assert shown(uimcp_human) == "HumanHarness(0 pending)"
            assert shown(uimcp_compositor) == "CompositorHarness(4 mounted, 0 pending)"
            assert shown(uimcp_agent) == "AgentHarness(idle, 0 calls, 0 turns left)"
            assert shown(uimcp_chat) == "ChatHarness(0 messages)"
    """
    run(pytester, code).assert_outcomes(passed=3)


def test_turns_are_shown_as_they_are_written() -> None:
    assert repr([call("app_ui_run", code="return 1"), say("Done."), end()]) == (
        "[call('app_ui_run', code='return 1'), say('Done.'), end()]"
    )


def test_a_result_is_shown_without_what_only_programs_read() -> None:
    result = ToolResult.of_text("1", {"value": 1})
    assert repr(result) == "ToolResult(content=({'type': 'text', 'text': '1'},), data={'value': 1}, is_error=False)"
