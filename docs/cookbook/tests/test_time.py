"""Timers, without waiting."""

import pytest

from pytest_uimcp import Page, Server


@pytest.mark.uimcp(time="virtual")
def test_saving_takes_two_seconds(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('tickets:add("printer")')
    uimcp.clock.advance(1.9)
    uimcp_page.see("Saving …")
    uimcp.clock.advance(0.1)
    uimcp_page.see("Saved")
