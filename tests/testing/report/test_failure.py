"""The report of a failing test, and the files that it leaves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.testing.repository import app

pytestmark = pytest.mark.warm

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.

ALONE = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-W", "error")
FAILING = """
    import pytest

    pytestmark = pytest.mark.uimcp(dir="contacts")

    def test_click(uimcp, uimcp_page):
        uimcp.tool("ui_run", code="print('from lua') return 42")
        uimcp_page.click("Ada")

    def test_assert(uimcp, uimcp_page):
        uimcp.run("mcp.pushState({event = 'asked', app = 'contacts'})")
        assert uimcp_page.text() == "x"

    def test_lua(uimcp):
        uimcp.run("local function f() error('deep') end f()")

    @pytest.mark.uimcp(dir="nowhere")
    def test_setup(uimcp):
        pass
"""
PASSING = """
    import pytest

    @pytest.mark.uimcp(dir="contacts")
    def test_pass(uimcp, uimcp_page):
        uimcp.tool("ui_run", code="contacts:add({name = 'Ada'})")
        uimcp_page.see("Ada")
        uimcp_page.click("Delete")
"""


def run(pytester: pytest.Pytester, code: str, *arguments: str) -> pytest.RunResult:
    pytester.makepyfile(code)
    return pytester.runpytest_inprocess(*ALONE, *arguments)


def part(told: str, test: str) -> str:
    """The part of the report for one test."""
    found = re.search(rf"^_+ .*{test} _+\n(.*?)(?=^[_=]{{10}})", told, re.M | re.S)
    assert found is not None, told
    return found[1]


@pytest.mark.parametrize("face", ["page", "chromium"])
def test_a_failure_names_the_path_of_the_page_that_leads_nowhere(pytester: pytest.Pytester, face: str) -> None:
    view = '<template><button ui-action="clera()">Clear</button></template>'
    for name, text in (app() | {".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html": view}).items():
        (pytester.path / name).parent.mkdir(parents=True, exist_ok=True)
        (pytester.path / name).write_text(text)
    code = """
        def test_clear(uimcp_page):
            uimcp_page.click("Clear")
            uimcp_page.see("cleared")
    """
    told = run(pytester, code, f"--uimcp-face={face}").stdout.str()
    assert "- uimcp page problems -" in told
    assert 'cannot call "clera()": there is no method "clera"' in told


def test_a_failure_lists_the_steps_before_it(pytester: pytest.Pytester) -> None:
    told = run(pytester, FAILING).stdout.str()
    assert "pytest_uimcp/page" not in told, "frames of ours are of no use to a reader"

    click = part(told, "test_click")
    assert "expected something to click named 'Ada', found none" in click
    story = click[click.index("- uimcp story -") :].splitlines()[1:5]
    assert [line.split("->")[0].rstrip() for line in story] == [
        "  test   display('contacts')",
        "  agent  tool('ui_run', code=\"print('from lua') return 42\")",
        "✗ human  click('Ada')",
        story[3],
    ]
    assert "- uimcp log -" in click
    assert click.count("- main:") == 1, "the message shows the page already"

    compared = part(told, "test_assert")
    assert "- uimcp page -" in compared
    assert '- heading "Contacts" [level=1]' in compared
    assert '{"app": "contacts", "event": "asked"}' in compared

    lua = part(told, "test_lua")
    assert "E       pytest_uimcp.LuaError: ui_run:1: deep" in lua
    assert "test_a_failure_lists_the_steps_before_it.py:14: LuaError" in lua

    setup = part(told, "setup of test_setup")
    assert setup.strip().startswith("E       pytest_uimcp.checks.copying.NoProject: expected an app directory")
    assert len(setup.strip().splitlines()) == 1


def test_a_long_list_of_steps_is_cut_unless_verbose(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        @pytest.mark.uimcp(dir="contacts")
        def test_long(uimcp):
            for number in range(30):
                uimcp.run(f"print('line {number}') mcp.pushState({{app = 'contacts', event = 'e{number}'}})")
            assert False
    """
    told = run(pytester, code).stdout.str()
    assert "… 21 before, see -v" in told
    assert "… 20 before, see -v" in told
    assert "… 20 more, see -v" in told
    assert "line 19\n" not in told
    told = run(pytester, code, "-v").stdout.str()
    assert "see -v" not in told
    assert "line 0\n" in told


