from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.html.conftest import Show
from tests.html.devserver import DevServer
from tests.html.screen import Screen

LUA = """
App = session:prototype("App", { items = EMPTY, text = "" })
Item = session:prototype("Item", { name = "", tags = EMPTY })
ItemPresenter = session:prototype("ItemPresenter", { item = EMPTY })
function ItemPresenter:new(row) return session:create(ItemPresenter, { item = row.baseItem, row = row }) end
function ItemPresenter:title() return "<" .. self.item.name .. ">" end
function ItemPresenter:drop() self.row.list:removeAt(self.row.index) end
function Item:act() t.text = t.text .. self.name end
t = App:new()
function fill(names)
  t.items = {}
  for name in names:gmatch("%S+") do table.insert(t.items, Item:new({ name = name })) end
end
fill("a b c")
"""
LIST = '<ul ui-viewlist="items"><li></li></ul>'
ITEM = '<p ui-value="name"></p>'

# Records every node that is added to or removed from the list, and every text that changes.
OBSERVE = """() => {
  window.operations = [];
  const name = (node) => node.textContent.trim() || node.nodeName;
  new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes, attributeName } of records) {
      for (const node of addedNodes) operations.push('+' + name(node));
      for (const node of removedNodes) operations.push('-' + name(node));
      if (type === 'characterData') operations.push('=' + target.data);
      if (type === 'attributes') operations.push('@' + attributeName);
    }
  }).observe(document.querySelector('[ui-app]'),
    { childList: true, subtree: true, characterData: true, attributes: true });
}"""


@pytest.fixture
def record(ui_server: DevServer) -> Iterator[Callable[[], None]]:
    """Record the frames of the network from now on."""

    def record() -> None:
        ui_server.record = True

    yield record
    ui_server.record = False
    ui_server.frames.clear()


def texts(screen: Screen, selector: str = "ul > *") -> list[str]:
    return [text.strip() for text in screen.at(selector).all_text_contents()]


def operations(screen: Screen, lua: str) -> list[str]:
    """The DOM operations on the page when Lua runs."""
    if not screen.js("Boolean(window.operations)"):
        screen.js(OBSERVE)
    screen.run(lua)
    operations: list[str] = screen.js("operations.splice(0)")
    return operations


def test_a_list_has_a_view_per_element(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": LIST, "Item.list-item": ITEM})
    assert texts(screen) == ["a", "b", "c"]


def test_each_row_looks_like_the_exemplar(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<ul ui-viewlist="items"><li class="row" style="margin: 2px"></li></ul>',
            "Item.list-item": ITEM,
        },
    )
    rows = screen.at("ul > p").evaluate_all(
        "all => all.map(e => [e.classList[0], e.style.margin, e.getAttribute('ui-viewdef')])"
    )
    assert rows == [["row", "2px", "Item.list-item"]] * 3


@pytest.mark.parametrize(
    ("app", "viewdefs", "shown"),
    [
        (LIST, ["DEFAULT"], "DEFAULT"),
        (LIST, ["DEFAULT", "list-item"], "list-item"),
        (LIST, ["DEFAULT", "list-item", "card"], "list-item"),
        ('<ul ui-viewlist="items" ui-namespace="card"></ul>', ["DEFAULT", "list-item", "card"], "card"),
        ('<div ui-namespace="card"><ul ui-viewlist="items"></ul></div>', ["list-item", "card"], "card"),
        ('<ul ui-viewlist="items?namespace=card"></ul>', ["list-item", "card"], "card"),
        ('<ul ui-viewlist="items"><li ui-namespace="card"></li></ul>', ["list-item", "card"], "card"),
        ('<ul ui-viewlist="items" ui-namespace="nope"></ul>', ["DEFAULT", "list-item"], "list-item"),
        ('<ul ui-viewlist="items?wrapper=lua.ViewList"></ul>', ["DEFAULT", "list-item"], "list-item"),
        ('<ul ui-viewlist="items?wrapper=lua.ViewList" ui-namespace="card"></ul>', ["list-item", "card"], "card"),
        ('<ul><div ui-view="items?wrapper=lua.ViewList"></div></ul>', ["DEFAULT", "list-item"], "list-item"),
        (
            '<ul><div ui-view="items?wrapper=lua.ViewList" ui-namespace="card"></div></ul>',
            ["DEFAULT", "list-item", "card"],
            "card",
        ),
    ],
)
def test_rows_are_drawn_in_the_lists_namespace(show: Show, app: str, viewdefs: list[str], shown: str) -> None:
    items = {f"Item.{name}": f'<p><b ui-value="name"></b> {name}</p>' for name in viewdefs}
    screen = show(LUA, {"App.DEFAULT": app, **items})
    assert texts(screen, "ul p") == [f"{name} {shown}" for name in "abc"]


