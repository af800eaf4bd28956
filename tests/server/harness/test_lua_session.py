"""A session without a server, as a test holds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.testing.repository import run


def test_a_session_without_a_server(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        from pytest_uimcp import LuaSession, Page, Session

        def test_it(uimcp_lua: LuaSession, uimcp_project):
            uimcp_lua.eval("notes.text = 'kept'")
            uimcp_project.write("apps/notes/viewdefs/Notes.DEFAULT.html", "<template><b>new</b></template>")
            uimcp_lua.reload()
            assert uimcp_lua.eval("return notes.text").data == "kept"
            with Page(uimcp_lua) as page:
                page.see("new")
            uimcp_project.write("apps/other/app.lua", "other = session:prototype('Other', {}):new()")
            uimcp_lua.load("other")
            assert uimcp_lua.session.state()["type"] == "Notes"
            uimcp_lua.display("other")
            assert uimcp_lua.session.state()["type"] == "Other"
            assert isinstance(uimcp_lua.session, Session)
    """
    run(pytester, code).assert_outcomes(passed=1)


def test_a_session_without_a_server_has_all_of_mcp(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import pytest
        from pytest_uimcp import Page

        @pytest.mark.uimcp(time="virtual")
        def test_it(uimcp_lua):
            status = uimcp_lua.eval("return mcp:status()").data
            assert status["state"] == "running"
            assert status["base_dir"] == str(uimcp_lua.session.base_dir)
            assert uimcp_lua.eval("return mcp.pollingEvents()").data is False
            uimcp_lua.clock.advance(90)
            assert uimcp_lua.eval("return mcp:waitTime()").data == 90
            with Page(uimcp_lua) as page:
                page.click("Clear")
            assert uimcp_lua.waiting == [{"event": "cleared"}]
            assert uimcp_lua.events() == [{"event": "cleared"}]
            assert uimcp_lua.events() == []
            steps = [(step.actor, step.verb, step.outcome) for step in uimcp_lua.story.steps]
            assert steps[-3:] == [
                ("human", "click", None), ("agent", "events", [{"event": "cleared"}]), ("agent", "events", [])
            ]

        def test_a_pushed_event_must_be_a_table(uimcp_lua):
            with pytest.raises(Exception, match="table expected, got string"):
                uimcp_lua.eval("mcp.pushState('x')")
    """
    run(pytester, code).assert_outcomes(passed=2)
