"""Objects that would be drawn inside their own view, on both faces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp.page.dom.selectors import select
from tests.page.parity.app import App
from tests.page.parity.pair import Pair

Show = Callable[[App], Pair]

LUA = """
Box = session:prototype("Box", {name = "", inner = EMPTY, list = EMPTY})
Row = session:prototype("Row", {item = EMPTY})
function Row:new(viewItem) return session:create(Row, {item = viewItem.baseItem}) end
if not session.reloading then
    other = Box:new({name = "other"})
    t = Box:new({name = "self"})
end
"""
VIEW = '<section><b ui-value="name"></b><div ui-view="inner"></div></section>'


def show(pair: Show, lua: str = "", **viewdefs: str) -> Pair:
    return pair(App("t", LUA + lua, {key.replace("__", "."): text for key, text in viewdefs.items()}))


def marked(pair: Pair) -> list[Any]:
    """Code and description of every error on the page, which is the same on both faces."""
    pair.compare("looking for errors")
    found = select(pair.page.document, ".ui-error")
    return [(e.get("ui-error-code"), e.get("ui-error-description")) for e in found]


def stopped(*chain: str) -> tuple[str, str]:
    return "inside-itself", f"an object is not drawn inside its own view: {' > '.join(chain)}"


def test_an_object_that_holds_itself_is_drawn_once(pair: Show) -> None:
    story = show(pair, "t.inner = t", Box__DEFAULT=VIEW)
    assert story.page.text() == "self"
    assert marked(story) == [stopped("Box.DEFAULT", "Box.DEFAULT")]


def test_the_chain_names_every_view_on_the_way(pair: Show) -> None:
    story = show(
        pair,
        "t.list = {t}",
        Box__DEFAULT='<b ui-value="name"></b><div ui-viewlist="list?itemWrapper=Row"></div>',
        Row__DEFAULT='<div ui-view="item"></div>',
    )
    assert marked(story) == [stopped("Box.DEFAULT", "lua.ViewListItem.list-item", "Row.DEFAULT", "Box.DEFAULT")]


def test_a_list_that_holds_its_object_draws_the_others(pair: Show) -> None:
    story = show(
        pair,
        "t.list = {t, other}",
        Box__DEFAULT='<b ui-value="name"></b><div ui-viewlist="list"></div>',
    )
    assert story.page.text() == "self\nother"
    assert marked(story) == [stopped("Box.DEFAULT", "Box.DEFAULT")]


def test_with_another_viewdef_it_is_drawn_until_one_comes_again(pair: Show) -> None:
    story = show(
        pair,
        "t.inner = t",
        Box__DEFAULT='<b ui-value="name"></b><div ui-view="inner" ui-namespace="small"></div>',
        Box__small='<i ui-value="name"></i><div ui-view="inner"></div>',
    )
    assert marked(story) == [stopped("Box.small", "Box.small")]
    assert story.page.text() == "selfself"


def test_another_object_of_the_type_is_drawn(pair: Show) -> None:
    story = show(pair, "t.inner = other", Box__DEFAULT=VIEW)
    assert marked(story) == []
    story.run("other.inner = t")
    assert marked(story) == [stopped("Box.DEFAULT", "Box.DEFAULT", "Box.DEFAULT")]
    story.run("other.inner = nil")
    assert marked(story) == []


def test_it_recovers_when_the_object_holds_another_and_comes_back(pair: Show) -> None:
    story = show(pair, Box__DEFAULT=VIEW)
    for inner, text in (("t", "self"), ("other", "self\nother"), ("t", "self"), ("nil", "self"), ("t", "self")):
        story.run(f"t.inner = {inner}")
        assert story.page.text() == text
        assert bool(marked(story)) == (inner == "t")


@pytest.mark.parametrize("first", ["a", "b"])
def test_it_follows_what_the_view_around_it_shows(pair: Show, first: str) -> None:
    story = show(
        pair,
        "a = Box:new({name = 'a'}) b = Box:new({name = 'b'}) a.inner = b b.inner = b "
        f"Shell = session:prototype('Shell', {{shown = EMPTY}}) t = Shell:new({{shown = {first}}})",
        Shell__DEFAULT='<div ui-view="shown"></div>',
        Box__DEFAULT=VIEW,
    )
    texts = {"a": "a\nb", "b": "b"}
    for name in (first, "b", "a", "b", "a"):
        story.run(f"t.shown = {name}")
        assert story.page.text() == texts[name]
        assert len(marked(story)) == 1
    story.run("b.inner = nil")
    assert marked(story) == []


def test_what_a_shell_shows_may_be_the_shell(pair: Show) -> None:
    story = show(pair, MCP__DEFAULT='<h1>shell</h1><div ui-view="value"></div>', Box__DEFAULT=VIEW)
    story.run("mcp.value = mcp")
    assert story.page.text() == "shell"
    assert marked(story) == [stopped("MCP.DEFAULT", "MCP.DEFAULT")]
    assert all(len(session.variables()) == 2 for session in story.sessions)
    story.run("mcp.value = t")
    assert story.page.text() == "shell\nself"
    assert marked(story) == []


def test_a_viewdef_that_comes_later_may_draw_an_object_inside_itself(pair: Show) -> None:
    story = show(pair, "t.inner = t", Box__DEFAULT='<b ui-value="name"></b>')
    assert marked(story) == []
    story.upload_viewdef("Box", "DEFAULT", VIEW)
    assert marked(story) == [stopped("Box.DEFAULT", "Box.DEFAULT")]
    story.upload_viewdef("Box", "DEFAULT", VIEW.replace("inner", "name"))
    assert [code for code, _ in marked(story)] == []


def test_taking_the_shell_out_of_itself_leaves_it_as_it_was(pair: Show) -> None:
    story = show(pair, MCP__DEFAULT='<h1>shell</h1><div ui-view="value"></div>', Box__DEFAULT=VIEW)
    before = story.page.html()
    for inside in ("mcp", "nil", "mcp", "t"):
        story.run(f"mcp.value = {inside}")
        assert bool(marked(story)) == (inside == "mcp")
        assert all(len(session.variables()) <= 4 for session in story.sessions)
    assert story.page.html() == before
