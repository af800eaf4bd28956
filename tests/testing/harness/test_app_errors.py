"""An error of the app fails the test that caused it, at the step that caused it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pytest_uimcp.engine.stalls import StallDetector
from tests.files import write
from tests.testing.repository import EXAMPLES, run

LUA = """\
Notes = session:prototype("Notes", {text = "milk", amount = 1, broken = false, draft = EMPTY})
function Notes:fail() error("no click") end
function Notes:say(text) error("no " .. tostring(text)) end
function Notes:total() if self.broken then error("no total") end return self.amount end
function Notes:wreck() self.broken = true end
function Notes:soon() setImmediate(function() error("not soon") end) end
function Notes:later() setTimeout(function() error("not later") end, 1000) end
function Notes:often() setInterval(function() error("not again") end, 10) end
function Notes:both() setImmediate(function() error("first") end) error("second") end
function Notes:caught() pcall(error, "nobody hears of this") end
function Notes:mutate() if self.fragile then error("no mutation") end end
if not session.reloading then notes = Notes:new() end
"""
VIEW = """<template><p ui-value="text"></p><p ui-value="total()"></p><p ui-value="total()"></p>
<button ui-action="fail()">Fail</button><button ui-action="wreck()">Wreck</button>
<button ui-action="soon()">Soon</button><button ui-action="later()">Later</button>
<button ui-action="often()">Often</button><button ui-action="both()">Both</button>
<button ui-action="caught()">Caught</button><button ui-action="gone()">Gone</button>
<input aria-label="Say" ui-event-input="say(_)"><input aria-label="Draft" ui-value="draft.text?keypress"></template>"""
FOLDER = ".claude/ui/apps/notes"


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    write(pytester.path, {f"{FOLDER}/app.lua": LUA, f"{FOLDER}/viewdefs/Notes.DEFAULT.html": VIEW})
    return pytester.path


def failures(result: pytest.RunResult) -> dict[str, str]:
    """The report of each test that did not pass."""
    told = result.stdout.str()
    found = re.split(r"^_{3,} (?:ERROR at \w+ of )?(\S+) _{3,}$", told.partition("= short test summary")[0], flags=re.M)
    return dict(zip(found[1::2], found[2::2], strict=True))


def words(told: str) -> list[str]:
    """The lines of the error itself."""
    return [line[1:].strip() for line in told.splitlines() if line.startswith("E ")]


# At the step that caused it.

STEPS = """
    import pytest

    pytestmark = pytest.mark.uimcp(time="virtual")

    def test_click(uimcp_page): uimcp_page.click("Fail")
    def test_event(uimcp_page): uimcp_page.fill("Say", "word")
    def test_getter(uimcp_page): uimcp_page.click("Wreck")
    def test_getter_by_agent(uimcp, uimcp_page): uimcp.tool("ui_run", code="notes.broken = true")
    def test_getter_by_test(uimcp, uimcp_page): uimcp.run("notes.broken = true")
    def test_immediate(uimcp_page): uimcp_page.click("Soon")
    def test_timer(uimcp, uimcp_page):
        uimcp_page.click("Later")
        uimcp_page.see("milk")
        uimcp.clock.advance(5)
    def test_reload(uimcp, uimcp_page, uimcp_project):
        lua = (uimcp_project.base_dir / "apps/notes/app.lua").read_text()
        uimcp_project.write("apps/notes/app.lua", lua + "error('no reload')")
    def test_syntax(uimcp, uimcp_page, uimcp_project):
        uimcp_project.write("apps/notes/app.lua", "notes = = 1")
    def test_mutate(uimcp, uimcp_page, uimcp_project):
        uimcp.run("notes.fragile = true")
        lua = (uimcp_project.base_dir / "apps/notes/app.lua").read_text()
        uimcp_project.write("apps/notes/app.lua", lua.replace("amount = 1", "amount = 2"))
    def test_viewdef(uimcp, uimcp_page, uimcp_project):
        uimcp_project.write("apps/notes/viewdefs/Notes.DEFAULT.html", "<p>no template</p>")
