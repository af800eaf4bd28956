"""Every attribute and every kind of control, on both faces."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.parity.app import App
from tests.page.parity.pair import Pair

Show = Callable[[App], Pair]

LUA = """
T = session:prototype("T", {v = EMPTY, a = "", n = 0, on = false, log = "", key = ""})
Item = session:prototype("Item", {name = ""})
function T:note(what) self.log = self.log .. "[" .. tostring(what) .. "]" end
function T:hit() self:note("hit") end
function T:say(value) self:note(value) end
function T:broken() error("no") end
function T:both(...)
  if select("#", ...) > 0 then self.n = (...) end
  return self.n
end
if not session.reloading then t = T:new() end
"""


def show(pair: Show, *bodies: str, lua: str = "", **viewdefs: str) -> Pair:
    found = {"T.DEFAULT": "".join(bodies), **{key.replace("__", "."): body for key, body in viewdefs.items()}}
    return pair(App("t", LUA + lua, found))


VALUES = [
    "nil",
    "''",
    "'x y'",
    "7",
    "1.5",
    "-0.25",
    "1e21",
    "true",
    "false",
    "{}",
    "{1, 'a'}",
    "{name = 1}",
    "'<b>&amp;'",
]


@pytest.mark.parametrize(
    "body",
    [
        '<p ui-value="v">old</p><output ui-value="v"></output><li ui-value="v">o</li><button ui-value="v"></button>',
        '<input ui-value="v"><textarea ui-value="v"></textarea><input type="checkbox" ui-value="v">',
        '<select ui-value="v"><option>x y<option value="7">seven<option value="">none</select>',
        '<p title="old" ui-attr-title="v" ui-class-c="v" class="k" ui-style---own="v" style="margin: 1px">p</p>',
        '<div ui-html="v"></div><i>before</i><b ui-html="v?replace">old</b>after',
        '<progress max="10" ui-value="v"></progress><meter max="10" ui-value="v"></meter>',
        '<sl-input label="S" ui-value="v"></sl-input><sl-checkbox ui-value="v">c</sl-checkbox>',
        '<sl-badge ui-value="v"></sl-badge><sl-button ui-value="v"></sl-button><sl-rating ui-value="v"></sl-rating>',
        '<div ui-view="v">place</div><div ui-viewlist="v"></div>',
        '<p ui-value="v.name.x">n</p><p ui-value="broken()">e</p>',
    ],
)
def test_a_value_of_any_kind(pair: Show, body: str) -> None:
    story = show(pair, body)
    for value in VALUES:
        story.run(f"t.v = {value}")


def test_native_fields_send_when_they_are_left(pair: Show) -> None:
    story = show(
        pair,
        '<label>A <input ui-value="a"></label><label>B <textarea ui-value="v"></textarea></label>'
        '<label>On <input type="checkbox" ui-value="on"></label>'
        '<label>N <input type="number" ui-value="n"></label>'
        '<label>Pick <select ui-value="key"><option value="">-<option value="1">One<option value="2">Two</select>'
        "</label>"
        '<p ui-value="a"></p><p ui-value="v"></p><p ui-value="on"></p><p ui-value="n"></p><p ui-value="key"></p>',
    )
    story.fill("A", "first")
    story.fill("B", "second")
    story.check("On")
    story.fill("N", "12")
    story.choose("Pick", "Two")
    story.press("Tab")
    story.uncheck("On")
    story.press("Shift+Tab")
    story.run("t.key = '1'; t.on = true; t.a = 'set'")


def test_keys_and_events(pair: Show) -> None:
    story = show(
        pair,
        '<input aria-label="K" ui-value="a" ui-event-keypress-enter="hit()" ui-event-keypress-ctrl-enter="say(_)"'
        ' ui-event-keypress-left="key" ui-event-keypress-a="say(_)" ui-event-keypress-shift-escape="say(_)">'
        '<button ui-action="say(_)" value="bv">Action</button><button ui-event-click="v">Plain</button>'
        '<button ui-event-click="say(_)" ui-event-click-value="given">Given</button>'
        '<input aria-label="E" ui-event-focus="say(_)" ui-event-blur="say(_)" ui-event-input="say(_)">'
        '<p ui-value="log"></p><p ui-value="key"></p><p ui-value="v"></p><p ui-value="a"></p>',
    )
    story.focus("K")
    for key in ("x", "Enter", "Control+Enter", "Shift+Enter", "ArrowLeft", "a", "A", "Escape", "Shift+Escape", "Alt+a"):
        story.press(key)
    story.click("Action")
    story.click("Plain")
    story.click("Given")
    story.fill("E", "typed")
    story.press("Tab")


def test_forms_and_enter(pair: Show) -> None:
    story = show(
        pair,
        '<form ui-event-submit="hit()"><input aria-label="F" ui-value="a"><button ui-action="say(_)">Go</button></form>'
        '<form><input aria-label="G" ui-value="v"><button type="reset">Reset</button></form>'
        "<details><summary>More</summary><p>inside</p></details>"
        '<label>Both <input type="checkbox" ui-action="hit()"></label>'
        '<fieldset disabled><button>Off</button></fieldset><p ui-value="log"></p><p ui-value="a"></p>',
    )
    story.fill("F", "one")
    story.press("Enter")
    story.fill("G", "two")
    story.press("Enter")
    story.click("Reset")
    story.click("More")
    story.press("Enter")
    story.click("Both")
    story.press(" ")


def test_radio_buttons(pair: Show) -> None:
    story = show(
        pair,
        '<label><input type="radio" name="r" value="x" ui-value="a">X</label>'
        '<label><input type="radio" name="r" value="y" ui-value="a">Y</label><p ui-value="a"></p>',
    )
    story.check("Y")
    story.press("Tab")
    story.run("t.a = 'x'")
    story.focus("X")
    story.press("ArrowDown")


def test_lists_keep_their_rows(pair: Show) -> None:
    story = show(
        pair,
        '<ul ui-viewlist="v"><li class="row"></li></ul><div ui-viewlist="v?wrapper=lua.ViewList"></div>',
        lua="for _, n in ipairs{'A','B','C','D','E'} do _G['i' .. n] = Item:new({name = n}) end",
        Item__DEFAULT='<b ui-value="name"></b>',
        **{"Item__list-item": '<li><input aria-label="N" ui-value="name"><i ui-value="name"></i></li>'},
    )
    for value in (
        "{}", "{iA}", "{iA, iB, iC}", "{iC, iB, iA}", "{iD, iC, iA, iE}", "{iA, iA}", "{iA}", "nil", "{1, 2, 'x'}",
        "{2, iB, 'y'}", "{iB}", "'text'", "{iE, iD, iC, iB, iA}", "{iD, iC, iB, iA}", "{iA, iB, iC, iD, iE}",
    ):  # fmt: skip
        story.run(f"t.v = {value}")
    story.fill("N", "changed", nth=0)
    story.press("Tab")


def test_views_change_their_objects_and_namespaces(pair: Show) -> None:
    story = show(
        pair,
        '<div ui-view="v" class="outer" style="color: red" ui-class-on="on" ui-attr-title="a"></div>'
        '<section ui-namespace="small"><div ui-view="v"></div><div ui-view="v" ui-namespace="none"></div></section>',
        lua="Other = session:prototype('Other', {name = 'other', inner = EMPTY})",
        Item__DEFAULT='<h2 class="own" ui-value="name"></h2><p>second</p>',
        Item__small='<small ui-value="name"></small>',
        Other__DEFAULT='<div ui-view="inner" class="wrap"></div>',
    )
    story.run("t.v = Item:new({name = 'one'})")
    story.run("t.v.name = 'two'")
    story.run("t.on = true; t.a = 'title'")
    story.run("t.v = Item:new({name = 'three'})")
    story.run("t.v = Other:new({inner = Item:new({name = 'deep'})})")
    story.run("t.v.inner = nil")
    story.run("t.v.inner = Other:new({inner = Item:new({name = 'deeper'})})")
    story.run("t.on = false; t.v = nil")
    story.run("t.v = {untyped = 1}")
    story.run("t.v = session:create(session:prototype('NoViewdef', {}), {})")
    story.run("t.v = Item:new({name = 'back'})")


def test_hidden_and_shown_by_style(pair: Show) -> None:
    story = show(
        pair,
        "<style>.hidden { display: none } .row { display: flex } .ghost { visibility: hidden }</style>"
        '<p ui-class-hidden="on">one</p><p ui-class-ghost="on">two</p><p ui-style-display="v">three</p>'
        '<div class="row"><span>a</span><span>b</span></div><p ui-attr-hidden="on">four</p>',
    )
    for lua in ("t.on = true", "t.on = false", "t.v = 'none'", "t.v = 'inline'", "t.v = nil"):
        story.run(lua)


def test_shoelace_fields(pair: Show) -> None:
    story = show(
        pair,
        '<sl-input label="Name" ui-value="a" clearable></sl-input><sl-textarea label="Text" ui-value="v"></sl-textarea>'
        '<sl-select label="Pick" ui-value="key"><sl-option value="x">Ex</sl-option>'
        '<sl-option value="y">Why</sl-option></sl-select><sl-checkbox ui-value="on">Check</sl-checkbox>'
        '<sl-switch ui-value="on">Switch</sl-switch>'
        '<sl-radio-group label="Group" ui-value="key"><sl-radio value="x">RX</sl-radio>'
        '<sl-radio value="y">RY</sl-radio></sl-radio-group><sl-range label="Range" ui-value="n"></sl-range>'
        '<sl-rating label="Stars" ui-value="n"></sl-rating>'
        '<p ui-value="a"></p><p ui-value="v"></p><p ui-value="key"></p><p ui-value="on"></p><p ui-value="n"></p>',
    )
    story.fill("Name", "typed")
    story.fill("Text", "more")
    story.press("Tab")
    story.choose("Pick", "Why")
    story.check("Check")
    story.check("Switch")
    story.uncheck("Switch")
    story.run("t.key = 'x'; t.n = 3; t.a = ''; t.on = true")
    story.click("RY")
    story.run("t.key = nil; t.n = nil")


def test_shoelace_that_opens_and_closes(pair: Show) -> None:
    story = show(
        pair,
        '<sl-details summary="More">inside <b>it</b></sl-details><sl-button ui-action="hit()">Hit</sl-button>'
        '<sl-button disabled ui-action="hit()">Off</sl-button>'
        '<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab>'
        '<sl-tab-panel name="a">pa</sl-tab-panel><sl-tab-panel name="b">pb</sl-tab-panel></sl-tab-group>'
        '<sl-dialog label="Sure?" ui-attr-open="on" ui-event-sl-after-hide="say(_)">Really<sl-button slot="footer"'
        ' ui-action="hit()">Yes</sl-button></sl-dialog><sl-alert ui-attr-open="on">Look</sl-alert>'
        '<p ui-value="log"></p>',
    )
    story.click("More")
    story.click("Hit")
    story.click("B")
    story.run("t.on = true")
    story.click("Yes")
    story.run("t.on = false")


def test_a_redrawn_view_keeps_focus_and_unsent_input(pair: Show) -> None:
    body = '<input aria-label="one" ui-value="a"><input aria-label="two" ui-value="v"><p ui-value="a"></p>'
    story = show(pair, body)
    story.fill("two", "half typed")
    story.upload_viewdef("T", "DEFAULT", f"<h1>new</h1>{body}")
    story.press("x")
    story.press("Shift+Tab")
    story.upload_viewdef("T", "DEFAULT", "<h1>nothing to type</h1>")
    story.upload_viewdef("T", "DEFAULT", body)


OPTIONS = "".join(f'<sl-option value="{name}">{name}</sl-option>' for name in "abc")
RADIOS = "".join(f'<sl-radio value="{name}">{name}</sl-radio>' for name in "abc")


@pytest.mark.parametrize(
    ("field", "before", "after"),
    [
        ('<input aria-label="F" ui-value="v">', "Home x y", "z"),
        ('<input aria-label="F" ui-value="v">', "", "z"),
        ('<input type="number" aria-label="F" ui-value="v">', "1 2", "3"),
        ('<input type="email" aria-label="F" ui-value="v">', "x", "y"),
        ('<textarea aria-label="F" ui-value="v"></textarea>', "Home x ArrowRight Shift+ArrowRight", "z"),
        ('<sl-input label="F" ui-value="v"></sl-input>', "Home x y", "z"),
        ('<sl-input label="F" ui-value="v"></sl-input>', "", "z"),
        ('<sl-input label="F" ui-value="v" clearable></sl-input>', "Home x Shift+ArrowRight Shift+ArrowRight", "z"),
        ('<sl-input label="F" type="number" ui-value="v"></sl-input>', "1 2", "3"),
        ('<sl-textarea label="F" ui-value="v"></sl-textarea>', "Home x y", "z"),
        (f'<sl-select label="F" ui-value="v">{OPTIONS}</sl-select>', "", ""),
        (f'<sl-select label="F" ui-value="v">{OPTIONS}</sl-select>', "Enter ArrowDown", "Enter ArrowDown Enter"),
        ('<sl-checkbox ui-value="v">F</sl-checkbox>', "Space", "Space"),
        ('<sl-switch ui-value="v">F</sl-switch>', "Space", "Space"),
        ('<sl-range label="F" ui-value="v"></sl-range>', "ArrowRight", "ArrowRight"),
        ('<sl-rating label="F" ui-value="v"></sl-rating>', "ArrowRight", "ArrowRight"),
        ('<sl-color-picker label="F" ui-value="v"></sl-color-picker>', "", ""),
        (f'<sl-radio-group label="G" ui-value="v">{RADIOS}</sl-radio-group>', "ArrowUp", "ArrowUp"),
    ],
)
def test_a_field_of_each_kind_keeps_focus_caret_and_unsent_input(
    pair: Show, field: str, before: str, after: str
) -> None:
    body = f'<input aria-label="before">{field}<input aria-label="after"><p ui-value="v"></p>'
    story = show(pair, body, lua='t.v = "a"')
    story.focus("before")
    for key in ["Tab", *before.split()]:
        story.press(key)
    story.upload_viewdef("T", "DEFAULT", f"<h1>new</h1>{body}")
    for key in [*after.split(), "Tab"]:
        story.press(key)


def test_a_select_shows_its_choice_when_its_options_have_come(pair: Show) -> None:
    story = show(
        pair,
        '<label>Pick <select ui-value="key" ui-viewlist="v"><option></option></select></label><p ui-value="key"></p>',
        lua="for _, n in ipairs{'A', 'B', 'C'} do _G['i' .. n] = Item:new({name = n}) end; t.key = 'B'",
        **{"Item__list-item": '<option ui-attr-value="name" ui-html="name"></option>'},
    )
    story.run("t.v = {iA, iB, iC}")
    story.choose("Pick", "C")
    story.press("Tab")
    story.run("t.v = {iC, iA}")
    story.run("t.key = 'A'")
