"""The fixtures, their options and their marker, as used by a repository under test."""

from __future__ import annotations

import re
import socket
import threading
from pathlib import Path

import pytest

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
ALONE = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-W", "error")

NOTES = """
Notes = session:prototype("Notes", {text = ""})
function Notes:clear() self.text = "" mcp.pushState({event = "cleared"}) end
if not session.reloading then notes = Notes:new({text = "milk"}) end
"""
NOTES_VIEW = '<template><p ui-value="text"></p><button ui-action="clear()">Clear</button></template>'


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def app(name: str = "notes", lua: str = NOTES, base_dir: str = ".claude/ui") -> dict[str, str]:
    folder = f"{base_dir}/apps/{name}"
    return {f"{folder}/app.lua": lua, f"{folder}/viewdefs/Notes.DEFAULT.html": NOTES_VIEW}


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    """A repository with one app."""
    write(pytester.path, app())
    return pytester.path


def files(root: Path) -> dict[Path, tuple[bytes, int]]:
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in root.rglob("*") if path.is_file()}


def run(pytester: pytest.Pytester, code: str, *arguments: str) -> pytest.RunResult:
    pytester.makepyfile(code)
    return pytester.runpytest_inprocess(*ALONE, *arguments)


# Failures.


def test_without_an_app_directory_the_error_names_the_places(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp_project): pass")
    result.assert_outcomes(errors=1)
    places = f"no app directory in {pytester.path}: looked for .claude/ui, .ui, ui, .; "
    ways = "give one with --uimcp-dir, the ini key uimcp_dir or @pytest.mark.uimcp(dir=…)"
    result.stdout.fnmatch_lines([f"E *NoAppDirectory: {places}{ways}"])


def test_a_name_that_is_neither_a_directory_nor_a_sample_is_an_error(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp_project): pass", "--uimcp-dir=nothing-here")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["E *expected an app directory*sample (*counter*), found none at 'nothing-here'"])


@pytest.mark.parametrize(
    ("arguments", "got"), [("'counter'", "('counter',)"), ("colour='red', size=1", "colour, size")]
)
def test_an_unknown_argument_of_the_marker_is_named(pytester: pytest.Pytester, arguments: str, got: str) -> None:
    code = f"import pytest\n@pytest.mark.uimcp({arguments})\ndef test_it(uimcp_project): pass"
    result = run(pytester, code)
    result.assert_outcomes(errors=1)
    takes = "app=, dir=, face=, time= and lua_errors="
    result.stdout.fnmatch_lines([f"E *@pytest.mark.uimcp takes {takes}, got {got}"])


BAD_MARKERS = {
    "face='firefox'": "@pytest.mark.uimcp(face=…) is page or chromium, got 'firefox'",
    "time=5": "@pytest.mark.uimcp(time=…) is real or virtual, got 5",
    "lua_errors='ignore'": "@pytest.mark.uimcp(lua_errors=…) is raise or collect, got 'ignore'",
    "app=[]": "@pytest.mark.uimcp(app=…) is a text, got []",
    "dir=''": "@pytest.mark.uimcp(dir=…) is a text, got ''",
    "nmae='x'": "@pytest.mark.uimcp takes app=, dir=, face=, time= and lua_errors=, got nmae",
}


def test_a_bad_value_of_the_marker_is_one_error_of_its_test(repository: Path, pytester: pytest.Pytester) -> None:
    tests = ["import pytest", "def test_good(uimcp): pass"]
    for number, said in enumerate(BAD_MARKERS):
        tests += (
            f"@pytest.mark.uimcp({said})\ndef test_{number}_{fixture}({fixture}): pass"
            for fixture in ("uimcp_page", "tmp_path")
        )
    result = run(pytester, "\n".join(tests), "--uimcp-face=all")
    result.assert_outcomes(passed=1, errors=2 * len(BAD_MARKERS))
    told = [line[1:].strip() for line in result.stdout.lines if line.startswith("E ")]
    assert told == [f"pytest_uimcp.core.errors.UimcpError: {said}" for said in BAD_MARKERS.values() for _ in range(2)]