@pytest.mark.parametrize("option", ["itemWrapper", "item"])
def test_a_presenter_stands_in_front_of_each_element(show: Show, option: str) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": f'<ul ui-viewlist="items?{option}=ItemPresenter"></ul>',
            "ItemPresenter.list-item": '<p ui-value="title()" ui-action="drop()"></p>',
        },
    )
    assert texts(screen, "ul p") == ["<a>", "<b>", "<c>"]
    screen.at("p").nth(1).click()
    screen.sync()
    assert texts(screen, "ul p") == ["<a>", "<c>"]


def test_a_presenter_stays_with_its_element(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<ul ui-viewlist="items?itemWrapper=ItemPresenter"></ul>',
            "ItemPresenter.list-item": '<p><input><span ui-value="title()"></span></p>',
        },
    )
    screen.at("input").nth(2).fill("typed into c")
    screen.run("table.insert(t.items, 1, Item:new({ name = 'new' })) table.remove(t.items, 2)")
    assert texts(screen, "ul p") == ["<new>", "<b>", "<c>"]
    expect(screen.at("input").nth(2)).to_have_value("typed into c")


def test_a_list_without_elements_is_empty(show: Show) -> None:
    screen = show(LUA + "t.items = nil", {"App.DEFAULT": LIST, "Item.list-item": ITEM})
    assert screen.at("ul").evaluate("e => e.matches(':empty')")
    screen.run("fill('x')")
    assert texts(screen) == ["x"]
    screen.run("t.items = {}")
    assert screen.at("ul").evaluate("e => e.matches(':empty')")


def test_plain_values_are_rows_by_position(show: Show) -> None:
    screen = show(LUA + "t.items = { 'x', 'y' }", {"App.DEFAULT": LIST})
    assert texts(screen) == ["x", "y"]
    screen.run("table.insert(t.items, 1, 'w')")
    assert texts(screen) == ["w", "x", "y"]


def test_an_object_that_is_there_twice_has_two_rows(show: Show) -> None:
    screen = show(LUA + "table.insert(t.items, t.items[1])", {"App.DEFAULT": LIST, "Item.list-item": ITEM})
    assert texts(screen) == ["a", "b", "c", "a"]
    screen.run("table.remove(t.items, 1)")
    assert texts(screen) == ["b", "c", "a"]


def test_a_value_that_is_not_an_array_is_reported(show: Show) -> None:
    screen = show(LUA + "t.items = Item:new()", {"App.DEFAULT": LIST, "Item.list-item": ITEM})
    assert screen.at("ul").get_attribute("ui-error-description") == "ui-viewlist shows an array, and this is an object"


CHANGES = {
    "one row changes": ("t.items[2].name = 'B'", ["=B"], "a B c"),
    "a new row at the top": ("table.insert(t.items, 1, Item:new({ name = 'x' }))", ["+x"], "x a b c"),
    "a new row in the middle": ("table.insert(t.items, 2, Item:new({ name = 'x' }))", ["+x"], "a x b c"),
    "a new row at the end": ("table.insert(t.items, Item:new({ name = 'x' }))", ["+x"], "a b c x"),
    "the first row goes": ("table.remove(t.items, 1)", ["-a"], "b c"),
    "the last row goes": ("table.remove(t.items)", ["-c"], "a b"),
    "all rows go": ("t.items = {}", ["-a", "-b", "-c"], ""),
    "an element is replaced": ("t.items[2] = Item:new({ name = 'x' })", ["-b", "+x"], "a x c"),
    "nothing changes": ("t.items = { t.items[1], t.items[2], t.items[3] }", [], "a b c"),
}


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("app", [LIST, '<ul ui-viewlist="items?wrapper=lua.ViewList"></ul>'], ids=["plain", "wrapped"])
def test_only_the_nodes_that_a_change_is_about_are_touched(show: Show, app: str, change: str) -> None:
    screen = show(LUA, {"App.DEFAULT": app, "Item.list-item": ITEM})
    lua, expected, shown = CHANGES[change]
    assert operations(screen, lua) == expected
    assert texts(screen) == shown.split()


