"""Options and ini keys, as a repository under test gives them."""

from __future__ import annotations

import pytest

from tests.testing.repository import run


def test_an_unknown_clock_is_a_usage_error(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp_lua): pass", "--uimcp-time=slow")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_the_same_in_the_ini_file_is_the_tests_error(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nuimcp_time = slow\nuimcp_dir = counter")
    result = run(pytester, "def test_it(uimcp_lua): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["E *uimcp_time is real or virtual, got slow"])


def test_pytest_lists_options_marker_and_fixtures(pytester: pytest.Pytester) -> None:
    told = pytester.runpytest_inprocess("--help").stdout.str()
    for name in ("--uimcp-dir", "--uimcp-app", "--uimcp-time", "uimcp_dir", "uimcp_app", "uimcp_time"):
        assert name in told
    markers = pytester.runpytest_inprocess("--markers")
    takes = "app=NAME, dir=PATH, face=FACE, time=TIME, lua_errors=ERRORS, program=COMMAND, repeat=N, at_least=M"
    markers.stdout.fnmatch_lines([f"@pytest.mark.uimcp({takes}): *", "@pytest.mark.uimcp_check: *"])
    told = pytester.runpytest_inprocess("--fixtures").stdout.str()
    for name in ("uimcp_project", "uimcp_configured", "uimcp", "uimcp_lua", "uimcp_page"):
        assert f"\n{name} -- " in told