def test_the_log_begins_where_the_test_does(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((Path(__file__).parents[3] / "docs" / "examples" / "module_server.py").read_text())
    code = """
        import pytest

        pytestmark = pytest.mark.uimcp(dir="contacts")

        def test_one(uimcp):
            uimcp.run("print('of the first')")

        def test_two(uimcp):
            uimcp.run("print('of the second')")
            assert False
    """
    told = run(pytester, code).stdout.str()
    assert told[told.index("- uimcp log -") :].splitlines()[1] == "of the second"
    assert "\nof the first" not in told


def test_a_test_without_our_fixtures_is_not_affected(pytester: pytest.Pytester) -> None:
    told = run(pytester, "def test_it(): assert 1 == 2").stdout.str()
    assert "uimcp" not in told[told.index("FAILURES") :]


def test_an_app_that_hangs_does_not_hold_up_the_report(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        @pytest.mark.uimcp(dir="contacts")
        @pytest.mark.timeout(2, method="signal", func_only=True)
        def test_it(uimcp, uimcp_page):
            uimcp.run("while true do end")
    """
    result = run(pytester, code, "-p", "timeout")
    result.assert_outcomes(failed=1)
    told = result.stdout.str()
    assert "✗ test   run('while true do end')" in told
    assert '- heading "Contacts"' in told


def test_the_participants_of_a_test_are_released_after_it(pytester: pytest.Pytester) -> None:
    code = """
        import gc
        import weakref

        import pytest

        pytestmark = pytest.mark.uimcp(dir="counter")
        used = []

        def test_one(uimcp, uimcp_page):
            used.extend([weakref.ref(uimcp), weakref.ref(uimcp_page)])

        def test_two():
            gc.collect()
            assert [one() for one in used] == [None, None]
    """
    run(pytester, code).assert_outcomes(passed=2)


# --uimcp-report.


def stories(path: Path) -> dict[str, dict[str, Any]]:
    """The stories of a report by the name of their test."""
    found = re.search(r'id="stories">(.*?)</script>', path.read_text(encoding="utf-8"), re.S)
    assert found is not None
    return {story["id"].rpartition("::")[2]: story for story in json.loads(found[1])}


def test_the_report_shows_what_happened(pytester: pytest.Pytester) -> None:
    told = run(pytester, FAILING + PASSING, "--uimcp-report", "out").stdout.str()
    path = pytester.path / "out" / "report.html"
    assert f"uimcp report: {path}" in told
    assert f"{path}#story=test_the_report_shows_what_happened.py%3A%3Atest_click" in told
    found = stories(path)
    assert [*found][-1] == "test_pass", "failures come first"
    assert {name: story["outcome"] for name, story in found.items()} == {
        "test_click": "failed",
        "test_assert": "failed",
        "test_lua": "failed",
        "test_setup": "error",
        "test_pass": "passed",
    }
    click = found["test_click"]
    assert "found none" in click["message"]
    assert click["again"] == "pytest test_the_report_shows_what_happened.py::test_click -v"
    assert [step["verb"] for step in click["steps"]] == ["display", "tool", "click"]
    assert click["steps"][1]["outcome"]["text"] == "42"
    assert [1, "log", 0, "from lua"] in click["moments"]
    assert {"ui://state", "ui://variables"} <= {title for title, _ in click["sections"]}
    assert '"event": "asked"' in dict(found["test_assert"]["sections"])["Events that nobody took"]
    assert "nowhere" in found["test_setup"]["message"]


def test_a_change_belongs_to_the_step_that_made_it(pytester: pytest.Pytester) -> None:
    run(pytester, PASSING, "--uimcp-report=out").assert_outcomes(passed=1)
    story = stories(pytester.path / "out" / "report.html")["test_pass"]
    assert [step["verb"] for step in story["steps"]] == ["display", "tool", "see", "click"]
    changed = {(row[0], row[1]) for row in story["moments"]}
    assert {(1, "aria"), (1, "html"), (1, "state"), (3, "aria"), (3, "html")} <= changed
    assert not any(row[0] == 2 for row in story["moments"]), "to look changes nothing"


def test_a_step_knows_its_element_and_whether_a_fixture_did_it(pytester: pytest.Pytester) -> None:
    run(pytester, PASSING, "--uimcp-report=out").assert_outcomes(passed=1)
    display, tool, see, click = stories(pytester.path / "out" / "report.html")["test_pass"]["steps"]
    assert display["fixture"]
    assert not any("fixture" in step for step in (tool, see, click))
    assert "mark" not in see
    assert click["mark"]["before"]
    assert click["mark"]["after"] is None, "the row is gone"


@pytest.mark.slow
def test_chromium_leaves_small_pictures_and_the_place_of_the_element(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        @pytest.mark.uimcp(dir="contacts")
        def test_form(uimcp, uimcp_page):
            uimcp_page.click("New contact")
            uimcp_page.fill("Name", "Ada")
    """
    run(pytester, code, "--uimcp-report=out", "--uimcp-face=all").assert_outcomes(passed=2)
    page, chromium = stories(pytester.path / "out" / "report.html").values()
    assert [story["face"] for story in (page, chromium)] == ["page", "chromium"]
    assert page["base"] == chromium["base"]
    pictures = [row for row in chromium["moments"] if row[1] == "picture"]
    assert [row[0] for row in pictures] == [0, 1, 2]
    assert all(row[3].startswith("data:image/webp;base64,") for row in pictures)
    assert chromium["steps"][2]["mark"]["after"] == page["steps"][2]["mark"]["after"]
    left, top, width, height = chromium["steps"][2]["mark"]["box"]
    assert 0 < left < left + width < 1
    assert 0 < top < top + height < 1


def test_a_second_run_says_what_has_changed(pytester: pytest.Pytester) -> None:
    code = """
        import os

        import pytest

        @pytest.mark.uimcp(dir="counter")
        def test_it(uimcp_lua):
            assert "BROKEN" not in os.environ
    """
    run(pytester, code, "--uimcp-report=out").assert_outcomes(passed=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROKEN", "1")
        run(pytester, code, "--uimcp-report=out").assert_outcomes(failed=1)
    story = stories(pytester.path / "out" / "report.html")["test_it"]
    assert (story["past"], story["change"]) == ("P", "broken")
    comment = (pytester.path / "out" / "comment.md").read_text(encoding="utf-8")
    assert "1 failed. Since the run before: 1 newly failed. [The report](report.html) has every step." in comment


def test_workers_share_one_report(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(FAILING + PASSING)
    result = pytester.runpytest_subprocess(*ALONE, "-n", "2", "--uimcp-report=out")
    result.assert_outcomes(failed=3, errors=1, passed=1)
    found = stories(pytester.path / "out" / "report.html")
    assert len(found) == 5
    assert found["test_click"]["moments"]


def test_a_run_without_stories_has_a_report(pytester: pytest.Pytester) -> None:
    run(pytester, "def test_it(): pass", "--uimcp-report=out").assert_outcomes(passed=1)
    assert stories(pytester.path / "out" / "report.html") == {}


def test_a_test_that_fails_at_its_teardown_is_a_failure_in_the_report(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        @pytest.fixture
        def late():
            yield
            raise ValueError("too late")

        @pytest.mark.uimcp(dir="counter")
        def test_it(late, uimcp_lua):
            uimcp_lua.eval("return 1")
    """
    result = run(pytester, code, "--uimcp-report=out")
    result.assert_outcomes(passed=1, errors=1)
    story = stories(pytester.path / "out" / "report.html")["test_it"]
    assert (story["outcome"], story["phase"]) == ("error", "teardown")
    assert "too late" in story["message"]
    # What took part is closed by then, and still tells what it did.
    result.stdout.fnmatch_lines(
        [
            "E *ValueError: too late",
            "*- uimcp story -*",
            "*eval('return 1')*",
            "*- uimcp report -*",
            "*report.html#story=*",
        ]
    )


def test_a_teardown_after_a_failure_repeats_nothing(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        @pytest.fixture
        def late():
            yield
            raise ValueError("too late")

        @pytest.mark.uimcp(dir="counter")
        def test_it(late, uimcp_lua):
            uimcp_lua.eval("return 1")
            assert False
    """
    result = run(pytester, code)
    result.assert_outcomes(failed=1, errors=1)
    assert result.stdout.str().count("- uimcp story -") == 1


def test_a_job_on_github_gets_a_summary(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = pytester.path / "summary.md"
    summary.write_text("of a step before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    run(pytester, FAILING, "--uimcp-report=out")
    told = summary.read_text(encoding="utf-8")
    assert told.startswith("of a step before\n## Stories\n\n3 failed, 1 error. ")
    assert "**test\\_a\\_job\\_on\\_github\\_gets\\_a\\_summary.py::test\\_click**: failed after " in told
    assert "found none" in told


def test_without_the_option_no_file_is_written_to_the_repository(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(FAILING)
    before = set(pytester.path.rglob("*"))
    pytester.runpytest_inprocess(*ALONE)
    made = {path for path in set(pytester.path.rglob("*")) - before if "__pycache__" not in path.parts}
    assert not made


def test_a_story_has_nothing_of_the_test_before_it(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        kept = []

        @pytest.mark.uimcp(dir="counter")
        def test_one(uimcp, uimcp_page):
            kept.extend([uimcp, uimcp_page])
            uimcp_page.click("+")

        @pytest.mark.uimcp(dir="counter")
        def test_two():
            pass
    """
    run(pytester, code, "--uimcp-report=out").assert_outcomes(passed=2)
    found = stories(pytester.path / "out" / "report.html")
    assert found["test_one"]["moments"]
    assert found["test_two"]["moments"] == []
