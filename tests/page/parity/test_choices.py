"""What a person does last is what both faces show: several controls of one value, forms, and rows that go."""

from __future__ import annotations

from collections.abc import Callable

from tests.page.parity.app import App
from tests.page.parity.pair import Pair

Show = Callable[[App], Pair]

LUA = """
T = session:prototype("T", {v = EMPTY, a = "", log = "", rows = EMPTY})
Row = session:prototype("Row", {name = ""})
function T:note(what) self.log = self.log .. "[" .. tostring(what) .. "]" end
if not session.reloading then t = T:new({rows = {}}) end
for _, name in ipairs { "A", "B", "C" } do _G["row" .. name] = _G["row" .. name] or Row:new({name = name}) end
function Row:drop()
  for at, row in ipairs(t.rows) do if row == self then table.remove(t.rows, at) return end end
end
"""


def show(pair: Show, body: str, row: str = "") -> Pair:
    return pair(App("t", LUA, {"T.DEFAULT": body, "Row.list-item": row or '<b ui-value="name"></b>'}))


def test_a_dialog_is_closed_by_its_form(pair: Show) -> None:
    story = show(
        pair,
        '<dialog open><form method="dialog"><input aria-label="Name" ui-value="a"><button value="yes">Close</button>'
        '</form></dialog><p ui-value="a"></p>',
    )
    story.fill("Name", "typed")
    story.click("Close")


def test_a_dialog_whose_button_sends_is_closed_too(pair: Show) -> None:
    story = show(
        pair,
        '<dialog open><form method="dialog" ui-event-submit="note(_)"><button>Close</button></form></dialog>'
        '<dialog open style="top: 200px"><form>'
        '<button formmethod="dialog" ui-action="note(\'b\')">Shut</button></form></dialog>'
        '<p ui-value="log"></p>',
    )
    story.click("Close")
    story.click("Shut")


def test_a_list_of_options_without_a_value_shows_the_first(pair: Show) -> None:
    story = show(
        pair,
        '<label>Pick <select ui-viewlist="rows"><option></option></select></label>',
        '<option ui-attr-value="name" ui-value="name"></option>',
    )
    story.run("t.rows = {rowA, rowB, rowC}")
    story.run("t.rows = {rowB, rowC}")
    story.run("t.rows = {rowA, rowB, rowC}")
    story.choose("Pick", "C")
    story.run("t.rows = {rowC, rowA}")
    story.run("t.rows = {rowB, rowA}")


def test_a_focused_row_that_goes_takes_the_focus_with_it(pair: Show) -> None:
    story = show(
        pair,
        "<section ui-event-focusout=\"note('out')\" ui-event-focusin=\"note('in')\">"
        '<div ui-viewlist="rows"></div></section>'
        '<p ui-value="log"></p>',
        '<div><button ui-action="drop()" ui-value="name"></button></div>',
    )
    story.run("t.rows = {rowA, rowB, rowC}")
    story.click("B")
    story.press("Tab")
    story.run("t.rows = {rowA, rowB}")
    story.press("Shift+Tab")
    story.run("t.rows = {rowC, rowB, rowA}")
    story.run("t.rows = {rowC, rowB}")
    story.press("Enter")
