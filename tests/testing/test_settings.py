"""The marker of a test beside options and ini keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files import write
from tests.testing.repository import NOTES, app, run

TAKES = "app=, dir=, face=, time=, lua_errors=, program=, repeat= and at_least="


@pytest.mark.parametrize(
    ("arguments", "got"),
    [("'counter'", "'counter' without a name: write app='counter'"), ("colour='red', size=1", "colour, size")],
)
def test_an_unknown_argument_of_the_marker_is_named(pytester: pytest.Pytester, arguments: str, got: str) -> None:
    code = f"import pytest\n@pytest.mark.uimcp({arguments})\ndef test_it(uimcp_project): pass"
    result = run(pytester, code)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"E *@pytest.mark.uimcp takes {TAKES}, got {got}"])


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
    assert told == [f"pytest_uimcp.UimcpError: {said}" for said in BAD_MARKERS.values() for _ in range(2)]


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


def test_the_marker_asks_for_virtual_time_too(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        pytestmark = pytest.mark.uimcp(dir="counter", time="virtual")

        def test_advance_returns_when_due_work_is_done(uimcp):
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


BAD_MARKERS = {
    "face='opera'": "@pytest.mark.uimcp(face=…) is page, chromium, firefox, stage, program or auto, got 'opera'",
    "time=5": "@pytest.mark.uimcp(time=…) is real or virtual, got 5",
    "lua_errors='ignore'": "@pytest.mark.uimcp(lua_errors=…) is raise or collect, got 'ignore'",
    "app=[]": "@pytest.mark.uimcp(app=…) is a text, got []",
    "dir=''": "@pytest.mark.uimcp(dir=…) is a text, got ''",
    "nmae='x'": f"@pytest.mark.uimcp takes {TAKES}, got nmae",
}
