from __future__ import annotations

from playwright.sync_api import Page

from tests.html.conftest import Show
from tests.html.screen import Screen

LUA = """
App = session:prototype("App", { n = 0, items = EMPTY, one = EMPTY, even = true, text = "" })
Item = session:prototype("Item", { name = "" })
t = App:new({ items = {} })
for i = 1, 100 do table.insert(t.items, Item:new({ name = "0" })) end
-- 100 rows, 100 times a second: 10,000 updates; and on, until the words have arrived.
function App:run(rounds, words)
  self.timer = session:setInterval(function()
    self.n = self.n + 1
    for i, item in ipairs(self.items) do item.name = self.n .. "/" .. i end
    if self.n >= rounds and self.text == words then session:clearInterval(self.timer) self.done = true end
  end, 10)
end
"""
VIEWDEFS = {
    "App.DEFAULT": '<main><p ui-value="n"></p><input ui-value="text?keypress"><ul ui-viewlist="items"></ul>'
    '<div ui-view="one"></div></main>',
    "Item.list-item": '<li ui-value="name"></li>',
    "Item.DEFAULT": '<section><b ui-value="name"></b><input ui-value="name">'
    '<button ui-action="act()">x</button></section>',
}


def test_ten_thousand_updates_a_second_leave_the_page_responsive_and_right(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.js(
        """() => {
          window.longest = 0;
          let last = performance.now();
          const beat = () => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; };
          setInterval(beat, 4);
          window.stolen = [];
          const store = uiApp.getStore(), apply = store.apply.bind(store);
          let restUntil = 0;
          store.apply = (messages) => {
            const start = performance.now();
            apply(messages);
            const end = performance.now();
            if (start < restUntil - 1) stolen.push(restUntil - start);
            restUntil = end + (end - start);
          };
        }"""
    )
    words = "typed while it goes on"
    screen.session.eval(f"t:run(100, '{words}')")
    field = screen.at("input")
    field.press_sequentially(words)
    screen.lua_is("return t.done", True)
    n = screen.run("return t.n")
    assert field.input_value() == words
    assert screen.at("li").all_text_contents() == [f"{n}/{i}" for i in range(1, 101)]
    # Half of the thread stays free; in wall-clock time this also depends on the load of the machine.
    assert screen.js("stolen") == []
    assert screen.js("longest") < 5000


def test_messages_that_arrive_faster_than_they_can_be_shown_are_merged(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    number = next(row["id"] for row in screen.session.variables() if row["path"] == "n")
    changes = screen.js(
        """async (id) => {
          const inbox = (messages) => uiApp.getBinding().connection.onMessages(messages);
          const text = document.querySelector('main p').firstChild;
          let changes = 0;
          new MutationObserver((all) => { changes += all.length }).observe(text, { characterData: true });
          for (let n = 1; n <= 10000; n += 1) inbox([{ type: 'update', data: { varId: id, value: n } }]);
          for (let n = 0; n < 2000 && text.data !== '10000'; n += 1) await new Promise((done) => setTimeout(done, 10));
          return [changes, text.data];
        }""",
        number,
    )
    assert changes[1] == "10000"
    assert changes[0] < 1000


def sizes(page: Page) -> tuple[int, int]:
    """Bytes of the heap, and live nodes of the page."""
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    heap: int = session.send("Runtime.getHeapUsage")["usedSize"]
    nodes: int = session.send("Memory.getDOMCounters")["nodes"]
    session.detach()
    return heap, nodes


def redraw(screen: Screen, times: int) -> None:
    for _ in range(times):
        for lua in (
            "t.one = Item:new({ name = 'shown' })",
            "t.one = nil table.remove(t.items, 1) table.insert(t.items, Item:new({ name = 'new' }))",
        ):
            screen.session.eval(lua)
            screen.session.settle()
            screen.js(BOTH_LEVELS)
    screen.sync()


# The first rendering requests the nested view, and there is nothing more.
BOTH_LEVELS = """async () => {
  const store = uiApp.getStore();
  for (let level = 0; level < 2; level += 1) await new Promise((passed) => store.fence(() => setTimeout(passed)));
}"""


def test_a_thousand_redraws_leak_no_memory(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    redraw(screen, 20)
    variables = screen.js("uiApp.getStore().size")
    heap, nodes = sizes(screen.page)
    # Each turn draws and clears a view, and draws a row and takes one away.
    redraw(screen, 200)
    screen.js(
        """async () => {
          const store = uiApp.getStore();
          const viewdefs = uiApp.getBinding().viewdefs;
          for (let n = 0; n < 100; n += 1) {
            viewdefs.take({ 'Item.list-item': `<template><li ui-value="name" title="${n % 2}"></li></template>` });
            viewdefs.announce();
            await new Promise((passed) => store.fence(() => setTimeout(passed)));
          }
        }"""
    )
    screen.sync()
    assert screen.js("uiApp.getStore().size") == variables
    after_heap, after_nodes = sizes(screen.page)
    assert after_nodes <= nodes + 120
    assert after_heap < heap + 600_000
