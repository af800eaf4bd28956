"""What is shown inside SVG and MathML is drawn: lists, views, wrappers and markup make elements of their place."""

from __future__ import annotations

import pytest

from tests.html.conftest import Show

LUA = """
App = session:prototype("App", { bars = EMPTY, one = EMPTY, html = "", box = "0 0 100 40", nothing = EMPTY })
Bar = session:prototype("Bar", { name = "", high = 10, x = 0, itself = EMPTY })
BarRow = session:prototype("BarRow", { viewItem = EMPTY, index = 0 })
function Bar:top() return 40 - self.high end
t = App:new({ bars = {} })
for i, high in ipairs { 10, 30, 20 } do
  local bar = Bar:new({ name = "bar " .. i, high = high, x = i * 20 })
  bar.itself = bar
  table.insert(t.bars, bar)
end
t.one = t.bars[2]
t.html = '<circle cx="5" cy="5" r="4"/><circle cx="9" cy="5" r="4"/>'
"""
BAR = (
    '<g><rect width="9" ui-attr-x="x" ui-attr-y="top()" ui-attr-height="high" />'
    '<text ui-attr-x="x" ui-value="name"/></g>'
)
BOX = 'width="300" height="100"'

# By a selector: tag, namespace, and whether the browser draws it.
DRAWN = """e => {
  const { width, height } = e.getBoundingClientRect();
  return [e.localName, e.namespaceURI.split('/').at(-1), width > 0 && height > 0];
}"""

PLACES: dict[str, tuple[str, str, list[list[object]]]] = {
    # the body, what of it is looked at, and what that is
    "a list": (
        '<svg viewBox="0 0 100 40"><g ui-viewlist="bars" ui-namespace="bar"></g></svg>', "text",
        [["text", "svg", True]] * 3,
    ),
    "a list in the svg element itself": (
        '<svg ui-viewlist="bars" ui-namespace="bar"><g class="row"></g></svg>', "g.row", [["g", "svg", True]] * 3
    ),
    "a view": (
        '<svg><g ui-view="one" ui-namespace="bar"></g></svg>', "rect", [["rect", "svg", True]],
    ),
    "a view that is a svg element": (
        '<svg class="was" ui-view="one" ui-namespace="whole"></svg>', "p", [["p", "xhtml", True]],
    ),
    "a view inside a view": (
        '<svg><g ui-view="one" ui-namespace="nested"></g></svg>', "rect", [["rect", "svg", True]],
    ),
    "wrapped rows": (
        '<svg><g ui-viewlist="bars?itemWrapper=BarRow"></g></svg>', "circle", [["circle", "svg", True]] * 3
    ),
    "a list of the library": (
        '<svg><g ui-viewlist="bars?wrapper=lua.ViewList" ui-namespace="bar"></g></svg>', "rect",
        [["rect", "svg", True]] * 3,
    ),
    "a list of the library as a view": (
        '<svg><g ui-view="bars?wrapper=lua.ViewList" ui-namespace="bar"></g></svg>', ".ui-list, rect",
        [["g", "svg", True], *[["rect", "svg", True]] * 3],
    ),
    "HTML in a foreign object": (
        f'<svg {BOX}><foreignObject {BOX}><div ui-viewlist="bars"></div></foreignObject></svg>', "p",
        [["p", "xhtml", True]] * 3,
    ),
    "a foreign object as a list": (
        f'<svg {BOX}><foreignObject {BOX} ui-viewlist="bars"></foreignObject></svg>',
        "p", [["p", "xhtml", True]] * 3,
    ),
    "SVG in HTML in SVG": (
        f'<svg {BOX}><foreignObject {BOX}><div ui-view="one" ui-namespace="chart"></div></foreignObject></svg>',
        "rect", [["rect", "svg", True]],
    ),
    "markup": (
        '<svg><g ui-html="html"></g></svg>', "circle", [["circle", "svg", True]] * 2,
    ),
    "markup in place of an element": (
        '<svg><g ui-html="html?replace"></g></svg>', "circle", [["circle", "svg", True]] * 2,
    ),
    "MathML": (
        '<math><mrow ui-viewlist="bars" ui-namespace="term"></mrow></math>', "mn", [["mn", "MathML", True]] * 3,
    ),
    "HTML in MathML": (
        '<math><mtext ui-viewlist="bars"></mtext></math>', "p", [["p", "xhtml", True]] * 3,
    ),
}  # fmt: skip
VIEWDEFS = {
    "Bar.bar": BAR,
    "Bar.list-item": '<p ui-value="name"></p>',
    "Bar.whole": '<p ui-value="name"></p>',
    "Bar.nested": '<g ui-view="itself" ui-namespace="bar"></g>',
    "Bar.chart": f"<svg>{BAR}</svg>",
    "Bar.term": '<mn ui-value="high"></mn>',
    "BarRow.list-item": '<circle r="3" ui-attr-cx="viewItem.x" cy="5"/>',
}


@pytest.mark.parametrize("name", PLACES)
def test_what_is_made_in_a_place_is_drawn_there(show: Show, name: str) -> None:
    body, selector, elements = PLACES[name]
    screen = show(LUA, {"App.DEFAULT": f"<main>{body}</main>", **VIEWDEFS})
    assert screen.at(selector).evaluate_all(f"all => all.map({DRAWN})") == elements


def test_rows_come_go_and_move_in_svg(show: Show) -> None:
    body = '<svg><g ui-viewlist="bars" ui-namespace="bar"></g><circle r="2"/></svg>'
    screen = show(LUA, {"App.DEFAULT": f"<main>{body}</main>", **VIEWDEFS})
    texts = "all => all.map(e => [e.textContent, e.getBoundingClientRect().width > 0])"
    screen.run('table.insert(t.bars, 1, Bar:new({ name = "new" })) table.remove(t.bars)')
    assert screen.at("text").evaluate_all(texts) == [["new", True], ["bar 1", True], ["bar 2", True]]
    screen.session.upload_viewdef("Bar", "bar", '<template><text class="other" ui-value="name"/></template>')
    screen.sync()
    assert screen.at("text.other").evaluate_all(texts) == [["new", True], ["bar 1", True], ["bar 2", True]]


def test_attributes_of_svg_are_written_as_it_writes_them(show: Show) -> None:
    body = '<svg ui-attr-viewBox="box" ui-attr-preserveAspectRatio="html"><use ui-attr-xlink:href="html"/></svg>'
    screen = show(LUA + "t.html = 'none'", {"App.DEFAULT": f"<main>{body}</main>", **VIEWDEFS})
    assert screen.at("svg").evaluate("e => [e.viewBox.baseVal.width, e.getAttribute('preserveAspectRatio')]") == [
        100,
        "none",
    ]
    assert screen.at("use").evaluate("e => e.href.baseVal") == "none"
    screen.run("t.box = false")
    assert screen.at("svg").get_attribute("viewBox") is None


def test_the_same_viewdef_is_shown_in_html_and_in_svg(show: Show) -> None:
    body = '<div ui-view="one" ui-namespace="bar"></div><svg><g ui-view="one" ui-namespace="bar"></g></svg>'
    screen = show(LUA, {"App.DEFAULT": f"<main>{body}</main>", **VIEWDEFS})
    assert screen.at("text").evaluate_all(f"all => all.map({DRAWN})") == [
        ["text", "xhtml", True],
        ["text", "svg", True],
    ]
