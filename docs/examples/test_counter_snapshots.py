"""Snapshots of the sample app `counter`."""

import pytest

from pytest_uimcp import Page, Server, UimcpSnapshot

pytestmark = pytest.mark.uimcp(dir="counter")


def test_it_starts_at_zero(uimcp_page: Page, uimcp_snapshot: UimcpSnapshot) -> None:
    """A page is compared by its accessibility tree."""
    assert uimcp_page == uimcp_snapshot


def test_it_counts(uimcp: Server, uimcp_page: Page, uimcp_snapshot: UimcpSnapshot) -> None:
    """A server is compared by its state; a name distinguishes snapshots of one kind."""
    uimcp_page.click("+")
    assert uimcp == uimcp_snapshot
    assert uimcp_page == uimcp_snapshot(name="after one click")
    assert uimcp_page == uimcp_snapshot.html
