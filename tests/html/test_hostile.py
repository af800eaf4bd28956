from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.html.conftest import Show

LUA = """
App = session:prototype("App", { v = "", items = EMPTY })
Item = session:prototype("Item", { name = "" })
t = App:new({ items = {} })
"""
VALUES = {
    "markup": "<b onclick='x'>bold</b><img src=x onerror='window.hacked = 1'>",
    "quotes": "'\"`\\ and ' more \" quotes",
    "a script's end": "</script><script>window.hacked = 1</script></template></style>",
    "right to left": "שלום \u202eevil\u202c مرحبا",
    "emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 \U0001f9ff",
    "control characters": "a\tb\x01\x7f\u2028\u2029\ufeff",
    "a template": "{{x}} ${x} <%= x %> %s \\u0041 &amp; &lt;",
    "a null byte's neighbour": "x\ufffdy",
}


@pytest.mark.parametrize("name", VALUES, ids=str)
def test_any_text_is_displayed_literally(show: Show, name: str) -> None:
    value = VALUES[name]
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<p ui-value="v"></p><input ui-value="v"><a ui-attr-title="v">x</a>'
            '<ul ui-viewlist="items"></ul>',
            "Item.list-item": '<li ui-value="name"></li>',
        },
    )
    lua = "ui.json_decode([==[" + json.dumps(value) + "]==])"
    screen.run(f"t.v = {lua} table.insert(t.items, Item:new({{ name = t.v }}))")
    assert screen.at("p").evaluate("e => e.textContent") == value
    assert screen.at("li").evaluate("e => e.textContent") == value
    assert screen.at("a").get_attribute("title") == value
    assert screen.at("input").input_value() == value.replace("\n", "")
    assert screen.js("window.hacked") is None
    assert screen.at("p *").count() == 0


@pytest.mark.parametrize("name", VALUES, ids=str)
def test_any_text_is_sent_as_it_was_typed(show: Show, name: str) -> None:
    value = VALUES[name]
    screen = show(LUA, {"App.DEFAULT": '<textarea ui-value="v"></textarea>'})
    screen.at("textarea").fill(value)
    screen.at("textarea").blur()
    screen.sync()
    assert screen.run("return t.v") == screen.at("textarea").input_value() == value


def test_a_megabyte_of_text_is_shown_and_sent(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="v"></p><textarea ui-value="v"></textarea>'})
    screen.run("t.v = ('<b>é</b>'):rep(2^17)")
    assert screen.at("p").evaluate("e => e.textContent.length") == 2**20
    screen.at("textarea").evaluate("e => { e.value += '!'; e.dispatchEvent(new Event('change')) }")
    screen.sync()
    assert screen.run("return t.v:sub(-2)") == ">!"


def test_script_in_ui_html_is_markup_that_does_not_run(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-html="v"></p>'})
    screen.run("t.v = '<i>x</i><script>window.hacked = 1</' .. 'script>'")
    expect(screen.at("i")).to_have_count(1)
    assert screen.js("window.hacked") is None


def test_a_type_with_dots_and_an_odd_namespace_is_drawn(show: Show) -> None:
    screen = show(
        LUA + 'Deep = session:prototype("My.Deep.Type", {}) t.v = Deep:new()',
        {"App.DEFAULT": '<div ui-view="v" ui-namespace="odd-one_2"></div>', "My.Deep.Type.odd-one_2": "<p>odd</p>"},
    )
    assert screen.text("p") == "odd"


def test_a_broken_message_from_the_server_does_not_affect_the_others(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="v"></p>'})
    screen.js(
        """() => uiApp.getStore().apply([
          { type: 'nonsense', data: {} }, { type: 'update', data: { varId: 99999, value: 1 } },
          { type: 'destroy', data: { varId: 99999 } },
          { type: 'error', data: { varId: 99999, code: 'x', description: 'y' } },
        ])"""
    )
    screen.run("t.v = 'alive'")
    assert screen.text("p") == "alive"


# Not `parentNode` and the like, which Playwright itself reads.
HIDDEN = [
    "id", "className", "classList", "style", "slot", "title", "attributes", "children", "childNodes", "firstChild",
    "lastChild", "firstElementChild", "isConnected", "remove", "before", "insertBefore", "moveBefore",
    "replaceChildren", "getAttributeNames", "method",
]  # fmt: skip


def test_fields_may_be_named_like_properties_of_their_form(show: Show) -> None:
    lua = """
    T = session:prototype("T", {on = false, text = "", rows = EMPTY, inner = EMPTY, sent = 0})
    function T:send() self.sent = self.sent + 1 end
    t = T:new({rows = {}})
    """
    fields = "".join(f'<input name="{name}" ui-value="text">' for name in HIDDEN)
    bound = 'class="own" ui-class-on="on" ui-style-color="text" ui-attr-title="text" ui-event-submit="send()"'
    form = f'<form {bound}>{fields}<p ui-value="text"></p><button>Send</button></form>'
    lists = f'<form id="list" ui-viewlist="rows" ui-namespace="line"><i></i>{fields}</form>'
    lists += '<div id="rows" ui-viewlist="rows"></div>'
    viewdefs = {"T.DEFAULT": form + lists, "T.list-item": form, "T.line": '<b ui-value="text"></b>'}
    screen = show(lua, viewdefs)
    screen.run("t.on = true; t.text = 'red'; t.rows = {T:new(), T:new({text = 'second'})}")
    facts = """form => {
      const of = (name) => Element.prototype.getAttribute.call(form, name);
      return [of('class').replace(/ ?ui-view-[0-9]+/g, ''), of('title'), of('style'), form.elements.length];
    }"""
    assert screen.at("> form").first.evaluate(facts) == ["own on", "red", "color: red;", len(HIDDEN) + 1]
    assert [screen.at("#list > b").count(), screen.at("#rows > form").count()] == [2, 2]
    screen.run("table.remove(t.rows, 1)")
    assert screen.at("#list > b, #rows > form > p").all_text_contents() == ["second", "second"]
    screen.at("> form").first.locator("> input").first.fill("blue")
    screen.at("> form > button").first.click()
    screen.lua_is("return {t.text, t.sent}", ["blue", 1])
    assert screen.at("> form").first.evaluate(facts)[1:3] == ["blue", "color: blue;"]
    screen.run("t.rows = {t.rows[1], T:new({text = 'third'})}; t.rows = {t.rows[2], t.rows[1]}")
    expect(screen.at("#list > b")).to_have_text(["third", "second"])
    expect(screen.at("#rows > form > p")).to_have_text(["third", "second"])
    assert screen.at(".ui-error").count() == 0