def test_rows_that_change_places_move_and_are_not_drawn_anew(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": LIST, "Item.list-item": ITEM})
    screen.at("ul > p").evaluate_all("all => all.forEach(e => { e.was = e.textContent })")
    done = operations(screen, "local i = t.items t.items = { i[3], i[1], i[2] }")
    assert sorted(done) == ["+c", "-c"]
    assert texts(screen) == ["c", "a", "b"]
    operations(screen, "fill('a b c d e f g')")
    screen.at("ul > p").evaluate_all("all => all.forEach(e => { e.was = e.textContent })")
    done = operations(screen, "local i = t.items t.items = { i[7], i[2], i[3], i[1], i[4], i[6], i[5] }")
    assert len(done) == 2 * 3
    assert screen.at("ul > p").evaluate_all("all => all.map(e => e.was)") == list("gbcadfe")
    assert texts(screen) == list("gbcadfe")


def test_after_any_change_rows_show_and_act_on_their_own_elements(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": LIST, "Item.list-item": '<p ui-value="name" ui-action="act()"></p>'})
    screen.run("math.randomseed(7)")
    for step in range(25):
        screen.run(
            "local i = t.items for n = #i, 2, -1 do local m = math.random(n) i[n], i[m] = i[m], i[n] end "
            "if #i > 2 and math.random(3) == 1 then table.remove(i, math.random(#i)) end "
            f"if #i < 12 and math.random(2) == 1 then "
            f"table.insert(i, math.random(#i), Item:new({{ name = 'n{step}' }})) end"
        )
        assert texts(screen) == screen.run(
            "local names = {} for n, item in ipairs(t.items) do names[n] = item.name end return names"
        )
    screen.run("t.text = ''")
    screen.at("ul > p").evaluate_all("all => all.forEach(e => e.click())")
    screen.sync()
    assert screen.run("return t.text") == "".join(texts(screen))


def test_a_row_keeps_focus_caret_input_and_scrolling_when_others_come_and_go(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<div style="height: 100px; overflow: auto" ui-viewlist="items"></div>',
            "Item.list-item": '<div style="height: 60px"><input ui-value="name"></div>',
        },
    )
    field = screen.at("input").nth(1)
    field.evaluate("e => { e.focus(); e.setSelectionRange(0, 0) }")
    screen.page.keyboard.type("half")
    screen.js(
        "window.blurs = 0, document.activeElement.addEventListener('blur', () => { blurs += 1 }),"
        " window.field = document.activeElement"
    )
    screen.run("table.insert(t.items, 1, Item:new({ name = 'new' }))")
    screen.run("table.insert(t.items, Item:new({ name = 'last' })) table.remove(t.items, 2)")
    screen.run("local i = t.items i[1], i[2], i[3] = i[3], i[1], i[2]")
    assert screen.js("[document.activeElement === field, field.value, field.selectionStart, blurs]") == [
        True, "halfb", 4, 0,
    ]  # fmt: skip
    assert screen.run("return t.items[3].name") == "b"


def test_a_focused_row_that_moves_itself_stays_focused(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": LIST, "Item.list-item": '<p><input ui-value="name"></p>'})
    screen.at("input").nth(2).evaluate("e => { e.focus(); e.setSelectionRange(1, 1); window.field = e }")
    screen.run("table.insert(t.items, 1, table.remove(t.items, 3))")
    assert screen.js("[document.activeElement === field, field.selectionStart]") == [True, 1]
    assert screen.js("document.querySelector('ul input') === field")


def test_a_list_in_a_list_follows_its_own_row(show: Show) -> None:
    screen = show(
        LUA + "for _, item in ipairs(t.items) do item.tags = { Item:new({ name = item.name .. '1' }) } end",
        {
            "App.DEFAULT": LIST,
            "Item.list-item": '<div><b ui-value="name"></b><i ui-viewlist="tags" ui-namespace="tag"></i></div>',
            "Item.tag": '<u ui-value="name"></u>',
        },
    )
    assert texts(screen) == ["aa1", "bb1", "cc1"]
    screen.run("table.insert(t.items[3].tags, Item:new({ name = 'c2' })) table.remove(t.items, 1)")
    assert texts(screen) == ["bb1", "cc1c2"]
    done = operations(
        screen, "local i = t.items i[1], i[2] = i[2], i[1] table.insert(i[1].tags, Item:new({ name = 'c3' }))"
    )
    assert texts(screen) == ["cc1c2c3", "bb1"]
    assert len(done) == 3
    screen.run("table.remove(t.items[1].tags, 2)")
    assert texts(screen) == ["cc1c3", "bb1"]


def test_bindings_on_the_exemplar_concern_the_row(show: Show) -> None:
    screen = show(
        LUA,
        {"App.DEFAULT": '<ul ui-viewlist="items"><li ui-attr-title="name"></li></ul>', "Item.list-item": ITEM},
    )
    screen.run("t.items[2].name = 'B'")
    assert screen.at("ul > p").evaluate_all("all => all.map(e => e.title)") == ["a", "B", "c"]


def test_one_change_in_a_thousand_rows_touches_one_row(show: Show) -> None:
    screen = show(
        LUA + "local names = {} for i = 1, 1000 do names[i] = 'row' .. i end fill(table.concat(names, ' '))",
        {
            "App.DEFAULT": LIST,
            "Item.list-item": '<div><p ui-value="name"></p><button ui-action="act()">x</button></div>',
        },
    )
    screen.sync()
    assert screen.at("ul > *").count() == 1000
    assert operations(screen, "t.items[500].name = 'changed'") == ["=changed"]
    screen.at("button").nth(700).focus()
    done = operations(screen, "table.insert(t.items, 1, Item:new({ name = 'first' }))")
    assert len(done) == 1
    assert done[0].startswith("+first")
    assert screen.js("document.activeElement.parentElement.textContent") == "row701x"
    done = operations(screen, "table.remove(t.items, 300)")
    assert done == ["-row299x"]
    assert screen.at("ul > *").nth(1000 - 1).text_content() == "row1000x"


def messages_sent(screen: Screen, way: str) -> list[dict[str, Any]]:
    """The messages that were recorded on their way in or out."""
    frames = [json.loads(frame) for direction, frame in screen.server.frames if direction == way]
    batches = [frame["messages"] if isinstance(frame, dict) else frame for frame in frames]
    return [message for batch in batches for message in batch]


def types_sent(screen: Screen, way: str) -> list[str]:
    return [message["type"] for message in messages_sent(screen, way)]


def test_a_hundred_rows_come_and_go_by_a_few_messages(show: Show, record: Callable[[], None]) -> None:
    screen = show(LUA, {"App.DEFAULT": LIST, "Item.list-item": '<p><b ui-value="name"></b><i ui-value="name"></i></p>'})
    record()
    screen.run("fill(('x '):rep(100))")
    screen.run("t.items = {}")
    # Of 300 variables; most of these messages are those of fences.
    assert len(types_sent(screen, "in")) < 40


@pytest.mark.slow
def test_a_row_on_top_of_a_thousand_makes_one_row_and_says_nothing_of_the_others(
    show: Show, record: Callable[[], None]
) -> None:
    item = '<p><b ui-value="name"></b> <i ui-value="name"></i></p>'
    screen = show(LUA, {"App.DEFAULT": LIST, "Item.list-item": item})
    screen.run("fill(('x '):rep(1000))")
    screen.js("document.querySelectorAll('ul *').forEach((element) => { element.isOld = true; })")
    record()
    assert operations(screen, "table.insert(t.items, 1, Item:new({ name = 'new' }))") == ["+new new"]
    assert screen.js("[...document.querySelectorAll('ul *')].filter((element) => !element.isOld).length") == 3
    assert screen.at("ul > p").count() == 1001
    created = [message["data"] for message in messages_sent(screen, "in") if message["type"] == "create"]
    # What has no parent is a fence, which a tab of the test before may send as well.
    new = next(data["id"] for data in created if data["parentId"])
    # The viewdef that shows the new one. Those of other rows are told when there is time for it, which may be now.
    updates = [message["data"] for message in messages_sent(screen, "in") if message["type"] == "update"]
    assert [data["varId"] for data in updates if data["varId"] >= new] == [new]
    assert all(list(data) == ["varId", "properties"] and list(data["properties"]) == ["viewdef"] for data in updates)
    assert types_sent(screen, "out").count("update") == 4  # the list, the new row, and what it shows


def test_views_that_wait_share_one_timer_and_appear_together(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": LIST})
    assert screen.js(
        """async () => {
          const { Gate } = await import('/ui/gates.js?alone');
          const timers = [], { setTimeout } = window, { now } = performance;
          window.setTimeout = (callback) => timers.push(callback);
          let open = 0;
          for (let n = 0; n < 1000; n += 1) {
            const gate = new Gate(() => { open += 1; });
            gate.hold();
            gate.seal();
          }
          performance.now = () => now.call(performance) + 5000;
          timers.shift()();
          const result = [open, timers.length];
          Object.assign(window, { setTimeout });
          delete performance.now;
          return result;
        }"""
    ) == [1000, 0]
