"""Errors of the app, with the sample app `counter`."""

import pytest

from pytest_uimcp import LuaError, Page, Server

pytestmark = pytest.mark.uimcp(dir="counter", time="virtual")


def test_an_expected_error_passes(uimcp: Server, uimcp_page: Page) -> None:
    """The pattern is searched for in the message; the error can be inspected afterwards."""
    uimcp.run("function counter:increment() error('no more') end")
    with uimcp.expects_error("no m.re") as error:
        uimcp_page.click("+")
    assert error.value.doing == "calling increment() of Counter"
    assert error.value.step == "step: human click('+')"
    uimcp_page.see("0")


def test_an_error_is_raised_by_the_step_that_caused_it(uimcp: Server) -> None:
    """Here the step is `advance`, which returns when everything that became due has been done."""
    uimcp.run("setTimeout(function() error('too late') end, 1000)")
    with pytest.raises(LuaError, match="too late"):
        uimcp.clock.advance(1)


@pytest.mark.uimcp(lua_errors="collect")
def test_errors_can_be_collected(uimcp: Server) -> None:
    """Nothing is raised; the test reads the list."""
    uimcp.run("setInterval(function() error('again') end, 100)")
    uimcp.clock.advance(1)
    uimcp.clock.advance(1)
    assert [error.step for error in uimcp.errors] == ["step: test advance(1)", "step: test advance(1)"]
