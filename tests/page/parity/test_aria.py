"""The accessibility tree equals, line by line, what Playwright writes for the same markup in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext
from playwright.sync_api import Page as Tab

from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.page import NotModelled
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.dom.parse import parse_document
from pytest_uimcp.page.drawing import draw_components
from pytest_uimcp.page.shoelace import install
from tests.html.devserver import DevServer
from tests.page.accessible.generate import markup
from tests.page.parity.chromium import COMPONENTS

FOLDER = Path(__file__).parents[1] / "accessible"
SEEDS = range(60)


def corpus(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").strip().split("\n====\n")


def on_the_page(body: str) -> str:
    install()
    document = parse_document(f"<!DOCTYPE html><body>{body}")
    draw_components(document)
    return to_yaml(tree_of(PageView(document), document.body))


@pytest.fixture(scope="module")
def tab(context: BrowserContext) -> Iterator[Tab]:
    tab = context.new_page()
    yield tab
    tab.close()


@pytest.fixture(scope="module")
def shoelace(context: BrowserContext, ui_server: DevServer) -> Iterator[Tab]:
    tab = context.new_page()
    html = (
        "<!DOCTYPE html><link rel=stylesheet href=/shoelace/themes/light.css>"
        "<script type=module src=/shoelace/shoelace.js></script><body>"
    )
    tab.route("**/components", lambda route: route.fulfill(body=html, content_type="text/html"))
    tab.goto(f"{ui_server.url}/components")
    tab.wait_for_function("() => !!customElements.get('sl-tree-item')")
    yield tab
    tab.close()


@pytest.mark.parametrize("body", corpus("corpus.txt"))
def test_the_tree_of_plain_html(tab: Tab, body: str) -> None:
    tab.set_content(f"<!DOCTYPE html><body>{body}")
    assert on_the_page(body) == tab.locator("body").aria_snapshot()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tree_of_random_markup(tab: Tab, seed: int) -> None:
    body = markup(seed)
    tab.set_content(f"<!DOCTYPE html><body>{body}")
    assert on_the_page(body) == tab.locator("body").aria_snapshot(), body


@pytest.mark.parametrize("body", corpus("components.txt"))
def test_the_tree_of_components(shoelace: Tab, body: str) -> None:
    # A tab in the background gets only a frame per second, and the other tests here have a tab of their own.
    shoelace.bring_to_front()
    shoelace.evaluate("html => { document.body.innerHTML = html }", body)
    shoelace.evaluate(COMPONENTS)
    shoelace.evaluate(COMPONENTS)
    assert on_the_page(body) == shoelace.locator("body").aria_snapshot()


# Inherently different: files that only a browser loads.
DIFFERENT = {
    '<sl-icon name="no-such-icon" label="Unknown"></sl-icon>': ('- img "Unknown"', '- img "Unknown":\n  - img'),
}


@pytest.mark.parametrize("body", DIFFERENT)
def test_the_components_whose_tree_differs(shoelace: Tab, body: str) -> None:
    shoelace.evaluate("html => { document.body.innerHTML = html }", body)
    shoelace.evaluate(COMPONENTS)
    shoelace.evaluate(COMPONENTS)
    theirs, ours = DIFFERENT[body]
    assert shoelace.locator("body").aria_snapshot().startswith(theirs)
    assert on_the_page(body) == ours


@pytest.mark.parametrize("tag", ["sl-image-comparer", "sl-include"])
def test_a_component_of_which_only_the_name_is_known_is_refused_by_it(tag: str) -> None:
    with pytest.raises(NotModelled, match=f"the page does not know the component <{tag}>; run .* face=chromium"):
        on_the_page(f"<p>before</p><{tag}></{tag}>")