"""
# The first lines of each error: its kind, file, line and words; what was being done; the step.
EXPECTED = {
    "test_click": [
        "LuaError: apps/notes/app.lua:2: no click", "while calling fail() of Notes", "step: human click('Fail')"
    ],
    "test_event": [
        "LuaError: apps/notes/app.lua:3: no word", "while calling say(_) of Notes", "step: human fill('Say', 'word')"
    ],
    "test_getter": [
        "LuaError: apps/notes/app.lua:4: no total", "while reading total() of Notes", "step: human click('Wreck')"
    ],
    "test_getter_by_agent": [
        "LuaError: apps/notes/app.lua:4: no total", "while reading total() of Notes",
        "step: agent tool('ui_run', code='notes.broken = true')",
    ],
    "test_getter_by_test": [
        "LuaError: apps/notes/app.lua:4: no total", "while reading total() of Notes",
        "step: test run('notes.broken = true')",
    ],
    "test_immediate": [
        "LuaError: apps/notes/app.lua:6: not soon", "while running a timer", "step: human click('Soon')"
    ],
    "test_timer": ["LuaError: apps/notes/app.lua:7: not later", "while running a timer", "step: test advance(5)"],
    "test_reload": [
        "LuaError: apps/notes/app.lua:13: no reload", "while running apps/notes/app.lua",
        "step: test write('apps/notes/app.lua', ",
    ],
    "test_syntax": [
        "LuaSyntaxError: apps/notes/app.lua:1: unexpected symbol near '='", "while running apps/notes/app.lua",
        "step: test write('apps/notes/app.lua', 'notes = = 1')",
    ],
    "test_mutate": [
        "LuaError: mutate of Notes: apps/notes/app.lua:11: no mutation", "while running mutate() of Notes",
        "step: test write('apps/notes/app.lua', ",
    ],
    "test_viewdef": [
        "ViewdefError: apps/notes/viewdefs/Notes.DEFAULT.html:1: <p> is outside the template; ",
        "while reading apps/notes/viewdefs/Notes.DEFAULT.html",
        "step: test write('apps/notes/viewdefs/Notes.DEFAULT.html', '<p>no template</p>')",
    ],
}  # fmt: skip


@pytest.mark.parametrize("face", ["page", "chromium"])
def test_every_error_of_the_app_fails_its_step_and_says_where(
    repository: Path, pytester: pytest.Pytester, face: str
) -> None:
    result = run(pytester, STEPS, f"--uimcp-face={face}")
    result.assert_outcomes(failed=len(EXPECTED))
    found = failures(result)
    assert found.keys() == EXPECTED.keys()
    for test, lines in EXPECTED.items():
        told = words(found[test])
        assert [line[: len(start)] for line, start in zip(_plain(told), lines, strict=False)] == lines, test
        assert "the page:" in told, test
        assert "- paragraph: milk" in told, test
        assert "- uimcp page -" not in found[test], "it is in the message already"
        assert re.search(r"^>? .*(click|fill|tool|run|advance|write)\(.*$", found[test], re.M), "the test's own line"
        assert "pytest_uimcp/testing" not in found[test], "frames of ours are of no use to a reader"
    assert "apps/notes/app.lua:2: in function" in found["test_click"]


def _plain(told: list[str]) -> list[str]:
    return [re.sub(r"^[\w.]+\.(\w+: )", r"\1", line) for line in told]


def test_a_file_that_fails_when_the_server_starts_fails_the_start(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, {f"{FOLDER}/init.lua": "\nerror('no init')"})
    code = """
        import pytest
        from pytest_uimcp import LuaError

        def test_fixture(uimcp): pass
        def test_bare(uimcp_lua): pass

        def test_started_by_the_test(uimcp_configured):
            with pytest.raises(LuaError, match="apps/notes/init.lua:2: no init"):
                uimcp_configured.start()

        def test_started_by_the_agent(uimcp_configured):
            with uimcp_configured.expects_error("no init") as error:
                assert not uimcp_configured.tool("ui_start").is_error
            assert (error.value.file, error.value.line) == ("apps/notes/init.lua", 2)
            assert error.value.doing == "running apps/notes/init.lua"
            assert error.value.step == "step: agent tool('ui_start')"
    """
    result = run(pytester, code)
    result.assert_outcomes(passed=2, errors=2)
    for told in failures(result).values():
        assert words(told)[0].endswith("LuaError: apps/notes/init.lua:2: no init")
        assert "before the first step" in words(told)


def test_the_page_that_meets_an_error_when_it_opens_is_the_tests_error(
    repository: Path, pytester: pytest.Pytester
) -> None:
    write(repository, {f"{FOLDER}/app.lua": LUA.replace("broken = false", "broken = true")})
    code = """
        import pytest
        from pytest_uimcp import LuaError, Page

        def test_fixture(uimcp_page): pass

        def test_by_hand(uimcp):
            with pytest.raises(LuaError, match="no total"), Page(uimcp): pass

        def test_another_tab(uimcp, request):
            with uimcp.expects_error("no total"):
                page = request.getfixturevalue("uimcp_page")
            with uimcp.expects_error("no total") as error:
                page.new_tab()
            assert error.value.step == "step: human new_tab()"
            page.see("milk")
    """
    run(pytester, code).assert_outcomes(passed=2, errors=1)


def test_the_step_says_in_which_tab_it_was(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        from pytest_uimcp.testing.report.step_text import step_line

        def test_it(uimcp, uimcp_page):
            uimcp_page.see("milk")
            other = uimcp_page.new_tab()
            with uimcp.expects_error("no click") as error:
                other.click("Fail")
            assert error.value.step == "step: human tab 2: click('Fail')"
            uimcp_page.press("Tab", "Say")
            other.close()
            uimcp_page.see("milk")
            told = [step_line(step) for step in uimcp.story.steps]
            assert told == [
                "test   display('notes')",
                "human  see('milk')",
                "human  new_tab()",
                "human  tab 2: click('Fail')",
                "human  tab 1: press('Tab', 'Say')",
                "human  see('milk')",
            ]
    """
    run(pytester, code).assert_outcomes(passed=1)


