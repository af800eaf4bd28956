"""Errors of the app, with the sample app `counter`."""

import pytest

from pytest_uimcp import LuaError, Page, Server

pytestmark = pytest.mark.uimcp(dir="counter", time="virtual")


def test_an_error_is_what_the_test_is_about(uimcp: Server, uimcp_page: Page) -> None:
    """The pattern is looked for in the message; what came is there to be looked at."""
    uimcp.run("function counter:increment() error('no more') end")
    with uimcp.expects_error("no m.re") as error:
        uimcp_page.click("+")
    assert error.value.doing == "calling increment() of Counter"
    assert error.value.step == "step: human click('+')"
    uimcp_page.see("0")


def test_an_error_is_raised_by_the_step_that_caused_it(uimcp: Server) -> None:
    """Here moving the clock is the step: it returns when all that was due is done."""
    uimcp.run("setTimeout(function() error('too late') end, 1000)")
    with pytest.raises(LuaError, match="too late"):
        uimcp.clock.advance(1)


@pytest.mark.uimcp(lua_errors="collect")
def test_errors_are_left_to_look_at(uimcp: Server) -> None:
    """Nothing is raised; whoever wants to know asks."""
    uimcp.run("setInterval(function() error('again') end, 100)")
    uimcp.clock.advance(1)
    uimcp.clock.advance(1)
    assert [error.step for error in uimcp.errors] == ["step: test advance(1)", "step: test advance(1)"]
