"""The sample app `stopwatch`, in virtual time."""

import pytest

from pytest_uimcp import Page, Server

pytestmark = pytest.mark.uimcp(dir="stopwatch", time="virtual")


def test_a_minute_passes_at_once(uimcp: Server, uimcp_page: Page) -> None:
    """Timers fire in order, and each sees its own time."""
    uimcp_page.click("Start")
    uimcp.clock.advance(61.5)
    uimcp_page.see("01:01.5")


def test_time_does_not_pass_by_itself(uimcp: Server, uimcp_page: Page) -> None:
    """There is no need to wait to see that nothing happens."""
    uimcp_page.click("Start")
    uimcp_page.see("00:00.0")
    uimcp_page.click("Stop")
    uimcp.clock.advance(3600)
    uimcp_page.see("00:00.0")
