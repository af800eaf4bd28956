"""One test per property behind a path's question mark; the server's side is tested with the engine."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.html.conftest import Show
from tests.html.screen import Screen

LUA = """
App = session:prototype("App", { text = "x", other = EMPTY, items = EMPTY, log = EMPTY })
Item = session:prototype("Item", { name = "" })
Shout = session:prototype("Shout", { value = EMPTY })
function Shout:new(from) return session:create(Shout, { value = from.getValue and from:getValue() or from }) end
function Shout:loud() return (type(self.value) == "table" and self.value.name or self.value):upper() end
t = App:new({ items = { Item:new({ name = "a" }) }, other = Item:new({ name = "o" }), log = {} })
function App:getter() self.calls = (self.calls or 0) + 1 return self.text end
"""


def row(screen: Screen, path: str) -> dict[str, Any]:
    return next(row for row in screen.session.variables() if row["path"] == path)


def test_properties_are_sent_apart_from_the_path(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text?one&two=2&three=a+b%3D%26&four=">'})
    assert row(screen, "text")["properties"] | {"elementId": ""} == {
        "path": "text", "access": "r", "one": "true", "two": "2", "three": "a b=&", "four": "", "elementId": "",
    }  # fmt: skip


def test_access_says_what_the_variable_may_do(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="text?access=w">'})
    assert row(screen, "text")["access"] == "w"
    screen.at("input").fill("written")
    screen.at("input").blur()
    screen.sync()
    assert screen.run("return t.text") == "written"


def test_wrapper_puts_an_object_in_front_of_the_value(show: Show) -> None:
    screen = show(
        LUA,
        {"App.DEFAULT": '<div ui-view="text?wrapper=Shout"></div>', "Shout.DEFAULT": '<p ui-value="loud()"></p>'},
    )
    assert screen.text("p") == "X"
    screen.run("t.text = 'y'")
    assert screen.text("p") == "Y"


def test_create_makes_the_value_a_presenter(show: Show) -> None:
    screen = show(
        LUA,
        {"App.DEFAULT": '<div ui-view="other?create=Shout"></div>', "Shout.DEFAULT": '<p ui-value="loud()"></p>'},
    )
    assert screen.text("p") == "O"


@pytest.mark.parametrize("option", ["itemWrapper", "item"])
def test_item_wrapper_presents_each_element_of_a_list(show: Show, option: str) -> None:
    lua = LUA + "function Shout:new(row) return session:create(Shout, { value = row.baseItem }) end"
    screen = show(
        lua,
        {
            "App.DEFAULT": f'<ul ui-viewlist="items?{option}=Shout"></ul>',
            "Shout.list-item": '<p ui-value="loud()"></p>',
        },
    )
    assert screen.text("p") == "A"
    assert row(screen, "items")["properties"]["wrapper"] == "lua.ViewList"


def test_namespace_and_fallback_namespace_choose_viewdefs(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<div ui-view="other?namespace=one"></div><div ui-view="other?fallbackNamespace=two"></div>',
            "Item.one": "<p>one</p>",
            "Item.two": "<p>two</p>",
        },
    )
    assert screen.at("p").all_text_contents() == ["one", "two"]


def test_inactive_is_not_computed(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="getter()?inactive"></p><b ui-value="text"></b>'})
    assert screen.text("p") == ""
    assert screen.run("return t.calls") is None
    assert row(screen, "getter()")["active"] is False


def test_priority_is_passed_on_to_the_server(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text?priority=high"></p>'})
    assert row(screen, "text")["properties"]["priority"] == "high"


def test_keypress_sends_each_keystroke_unless_it_says_false(show: Show) -> None:
    screen = show(
        LUA, {"App.DEFAULT": '<input ui-value="text?keypress"><textarea ui-value="text?keypress=false"></textarea>'}
    )
    screen.at("input").fill("now")
    screen.sync()
    assert screen.run("return t.text") == "now"
    screen.at("textarea").fill("later")
    screen.sync()
    assert screen.run("return t.text") == "now"


def test_replace_puts_markup_in_the_place_of_the_element(show: Show) -> None:
    screen = show(LUA + "t.text = '<b>x</b>'", {"App.DEFAULT": '<p><i ui-html="text?replace"></i></p>'})
    assert screen.at("p").locator("b").count() == 1
    assert screen.at("p").locator("i").count() == 0


SCROLLER = "height: 60px; overflow: auto"
GROW = "for i = 1, 20 do table.insert(t.items, Item:new({ name = 'row ' .. i })) end"
AT_END = "e => e.scrollTop > 0 && e.scrollTop + e.clientHeight >= e.scrollHeight - 1"


@pytest.mark.parametrize(
    "markup",
    [
        f'<div class="s" style="{SCROLLER}" ui-viewlist="items?scrollOnOutput"></div>',
        f'<div class="s" style="{SCROLLER}" ui-view="items?wrapper=lua.ViewList&scrollOnOutput"></div>',
        f'<div class="s" style="{SCROLLER}; white-space: pre" ui-value="text?scrollOnOutput"></div>',
        f'<div class="s" style="{SCROLLER}" ui-html="text?scrollOnOutput"></div>',
    ],
)
def test_scroll_on_output_stays_at_the_end(show: Show, markup: str) -> None:
    screen = show(LUA, {"App.DEFAULT": markup, "Item.list-item": '<p ui-value="name"></p>'})
    for _ in range(2):
        screen.run(f"{GROW} t.text = t.text .. ('line<br>\\n'):rep(30)")
        screen.page.wait_for_function(f"() => ({AT_END})(document.querySelector('.s'))")


def test_without_scroll_on_output_nothing_scrolls(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": f'<div class="s" style="{SCROLLER}" ui-viewlist="items"></div>',
            "Item.list-item": '<p ui-value="name"></p>',
        },
    )
    screen.run(GROW)
    assert screen.at(".s").evaluate("e => e.scrollTop") == 0


def test_a_lone_percent_sign_is_taken_as_one(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text?note=100%"></p>'})
    expect(screen.at("p")).to_have_text("x")
    assert row(screen, "text")["properties"]["note"] == "100%"
