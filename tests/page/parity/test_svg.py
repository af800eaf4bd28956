"""SVG and MathML on both faces: what a browser draws of them is seen, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.page.dom.selectors import select
from tests.page.parity.app import App
from tests.page.parity.pair import Pair
from tests.server.bundle.blocks import blocks_of

Show = Callable[[App], Pair]

GUIDE = bundle_dir() / "resources" / "viewdefs.md"
LUA = """
T = session:prototype("T", {list = EMPTY, v = EMPTY})
Item = session:prototype("Item", {name = ""})
t = T:new({list = {Item:new({name = "one"}), Item:new({name = "two"})}})
"""

SEEN = {
    # the body and the row, and the text that a person sees
    "a list": ('<svg><g ui-viewlist="list"></g></svg>', '<text y="20" ui-value="name"/>', "one two"),
    "a list of the library": (
        '<svg><g ui-viewlist="list?wrapper=lua.ViewList"></g></svg>', '<text y="20" ui-value="name"/>', "one two"
    ),
    "a list of the library as a view": (
        '<svg><g ui-view="list?wrapper=lua.ViewList"></g></svg>', '<text y="20" ui-value="name"/>', "one two"
    ),
    "text beside elements for text": (
        '<svg>a<g>b<text y="20">c<tspan>d</tspan></text></g><rect>e</rect></svg>', "", "cd"
    ),
    "HTML in SVG": ('<svg><g ui-viewlist="list"></g></svg>', '<p ui-value="name"></p>', ""),
    "HTML in a foreign object": (
        '<svg width="300" height="90"><foreignObject width="300" height="90" ui-viewlist="list"></foreignObject></svg>',
        '<p ui-value="name"></p>', "one two",
    ),
    "text that is kept for later": (
        '<svg><defs ui-viewlist="list"></defs><symbol><text>b</text></symbol></svg>', '<text ui-value="name"/>', ""
    ),
    "text in a shape": ('<svg><rect ui-viewlist="list"></rect></svg>', '<text y="20" ui-value="name"/>', ""),
    "SVG without svg": ('<div ui-viewlist="list"></div>', '<text ui-value="name"></text>', "onetwo"),
    "MathML": ('<math><mrow ui-viewlist="list"></mrow></math>', '<mi ui-value="name"/>', "one two"),
}  # fmt: skip


@pytest.mark.parametrize("name", SEEN)
def test_what_is_drawn_is_seen(pair: Show, name: str) -> None:
    body, row, text = SEEN[name]
    story = pair(App("t", LUA, {"T.DEFAULT": f"<main>{body}</main>", "Item.list-item": row or "<b></b>"}))
    assert " ".join(story.page.text(css="main").split()) == text
    story.run('table.insert(t.list, 1, Item:new({name = "new"}))')
    story.run("t.list = nil")


def guide() -> App:
    """The songs of the guide, drawn as its chart."""
    blocks = list(blocks_of(GUIDE))
    app, *_ = lua = [block.text for block in blocks if block.language == "lua"]
    chart = next(text for text in lua if "chartBox" in text)
    frame = 'Frame = session:prototype("Frame", {list = EMPTY})\nt = Frame:new({list = playlist})'
    viewdefs = {"Frame.DEFAULT": '<div ui-view="list" ui-namespace="chart"></div>'}
    for block in blocks:
        if block.language == "html" and block.file:
            body = block.text.strip().removeprefix("<template>").removesuffix("</template>")
            viewdefs[Path(block.file).stem] = body
    return App("t", "\n".join((app, chart, frame)), viewdefs)


def test_the_chart_of_the_guide_is_drawn(pair: Show) -> None:
    story = pair(guide())
    assert story.page.text(css="svg").split("\n") == ["Blue Train", "So What"]
    story.run('playlist:add("Naima", "John Coltrane", 261)')
    assert story.page.text(css="svg").split("\n") == ["Blue Train", "So What", "Naima"]
    (chart,) = select(story.page.document, "svg")
    assert chart.get("viewBox") == "0 0 200 90"
    story.run("playlist:remove(playlist.songs[1])")
    boxes = "[...document.querySelectorAll('svg rect')].map(e => e.getBoundingClientRect().width > 0)"
    assert story.chromium.tab.evaluate(boxes) == [True, True]
