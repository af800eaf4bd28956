"""The fixtures, their options and their marker, as used by a repository under test."""

from __future__ import annotations

import re
import socket
import threading
from pathlib import Path

import pytest

from tests.files import contents, write
from tests.testing.repository import ALONE, EXAMPLES, app, run

pytestmark = pytest.mark.warm

# Failures.


def test_without_an_app_directory_the_error_names_the_places(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp_project): pass")
    result.assert_outcomes(errors=1)
    places = f"no app directory in {pytester.path}: looked for .ui, .claude/ui, ui, .; "
    ways = "give one with --uimcp-dir, the ini key uimcp_dir or @pytest.mark.uimcp(dir=…)"
    result.stdout.fnmatch_lines([f"E *NoAppDirectory: {places}{ways}"])
    result.stdout.no_fnmatch_line("*def project_for*")  # the message says what our own frames would


def test_a_name_that_is_neither_a_directory_nor_a_sample_is_an_error(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp_project): pass", "--uimcp-dir=nothing-here")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["E *expected an app directory*sample (*counter*), found none at 'nothing-here'"])


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
    result.stdout.fnmatch_lines(["E *there is no app 'nots' to show (did you mean notes?); the name is that of *"])


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


# App directory, app and clock.


@pytest.mark.parametrize("place", [".claude/ui", ".ui", "ui", "."])
def test_the_app_directory_is_found_in_its_customary_places(pytester: pytest.Pytester, place: str) -> None:
    write(pytester.path, app(base_dir=place))
    run(pytester, "def test_it(uimcp_project): assert uimcp_project.apps == ['notes']").assert_outcomes(passed=1)


def test_a_dot_ui_stays_one_because_apps_name_their_files_by_it(pytester: pytest.Pytester) -> None:
    write(pytester.path, app(base_dir=".ui"))
    code = """
        def test_server(uimcp): assert uimcp.run("return io.open('.ui/apps/notes/app.lua') ~= nil") is True
        def test_session(uimcp_lua): assert uimcp_lua.eval("return io.open('.ui/apps/notes/app.lua') ~= nil").data
    """
    run(pytester, code).assert_outcomes(passed=2)


def test_a_server_that_starts_by_itself_is_started_once(pytester: pytest.Pytester) -> None:
    write(pytester.path, {**app(base_dir=".ui"), ".ui/config.toml": "auto_start = true\n"})
    code = """
        def test_it(uimcp_configured):
            assert uimcp_configured.status()["state"] == "running"
            uimcp_configured.start()
            assert uimcp_configured.run("return 1") == 1
    """
    run(pytester, code).assert_outcomes(passed=1)


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
    original = contents(repository / ".claude")

    result = run(pytester, ENDS)

    result.assert_outcomes(passed=3, failed=2, errors=2, skipped=1)
    assert set(threading.enumerate()) - before == set()
    assert [path for path in pytester.path.rglob("*-port") if path.is_file()] == []
    for url in (pytester.path / "urls").read_text().split():
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=30)
    assert contents(repository / ".claude") == original


def test_an_interrupted_run_leaves_nothing_either(repository: Path, pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(uimcp, uimcp_page): raise KeyboardInterrupt")
    result = pytester.runpytest_subprocess(*ALONE)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert result.stderr.str() == ""
    assert [path for path in pytester.path.rglob("*-port") if path.is_file()] == []


def test_the_repository_under_test_is_never_written_to(repository: Path, pytester: pytest.Pytester) -> None:
    original = contents(repository / ".claude")
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
    assert contents(repository / ".claude") == original
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
