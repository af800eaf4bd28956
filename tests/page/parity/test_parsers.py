"""How a browser parses the markup for which our parsers make different trees."""

from __future__ import annotations

from playwright.sync_api import BrowserContext

from tests.page.dom.parsers.differences import DIFFERENCES
from tests.page.dom.parsers.outline import IN_A_BROWSER, line


def test_the_browser_builds_the_tree_that_the_reference_lists(context: BrowserContext) -> None:
    page = context.new_page()
    made = page.evaluate(IN_A_BROWSER, [difference.markup for difference in DIFFERENCES])
    assert [line(each) for each in made] == [difference.browser for difference in DIFFERENCES]
