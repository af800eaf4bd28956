from __future__ import annotations

import pytest

from tests.testing.repository import run


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


def test_real_time_cannot_be_moved(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(uimcp): uimcp.clock.advance(5)", "--uimcp-dir=counter")
    result.assert_outcomes(failed=1)
    ways = 'mark it with @pytest.mark.uimcp(time="virtual"), give --uimcp-time=virtual, or the ini key *'
    result.stdout.fnmatch_lines([f"*advance(5) needs virtual time, but this test uses real time: {ways}"])


def test_time_is_real_unless_asked_otherwise(pytester: pytest.Pytester) -> None:
    code = """
        from pytest_uimcp import RealClock, VirtualClock

        def test_it(uimcp_configured):
            assert isinstance(uimcp_configured.clock, {clock})
    """
    run(pytester, code.format(clock="RealClock"), "--uimcp-dir=counter").assert_outcomes(passed=1)
    pytester.makeini("[pytest]\nuimcp_time = virtual\nuimcp_dir = counter")
    run(pytester, code.format(clock="VirtualClock")).assert_outcomes(passed=1)
