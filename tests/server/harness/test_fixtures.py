"""The server under test, as a test holds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files import write
from tests.testing.repository import app, run


def test_a_tool_that_fails_says_so_and_raises_nothing(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import pytest
        from pytest_uimcp import LuaError

        def test_tool(uimcp):
            result = uimcp.tool("ui_run", code="error('no')")
            assert result.is_error
            assert "no" in result.text

        def test_run(uimcp):
            with pytest.raises(LuaError, match="no"):
                uimcp.run("error('no')")
    """
    run(pytester, code).assert_outcomes(passed=2)


def test_whatever_a_tool_answers_is_a_result_and_a_tool_that_is_not_there_an_error(
    repository: Path, pytester: pytest.Pytester
) -> None:
    write(pytester.path, app("other", "other = session:prototype('Other', {}):new()"))
    code = """
        import pytest

        from pytest_uimcp import ToolNotFound, ToolResult

        def test_it(uimcp):
            with pytest.raises(ToolNotFound, match=r"'ui_dispaly' not found \\(did you mean ui_display\\?\\)"):
                uimcp.tool("ui_dispaly", name="notes")
            assert uimcp.tool("ui_run").is_error
            assert uimcp.tool("ui_run", code=5, self=1, cls=2).is_error
            shown: ToolResult = uimcp.tool("ui_display", name="other")
            assert not shown.is_error
            assert uimcp.state()["value"] == {"type": "Other"}
            step = uimcp.story.steps[-1]
            assert (step.actor, step.verb) == ("agent", "tool")
            assert step.arguments == {"name": "ui_display", "arguments": {"name": "other"}}
    """
    run(pytester, code, "--uimcp-app=notes").assert_outcomes(passed=1)


def test_a_running_server_has_reloaded_what_a_test_writes(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        NEW = "<template><b>new</b></template>"

        def lua(uimcp_project, old, new):
            return (uimcp_project.base_dir / "apps/notes/app.lua").read_text().replace(old, new)

        def test_viewdef(uimcp, uimcp_page, uimcp_project):
            for number in range(5):
                uimcp_project.write("apps/notes/viewdefs/Notes.DEFAULT.html", NEW.replace("new", f"new {number}"))
                uimcp_page.see(f"new {number}")

        def test_lua(uimcp, uimcp_project):
            for name in ("one", "two", "three"):
                uimcp_project.write("apps/notes/app.lua", f"function Notes:name() return '{name}' end")
                assert uimcp.run("return notes:name()") == name
            written = uimcp.story.steps[-2]
            assert (written.actor, written.verb) == ("test", "write")
            assert written.arguments["relative"] == "apps/notes/app.lua"
            assert written.arguments["text"].startswith("function Notes:name()")

        def test_emptied(uimcp, uimcp_project):
            uimcp_project.write("apps/notes/app.lua", "seen = 1")
            uimcp_project.write("apps/notes/app.lua", "")
            uimcp_project.write("apps/notes/app.lua", "seen = seen + 1")
            assert uimcp.run("return seen") == 2

        def test_before_the_start(uimcp_configured, uimcp_project):
            uimcp_project.write("apps/notes/app.lua", lua(uimcp_project, "milk", "bread"))
            uimcp_configured.start()
            uimcp_configured.display("notes")
            assert uimcp_configured.run("return notes.text") == "bread"

        def test_not_asked_for(uimcp_configured, uimcp_project):
            uimcp_project.write("config.toml", "hotload = false")
            uimcp_configured.configure()
            uimcp_configured.start()
            uimcp_configured.display("notes")
            uimcp_project.write("apps/notes/app.lua", "notes.text = 'bread'")
            assert uimcp_configured.run("return notes.text") == "milk"
            assert uimcp_configured.reload().ran == ("apps/notes/app.lua",)
            assert uimcp_configured.run("return notes.text") == "bread"
    """
    run(pytester, code).assert_outcomes(passed=5)


def test_a_server_looks_at_its_files_when_asked(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import pytest
        from pytest_uimcp import ReloadReport, UimcpError

        def test_running(uimcp):
            (uimcp.base_dir / "apps/notes/app.lua").write_text("notes.text = 'bread'")
            report: ReloadReport = uimcp.reload()
            assert uimcp.run("return notes.text") == "bread"
            assert not uimcp.reload()

        def test_not_running(uimcp_configured):
            with pytest.raises(UimcpError, match="needs a running server"):
                uimcp_configured.reload()
    """
    run(pytester, code).assert_outcomes(passed=2)
