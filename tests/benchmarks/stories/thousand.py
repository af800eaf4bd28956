"""A thousand tests, half with a server, half with a page, for `fixtures.py` to see whether the last is as the first."""

import pytest

from pytest_uimcp import Page, Server

pytestmark = pytest.mark.uimcp(dir="contacts")
often = pytest.mark.parametrize("n", range(500))


@often
def test_server(uimcp: Server, n: int) -> None:
    uimcp.run("return 1")


@often
def test_page(uimcp_page: Page, n: int) -> None:
    uimcp_page.click("New contact")
    uimcp_page.see("Name")