def test_a_stopped_script_is_an_error_of_its_kind(
    repository: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a loaded machine a script may be taken for one that cannot be stopped before it is stopped.
    monkeypatch.setattr(StallDetector, "check", lambda self: None)
    write(repository, {".claude/ui/config.toml": "time-limit = 0.2\n"})
    lua = LUA.replace('error("no click")', "while true do end")
    write(repository, {f"{FOLDER}/app.lua": lua})
    code = """
        import pytest
        from pytest_uimcp import LuaTimeout

        def test_it(uimcp_page):
            with pytest.raises(LuaTimeout, match="ran longer than 0.2 s"):
                uimcp_page.click("Fail")
            uimcp_page.see("milk")
    """
    run(pytester, code).assert_outcomes(passed=1)


# What is no such error.


def test_an_error_that_is_returned_to_its_caller_does_not_fail_a_step(
    repository: Path, pytester: pytest.Pytester
) -> None:
    code = """
        import pytest
        from pytest_uimcp import LuaError

        def test_it(uimcp, uimcp_page):
            with pytest.raises(LuaError, match="mine") as error:
                uimcp.run("error('mine')")
            assert "step:" not in str(error.value)
            assert uimcp.tool("ui_run", code="error('mine')").is_error
            assert uimcp.tool("ui_run", code="= =").is_error
            assert uimcp.tool("ui_display", name="nothing").is_error
            with pytest.raises(LuaError, match="nothing"):
                uimcp.display("nothing")
            bad = uimcp.tool("ui_upload_viewdef", type="Notes", namespace="DEFAULT", content="no template")
            assert bad.is_error
            uimcp.run("return select(2, mcp:display('nothing'))")
            uimcp_page.click("Caught")
            assert uimcp.errors == []

        def test_a_path_that_leads_nowhere(uimcp, uimcp_page):
            uimcp_page.click("Gone")
            uimcp_page.fill("Draft", "x")
            assert {code for code, _ in uimcp_page.problems} == {"path-failure"}

        def test_bare(uimcp_lua):
            with pytest.raises(LuaError, match="mine"):
                uimcp_lua.eval("error('mine')")
            with pytest.raises(LuaError, match="nothing"):
                uimcp_lua.load("nothing")
            assert uimcp_lua.errors == []
    """
    run(pytester, code).assert_outcomes(passed=3)


# Tests of errors.


def test_an_expected_error_is_matched_by_its_message_and_passes(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import re
        import pytest
        from pytest_uimcp import LuaError, NoAppError, UimcpError

        def test_it(uimcp, uimcp_page):
            with uimcp.expects_error(r"no \\w+ck$") as error:
                with pytest.raises(NoAppError, match="has not occurred yet"):
                    error.value
                uimcp_page.click("Fail")
                assert error.value.line == 2
            assert error.value.message == "apps/notes/app.lua:2: no click"
            assert (error.value.file, error.value.step) == ("apps/notes/app.lua", "step: human click('Fail')")
            assert "app.lua:2: in function" in error.value.traceback
            assert isinstance(error.value.error, LuaError)
            assert len(error.all) == 1
            uimcp_page.see("milk")

        def test_any(uimcp, uimcp_page):
            with uimcp.expects_error():
                uimcp_page.click("Fail")
            with uimcp.expects_error(re.compile("NO CLICK", re.I)):
                uimcp_page.click("Fail")

        def test_two(uimcp, uimcp_page):
            with uimcp.expects_error("first") as first, uimcp.expects_error("second"):
                uimcp_page.click("Both")
            assert first.value.line == 9

        def test_no_pattern(uimcp):
            with pytest.raises(UimcpError, match="expects_error\\\\('\\\\('\\\\): expected a regular expression"):
                uimcp.expects_error("(")

        def test_bare(uimcp_lua):
            with uimcp_lua.expects_error("eval:1: x"):
                uimcp_lua.eval("setImmediate(function() error('x') end)")
    """
    run(pytester, code).assert_outcomes(passed=5)


def test_an_expected_error_that_does_not_come_and_others_fail_the_test(
    repository: Path, pytester: pytest.Pytester
) -> None:
    code = """
        import pytest
        from pytest_uimcp import NoAppError

        def test_none(uimcp, uimcp_page):
            with uimcp.expects_error("amount"):
                uimcp_page.see("milk")

        def test_other(uimcp, uimcp_page):
            with uimcp.expects_error("amount"):
                uimcp_page.click("Fail")

        def test_one_of_two(uimcp, uimcp_page):
            with uimcp.expects_error("first"):
                uimcp_page.click("Both")

        def test_the_block_itself(uimcp, uimcp_page):
            with uimcp.expects_error("no click"):
                uimcp_page.click("Fail")
                assert 1 == 2

        def test_answered(uimcp):
            with uimcp.expects_error("amount"):
                uimcp.run("error('amount')")

        @pytest.mark.uimcp(lua_errors="collect")
        def test_collected(uimcp, uimcp_page):
            with uimcp.expects_error("amount"):
                uimcp_page.click("Fail")

        def test_before(uimcp, uimcp_page):
            uimcp_page.click("Later")
            with uimcp.expects_error("not later"):
                pass
    """
    result = run(pytester, code)
    result.assert_outcomes(failed=7)
    found = {test: words(told) for test, told in failures(result).items()}
    missing = "expects_error({}): expected an error of the app that matches, but none occurred"
    assert found["test_none"][0].endswith("NoAppError: " + missing.format("'amount'"))
    assert found["test_other"][0].endswith("LuaError: apps/notes/app.lua:2: no click")
    assert found["test_one_of_two"][0].endswith("LuaError: apps/notes/app.lua:9: second")
    assert found["test_the_block_itself"][0] == "assert 1 == 2"
    assert found["test_answered"][0].endswith("LuaError: ui_run:1: amount")
    assert found["test_collected"][1].startswith("came instead: apps/notes/app.lua:2: no click (while calling fail()")
    assert found["test_before"][0].endswith(missing.format("'not later'"))


# Left to look at.


@pytest.mark.parametrize("way", ["marker", "option", "ini"])
def test_errors_can_be_collected(repository: Path, pytester: pytest.Pytester, way: str) -> None:
    mark = '@pytest.mark.uimcp(lua_errors="collect")' if way == "marker" else ""
    code = f"""
        import pytest
        from pytest_uimcp import AppError

        {mark}
        def test_it(uimcp, uimcp_page):
            uimcp_page.click("Fail")
            uimcp_page.click("Soon")
            found: list[AppError] = uimcp.errors
            assert [one.line for one in found] == [2, 6]
            assert str(found[0]) == (
                "apps/notes/app.lua:2: no click (while calling fail() of Notes; step: human click('Fail'))"
            )
            found.clear()
            assert uimcp.errors == []
            uimcp_page.click("Fail")
    """
    if way == "ini":
        pytester.makeini("[pytest]\nuimcp_lua_errors = collect")
    arguments = ["--uimcp-lua-errors=collect"] if way == "option" else []
    run(pytester, code, *arguments).assert_outcomes(passed=1)
    if way != "marker":
        marker_arguments = code.replace("def test_it", '@pytest.mark.uimcp(lua_errors="raise")\n        def test_it')
        run(pytester, marker_arguments, *arguments).assert_outcomes(failed=1)


def test_the_option_for_lua_errors_takes_one_of_two_values(repository: Path, pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp): pass", "--uimcp-lua-errors=ignore")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    pytester.makeini("[pytest]\nuimcp_lua_errors = ignore")
    result = run(pytester, "def test_it(uimcp): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["E *uimcp_lua_errors is raise or collect, got ignore"])


def test_one_error_at_one_line_counts_once_a_step(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        pytestmark = pytest.mark.uimcp(time="virtual", lua_errors="collect")

        def test_rows_and_tabs(uimcp, uimcp_page):
            uimcp_page.new_tab()
            uimcp_page.click("Wreck")
            assert [one.message for one in uimcp.errors] == ["apps/notes/app.lua:4: no total"]

        def test_time(uimcp, uimcp_page):
            uimcp_page.click("Often")
            uimcp.clock.advance(1)
            uimcp.clock.advance(1)
            assert [one.step for one in uimcp.errors] == ["step: test advance(1)"] * 2

        def test_words(uimcp, uimcp_page):
            uimcp.run("for i = 1, 3 do for _ = 1, 2 do setImmediate(function() error('no ' .. i) end) end end")
            assert [one.message for one in uimcp.errors] == [f"ui_run:1: no {i}" for i in (1, 2, 3)]
    """
    run(pytester, code).assert_outcomes(passed=3)


def test_several_errors_of_a_step_are_reported_together(repository: Path, pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp_page): uimcp_page.click('Both')")
    told = words(failures(result)["test_it"])
    assert told[0].endswith("LuaError: apps/notes/app.lua:9: second")
    assert "also: apps/notes/app.lua:9: first (while running a timer; step: human click('Both'))" in told


# Errors that reach no caller.

LATE = """
    import threading

    def fail_later(uimcp):
        before = len(uimcp.log)
        uimcp.run("return 1")
        uimcp.session.eval("setTimeout(function() error('not later') end, 1)")
        for _ in range(2000):
            if len(uimcp.log) > before:
                return
            threading.Event().wait(0.01)

    def test_next_call(uimcp, uimcp_page):
        fail_later(uimcp)
        assert uimcp_page.text() == "nobody gets here"

    def test_end(uimcp, uimcp_page):
        fail_later(uimcp)

    def test_failed_already(uimcp, uimcp_page):
        fail_later(uimcp)
        assert 1 == 2

    def test_skipped(uimcp, uimcp_page):
        import pytest
        fail_later(uimcp)
        pytest.skip("no")

    def test_after(uimcp, uimcp_page):
        uimcp_page.see("milk")
"""


@pytest.mark.parametrize("wide", [False, True])
def test_an_error_without_a_caller_fails_the_next_call_or_the_end_of_its_own_test(
    repository: Path, pytester: pytest.Pytester, wide: bool
) -> None:
    if wide:
        pytester.makeconftest((EXAMPLES / "module_server.py").read_text(encoding="utf-8"))
    result = run(pytester, LATE)
    result.assert_outcomes(failed=4, passed=1)
    found = failures(result)
    for test in ("test_next_call", "test_end", "test_skipped"):
        told = words(found[test])
        assert told[0].endswith("LuaError: eval:1: not later"), test
        assert told[2] == "after the step: test run('return 1')", test
    assert words(found["test_failed_already"])[0] == "assert 1 == 2"
    assert "- uimcp errors -" in found["test_failed_already"]
    assert "eval:1: not later (while running a timer; after the step: test run" in found["test_failed_already"]


@pytest.mark.parametrize("wide", [False, True])
def test_what_fails_while_fixtures_are_torn_down_is_an_error_of_the_test(
    repository: Path, pytester: pytest.Pytester, wide: bool
) -> None:
    if wide:
        pytester.makeconftest((EXAMPLES / "module_server.py").read_text(encoding="utf-8"))
    code = """
        import pytest

        @pytest.fixture
        def cleaning(uimcp):
            yield
            uimcp.session.eval("setImmediate(function() error('untidy') end)")
            uimcp.session.settle()

        def test_it(cleaning): pass
        def test_bare(uimcp_lua): uimcp_lua.session.eval("setImmediate(function() error('untidy') end)")
        def test_next(uimcp, uimcp_page): uimcp_page.see("milk")
    """
    result = run(pytester, code)
    result.assert_outcomes(passed=2, failed=1, errors=1)
    assert failures(result).keys() == {"test_it", "test_bare"}
    assert [words(told)[0] for told in failures(result).values()] == ["pytest_uimcp.LuaError: eval:1: untidy"] * 2


def test_an_error_of_a_watched_file_fails_the_test(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import threading

        def test_it(uimcp, uimcp_page):
            (uimcp.base_dir / "apps/notes/app.lua").write_text("notes = = 1")
            for _ in range(1000):
                if uimcp.session.problems:
                    break
                threading.Event().wait(0.01)
            uimcp_page.see("milk")
    """
    result = run(pytester, code)
    result.assert_outcomes(failed=1)
    assert words(failures(result)["test_it"])[0].endswith(
        "LuaSyntaxError: apps/notes/app.lua:1: unexpected symbol near '='"
    )


def test_a_server_of_a_wider_scope_uses_each_tests_own_option_for_errors(
    repository: Path, pytester: pytest.Pytester
) -> None:
    pytester.makeconftest((EXAMPLES / "module_server.py").read_text(encoding="utf-8"))
    code = """
        import pytest

        @pytest.mark.uimcp(lua_errors="collect")
        def test_first(uimcp, uimcp_page):
            uimcp_page.click("Fail")
            assert len(uimcp.errors) == 1

        def test_raising(uimcp, uimcp_page):
            uimcp_page.click("Fail")

        @pytest.mark.uimcp(lua_errors="collect")
        def test_collecting_again(uimcp, uimcp_page):
            assert uimcp.errors == []
            uimcp_page.click("Fail")
            assert [one.step for one in uimcp.errors] == ["step: human click('Fail')"]
            assert len(uimcp.story.steps) == 1
    """
    run(pytester, code).assert_outcomes(passed=2, failed=1)


def test_async_tests_fail_at_their_steps_too(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import anyio
        import pytest
        from pytest_uimcp import LuaError

        @pytest.fixture
        def anyio_backend(): return "asyncio"

        @pytest.mark.anyio
        async def test_caught(uimcp, uimcp_page):
            with pytest.raises(LuaError, match="no click"):
                uimcp_page.click("Fail")
            with uimcp.expects_error("no click"):
                await anyio.to_thread.run_sync(uimcp_page.click, "Fail")

        @pytest.mark.anyio
        async def test_raised(uimcp, uimcp_page):
            await anyio.sleep(0)
            uimcp_page.click("Fail")

        @pytest.mark.anyio
        async def test_at_the_end(uimcp):
            uimcp.session.submit_eval("setImmediate(function() error('unasked') end)")
    """
    run(pytester, code).assert_outcomes(passed=1, failed=2)


def test_errors_are_raised_outside_of_tests_too(repository: Path, pytester: pytest.Pytester) -> None:
    code = """
        import pytest
        from pytest_uimcp import LuaError, Page, open_server

        def test_it(pytestconfig):
            base = pytestconfig.rootpath / ".claude/ui"
            with open_server(base) as server, Page(server) as page, pytest.raises(LuaError, match="no click"):
                page.click("Fail")
            with pytest.raises(LuaError, match="unasked"), open_server(base) as server:
                server.session.eval("setImmediate(function() error('unasked') end)")
            with open_server(base, lua_errors="collect") as server, Page(server) as page:
                page.click("Fail")
                assert [one.line for one in server.errors] == [2]
    """
    run(pytester, code).assert_outcomes(passed=1)


# JavaScript.

SCRIPTS = """<template><p ui-value="text"></p><p ui-code="text"></p>
<button onclick="throw new TypeError('at once')">Throw</button>
<button onclick="Promise.reject(new Error('promised'))">Promise</button>
<button onclick="console.error('of the app')">Say</button>
<button onclick="fetch('/nothing-there')">Fetch</button></template>"""


def test_errors_of_javascript_fail_their_step(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, {f"{FOLDER}/viewdefs/Notes.DEFAULT.html": SCRIPTS})
    code = """
        import pytest
        from pytest_uimcp import ScriptError

        pytestmark = pytest.mark.uimcp(face="chromium")

        @pytest.fixture(autouse=True)
        def valid(uimcp_configured, uimcp_project):
            lua = (uimcp_project.base_dir / "apps/notes/app.lua").read_text()
            uimcp_project.write("apps/notes/app.lua", lua.replace("milk", "1 + 1"))

        def test_thrown(uimcp_page): uimcp_page.click("Throw")

        def test_rejected(uimcp, uimcp_page):
            with pytest.raises(ScriptError, match="Error: promised") as error:
                uimcp_page.click("Promise")
            assert "step: human click('Promise')" in str(error.value)
            assert "while running JavaScript" in str(error.value)
            assert len(uimcp_page.errors) == 1

        def test_of_the_front_end(uimcp, uimcp_page):
            with uimcp.expects_error("not defined") as error:
                uimcp.run("notes.text = 'nothing.here'")
                uimcp_page.settle()
            assert error.value.file == "/ui/attributes.js"

        def test_of_others(uimcp_page):
            uimcp_page.click("Say")
            uimcp_page.click("Fetch")
            assert [one.text for one in uimcp_page.console if one.kind == "error"][0] == "of the app"
    """
    result = run(pytester, code)
    result.assert_outcomes(passed=3, failed=1)
    told = words(failures(result)["test_thrown"])
    assert "ScriptError: " in told[0]
    assert "TypeError: at once" in told[0]
    assert told[1:3] == ["while running JavaScript", "step: human click('Throw')"]
