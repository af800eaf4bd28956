"""The sample app `counter`, compared with how it was."""

import pytest

from pytest_uimcp import Page, Server, UimcpSnapshot

pytestmark = pytest.mark.uimcp(dir="counter")


def test_it_starts_at_zero(uimcp_page: Page, uimcp_snapshot: UimcpSnapshot) -> None:
    """What is compared decides how: a page by its accessible tree."""
    assert uimcp_page == uimcp_snapshot


def test_it_counts(uimcp: Server, uimcp_page: Page, uimcp_snapshot: UimcpSnapshot) -> None:
    """A server is compared by its state, a name tells two of a kind apart."""
    uimcp_page.click("+")
    assert uimcp == uimcp_snapshot
    assert uimcp_page == uimcp_snapshot(name="after one click")
    assert uimcp_page == uimcp_snapshot.html