def test_the_markers_of_module_class_and_test_count_together(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import pytest
        from pytest_uimcp import RealClock, VirtualClock

        pytestmark = pytest.mark.uimcp(dir="counter", time="virtual")

        @pytest.mark.uimcp(lua_errors="collect")
        class TestIt:
            @pytest.mark.uimcp(time="real")
            def test_all(self, uimcp):
                assert uimcp.run("return counter.count") == 0
                assert (isinstance(uimcp.clock, RealClock), uimcp.lua_errors) == (True, "collect")

        def test_module(uimcp):
            assert (isinstance(uimcp.clock, VirtualClock), uimcp.lua_errors) == (True, "raise")
    """
    run(pytester, code).assert_outcomes(passed=2)


@pytest.mark.parametrize("fixture", ["uimcp", "uimcp_lua", "uimcp_page"])
@pytest.mark.parametrize(
    ("lua", "message"),
    [("notes = {{}", "*apps/notes/app.lua:1: *expected*"), ("\nlocal a = nil + 1", "*apps/notes/app.lua:2: *")],
)
def test_the_error_of_an_apps_file_is_the_tests_error(
    pytester: pytest.Pytester, fixture: str, lua: str, message: str
) -> None:
    write(pytester.path, app(lua=lua))
    result = run(pytester, f"def test_it({fixture}): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"E *{message}"])


def test_an_app_that_is_not_there_is_named(repository: Path, pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp_lua): pass", "--uimcp-app=nots")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["E *nots*"])


def test_an_unknown_clock_is_a_usage_error(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp_lua): pass", "--uimcp-time=slow")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_the_same_in_the_ini_file_is_the_tests_error(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nuimcp_time = slow\nuimcp_dir = counter")
    result = run(pytester, "def test_it(uimcp_lua): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["E *uimcp_time is real or virtual, got slow"])


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


def test_whatever_the_server_answers_to_a_call_is_a_result(repository: Path, pytester: pytest.Pytester) -> None:
    write(pytester.path, app("other", "other = session:prototype('Other', {}):new()"))
    code = """
        from pytest_uimcp import ToolResult

        def test_it(uimcp):
            unknown = uimcp.tool("ui_dispaly", name="notes")
            assert unknown.is_error
            assert "'ui_dispaly' not found; there are" in unknown.text
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


# Each fixture.


def test_the_project_is_a_copy_that_a_test_may_write_to(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        def test_copy(uimcp_project, pytestconfig):
            assert uimcp_project.apps == ["notes"]
            assert not uimcp_project.base_dir.is_relative_to(pytestconfig.rootpath / ".claude")
            uimcp_project.write("apps/other/app.lua", "other = {}")
            assert uimcp_project.apps == ["notes", "other"]

        def test_another_copy(uimcp_project):
            assert uimcp_project.apps == ["notes"]
    """
    run(pytester, code).assert_outcomes(passed=2)


def test_a_configured_server_waits_for_its_start(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        def test_it(uimcp_configured):
            assert uimcp_configured.status()["state"] == "configured"
            assert not uimcp_configured.tool("ui_start").is_error
            assert uimcp_configured.status()["state"] == "running"
    """
    run(pytester, code).assert_outcomes(passed=1)


def test_a_running_server_shows_the_app(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import urllib.request

        def test_it(uimcp, uimcp_project):
            assert uimcp.status()["state"] == "running"
            assert uimcp.base_dir == uimcp_project.base_dir
            assert uimcp.run("return notes.text") == "milk"
            assert uimcp.state()["value"] == {"type": "Notes", "text": "milk"}
            assert uimcp.tool("ui_run", code="print('hello') return {1, 2}").data is not None
            assert uimcp.log == ["hello"]
            assert [name for name, *_ in uimcp.calls] == ["ui_run"]
            with urllib.request.urlopen(uimcp.url) as answer:
                assert answer.status == 200
    """
    run(pytester, code).assert_outcomes(passed=1)


def test_what_the_agent_changes_the_page_shows_and_what_the_human_does_the_agent_hears(
    repository: Path, pytester: pytest.Pytester
) -> None:
    code = """
        def test_it(uimcp, uimcp_page):
            uimcp_page.see("milk")
            uimcp.run("notes.text = 'bread'")
            uimcp_page.see("bread")
            uimcp_page.click("Clear")
            uimcp_page.not_see("bread")
            assert uimcp.events() == [{"event": "cleared"}]
            assert uimcp.events() == []
    """
    run(pytester, code).assert_outcomes(passed=1)


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


# App directory, app and clock.


@pytest.mark.parametrize("place", [".claude/ui", ".ui", "ui", "."])
def test_the_app_directory_is_found_in_its_customary_places(pytester: pytest.Pytester, place: str) -> None:
    write(pytester.path, app(base_dir=place))
    run(pytester, "def test_it(uimcp_project): assert uimcp_project.apps == ['notes']").assert_outcomes(passed=1)


def test_the_marker_wins_over_the_option_and_the_option_over_the_ini_file(
    repository: Path, pytester: pytest.Pytester
) -> None:
    for base_dir, name in (("elsewhere", "one"), ("elsewhere", "two"), ("further", "three")):
        write(pytester.path, app(name, NOTES.replace("notes =", f"{name} ="), base_dir))
    pytester.makeini("[pytest]\nuimcp_dir = elsewhere\nuimcp_app = two")
    code = """
        import pytest

        def test_asked(uimcp_project, uimcp_lua):
            shown = uimcp_lua.eval("return one and 'one' or two and 'two' or three and 'three' or 'none'").data
            assert [uimcp_project.apps, shown] == {expected}

        @pytest.mark.uimcp(app="counter", dir="counter")
        def test_marked(uimcp_project, uimcp_lua):
            assert uimcp_project.apps == ["counter"]
            assert uimcp_lua.eval("return counter.count").data == 0
    """
    ini = run(pytester, code.format(expected="[['one', 'two'], 'two']"))
    ini.assert_outcomes(passed=2)
    option = run(pytester, code.format(expected="[['three'], 'three']"), "--uimcp-dir=further", "--uimcp-app=three")
    option.assert_outcomes(passed=2)


def test_with_several_apps_and_none_chosen_a_failure_says_how_to_choose(
    repository: Path, pytester: pytest.Pytester
) -> None:
    lua = "other = session:prototype('Other', {}):new()"
    write(pytester.path, {".claude/ui/apps/other/app.lua": lua})
    code = """
        import pytest

        def test_page(uimcp_page): uimcp_page.see("milk")
        def test_lua(uimcp_lua): uimcp_lua.eval("return notes.text")
        def test_state(uimcp): assert uimcp.state()["value"]["text"] == "milk"

        def test_chosen_by_the_test(uimcp, uimcp_page):
            uimcp.display("notes")
            uimcp_page.see("bread")

        @pytest.mark.uimcp(app="notes")
        def test_marked(uimcp_page): uimcp_page.see("bread")
    """
    result = run(pytester, code)
    result.assert_outcomes(failed=5)
    told = result.stdout.str()
    said = (
        "no app is shown: there are 2 (notes, other), and none was chosen; choose one with "
        "@pytest.mark.uimcp(app=…), --uimcp-app or the ini key uimcp_app"
    )
    assert told.count(said) == 3
    assert len(re.findall(rf"^E +{re.escape(said)}$", told, re.MULTILINE)) == 2
    assert "- uimcp app -" in told


def test_of_several_apps_none_is_shown_unless_asked_for(repository: Path, pytester: pytest.Pytester) -> None:
    write(pytester.path, app("other", "other = session:prototype('Other', {}):new()"))
    code = """
        import pytest

        def test_none(uimcp):
            assert uimcp.state()["value"] == {}

        @pytest.mark.uimcp(app="other")
        def test_other(uimcp):
            assert uimcp.state()["value"] == {"type": "Other"}
    """
    run(pytester, code).assert_outcomes(passed=2)


@pytest.mark.parametrize("sample", ["contacts", "counter", "stopwatch", "tasks"])
def test_a_sample_is_taken_by_its_name(pytester: pytest.Pytester, sample: str) -> None:
    code = "def test_it(uimcp, uimcp_page): assert uimcp.state()['value'] and uimcp_page.text()"
    run(pytester, code, f"--uimcp-dir={sample}").assert_outcomes(passed=1)


def test_virtual_time_moves_when_advanced(pytester: pytest.Pytester) -> None:
    code = """
        def test_server(uimcp):
            uimcp.run("ticks = 0; session:setInterval(function() ticks = ticks + 1 end, 1000)")
            uimcp.clock.advance(3600)
            uimcp.settle()
            assert uimcp.run("return ticks") == 3600

        def test_session(uimcp_lua):
            uimcp_lua.eval("ticks = 0; session:setInterval(function() ticks = ticks + 1 end, 1000)")
            uimcp_lua.clock.advance(60)
            uimcp_lua.settle()
            assert uimcp_lua.eval("return ticks").data == 60
    """
    run(pytester, code, "--uimcp-dir=counter", "--uimcp-time=virtual").assert_outcomes(passed=2)


def test_the_marker_asks_for_virtual_time_too(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        pytestmark = pytest.mark.uimcp(dir="counter", time="virtual")

        def test_what_was_due_is_done_when_time_has_moved(uimcp):
            uimcp.run("setInterval(function() counter:increment() end, 1000)")
            uimcp.clock.advance(60)
            assert uimcp.session.state()["count"] == 60
            assert (uimcp.story.steps[-1].verb, uimcp.story.steps[-1].arguments) == ("advance", {"seconds": 60})

        def test_session(uimcp_lua):
            uimcp_lua.eval("setTimeout(function() counter:increment() end, 60000)")
            uimcp_lua.clock.advance(60)
            assert uimcp_lua.session.state()["count"] == 1

        @pytest.mark.uimcp(time="real")
        def test_real(uimcp_configured):
            with pytest.raises(Exception, match="needs virtual time"):
                uimcp_configured.clock.advance(1)
    """
    run(pytester, code).assert_outcomes(passed=3)


def test_real_time_cannot_be_moved(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp): uimcp.clock.advance(5)", "--uimcp-dir=counter")
    result.assert_outcomes(failed=1)
    ways = 'mark it with @pytest.mark.uimcp(time="virtual"), give --uimcp-time=virtual, or the ini key *'
    result.stdout.fnmatch_lines([f"*advance(5) needs virtual time, and this test's is real: {ways}"])


def test_time_is_real_unless_asked_otherwise(pytester: pytest.Pytester) -> None:
    code = """
        from pytest_uimcp import RealClock, VirtualClock

        def test_it(uimcp_configured):
            assert isinstance(uimcp_configured.clock, {clock})
    """
    run(pytester, code.format(clock="RealClock"), "--uimcp-dir=counter").assert_outcomes(passed=1)
    pytester.makeini("[pytest]\nuimcp_time = virtual\nuimcp_dir = counter")
    run(pytester, code.format(clock="VirtualClock")).assert_outcomes(passed=1)


# Cleaning up.

ENDS = """
    import pytest

    @pytest.fixture
    def broken(uimcp): raise RuntimeError

    @pytest.fixture
    def breaking(uimcp):
        yield
        raise RuntimeError

    def test_passing(uimcp, uimcp_page, uimcp_project):
        uimcp.tool("ui_status")
        note(uimcp)
    def test_failing(uimcp, uimcp_page):
        note(uimcp)
        assert False
    def test_erring(uimcp, broken): pass
    def test_erring_afterwards(uimcp, breaking): note(uimcp)
    def test_skipping(uimcp): pytest.skip()
    def test_closing(uimcp): uimcp.close()
    def test_lua(uimcp_lua): assert False

    def note(uimcp):
        assert list(uimcp.base_dir.glob("*-port"))
        with open("urls", "a") as urls:
            urls.write(uimcp.url + "\\n")
"""


def test_no_thread_port_or_file_outlives_its_test(repository: Path, pytester: pytest.Pytester) -> None:
    before = set(threading.enumerate())
    original = files(repository / ".claude")

    result = run(pytester, ENDS)

    result.assert_outcomes(passed=3, failed=2, errors=2, skipped=1)
    assert set(threading.enumerate()) - before == set()
    assert [path for path in pytester.path.rglob("*-port") if path.is_file()] == []
    for url in (pytester.path / "urls").read_text().split():
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=30)
    assert files(repository / ".claude") == original


def test_an_interrupted_run_leaves_nothing_either(repository: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(uimcp, uimcp_page): raise KeyboardInterrupt")
    result = pytester.runpytest_subprocess(*ALONE)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert result.stderr.str() == ""
    assert [path for path in pytester.path.rglob("*-port") if path.is_file()] == []


def test_the_repository_under_test_is_never_written_to(repository: Path, pytester: pytest.Pytester) -> None:
    original = files(repository / ".claude")
    code = """
        def test_it(uimcp, uimcp_page, uimcp_lua, uimcp_project):
            uimcp.tool("ui_install", force=True)
            uimcp_page.click("Clear")
            uimcp.tool("ui_upload_viewdef", type="Notes", namespace="DEFAULT", content="<template>x</template>")
            uimcp_project.write("apps/notes/app.lua", "")
            uimcp_lua.reload()
            uimcp_lua.eval("io.open('made', 'w'):close()")
            uimcp.run("io.open('.claude/made', 'w'):close() os.rename('.claude/made', 'made') os.execute('touch too')")
            assert uimcp.run("return io.popen('ls'):read('*a')").split() == ["made", "too"]
    """
    run(pytester, code).assert_outcomes(passed=1)
    assert files(repository / ".claude") == original
    there = {path.name for path in repository.iterdir() if path.suffix != ".py"}
    assert there - {"__pycache__"} == {".claude"}


# Together with other plugins.


def test_the_fixtures_work_in_async_tests(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import anyio
        import pytest

        @pytest.fixture
        def anyio_backend(): return "asyncio"

        @pytest.mark.anyio
        async def test_one(uimcp, uimcp_page):
            await anyio.sleep(0)
            assert not uimcp.tool("ui_run", code="notes.text = 'bread'").is_error
            uimcp_page.see("bread")
            async with anyio.create_task_group() as group:
                group.start_soon(anyio.to_thread.run_sync, uimcp.status)

        @pytest.mark.anyio
        async def test_other(uimcp, uimcp_page):
            uimcp_page.see("milk")
            await anyio.sleep(0)

        def test_sync(uimcp, uimcp_page):
            uimcp_page.see("milk")
    """
    run(pytester, code).assert_outcomes(passed=3)


def test_a_fixture_can_be_overridden(repository: Path, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
        import pytest

        @pytest.fixture
        def uimcp_project(uimcp_project):
            uimcp_project.write("apps/notes/app.lua", "notes = session:prototype('Notes', {text = 'eggs'}):new()")
            return uimcp_project
        """
    )
    run(pytester, "def test_it(uimcp_page): uimcp_page.see('eggs')").assert_outcomes(passed=1)


def test_a_wider_scope_keeps_one_server_for_a_module(repository: Path, pytester: pytest.Pytester) -> None:
    wider = EXAMPLES / "module_server.py"
    pytester.makeconftest(wider.read_text(encoding="utf-8"))
    code = """
        def test_one(uimcp, uimcp_page):
            uimcp.run("notes.text = 'kept'")

        def test_other(uimcp, uimcp_page):
            uimcp_page.see("kept")
            assert len(uimcp.calls) == 0
    """
    pytester.makepyfile(test_next_module="def test_it(uimcp_page): uimcp_page.see('milk')")
    run(pytester, code).assert_outcomes(passed=3)


@pytest.mark.parametrize(
    ("file", "tests"), [("test_stopwatch.py", 2), ("test_each_fixture.py", 5), ("test_errors.py", 3)]
)
def test_the_tests_that_the_documentation_shows_pass(pytester: pytest.Pytester, file: str, tests: int) -> None:
    shown = (EXAMPLES / file).read_text(encoding="utf-8")
    run(pytester, shown).assert_outcomes(passed=tests)


def test_workers_side_by_side_do_not_clash(repository: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("number", range(4))
        def test_it(uimcp, uimcp_page, number):
            uimcp.run(f"notes.text = 'from {number}'")
            uimcp_page.see(f"from {number}")
        """
    )
    pytester.runpytest_subprocess(*ALONE, "-n", "2").assert_outcomes(passed=4)


def test_pytest_lists_options_marker_and_fixtures(pytester: pytest.Pytester) -> None:
    told = pytester.runpytest_inprocess("--help").stdout.str()
    for name in ("--uimcp-dir", "--uimcp-app", "--uimcp-time", "uimcp_dir", "uimcp_app", "uimcp_time"):
        assert name in told
    markers = pytester.runpytest_inprocess("--markers")
    takes = "app=NAME, dir=PATH, face=FACE, time=TIME, lua_errors=ERRORS"
    markers.stdout.fnmatch_lines([f"@pytest.mark.uimcp({takes}): *", "@pytest.mark.uimcp_check: *"])
    told = pytester.runpytest_inprocess("--fixtures").stdout.str()
    for name in ("uimcp_project", "uimcp_configured", "uimcp", "uimcp_lua", "uimcp_page"):
        assert f"\n{name} -- " in told
