from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pytest_uimcp.core.ui_rules import ui_rules
from tests.html.conftest import Show

LUA = """
local App = session:prototype("App", { v = EMPTY, text = "", log = EMPTY, key = EMPTY })
t = App:new({ log = {} })
function App:act() table.insert(self.log, "act") end
function App:take(value) table.insert(self.log, value == nil and "nothing" or value) end
function App:none(...) table.insert(self.log, select("#", ...)) end
"""


def test_every_attribute_of_the_table_has_a_test_here() -> None:
    here = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [name for name in ui_rules()["attributes"] if name not in here] == []


# ui-attr-X, ui-class-X, ui-style-P


def test_ui_attr_sets_an_attribute_and_null_or_false_removes_it(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p title="old" ui-attr-title="v"></p>'})
    seen = []
    for lua in ("'new'", "nil", "7", "false", "''", "true"):
        screen.run(f"t.v = {lua}")
        seen.append(screen.at("p").get_attribute("title"))
    assert seen == ["new", None, "7", None, "", "true"]


def test_ui_attr_switches_a_boolean_attribute(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<button ui-attr-disabled="v">x</button>'})
    expect(screen.at("button")).to_be_enabled()
    screen.run("t.v = true")
    expect(screen.at("button")).to_be_disabled()


@pytest.mark.parametrize(
    ("lua", "there"),
    [("true", True), ("false", False), ("nil", False), ("1", True), ("0", False), ("''", False), ("'x'", True)],
)
def test_ui_class_toggles_a_class_and_leaves_the_others(show: Show, lua: str, there: bool) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p class="mine" ui-class-on="v"></p>'})
    screen.run("t.v = 'something'")
    screen.run(f"t.v = {lua}")
    assert screen.classes("p") == (["mine", "on"] if there else ["mine"])


def test_ui_style_sets_a_property_and_null_removes_it(show: Show) -> None:
    screen = show(
        LUA + "t.v = '12px'",
        {"App.DEFAULT": '<p style="color: red" ui-style-margin-left="v" ui-style---gap="v"></p>'},
    )
    style = "e => [e.style.color, e.style.marginLeft, e.style.getPropertyValue('--gap')]"
    assert screen.at("p").evaluate(style) == ["red", "12px", "12px"]
    screen.run("t.v = nil")
    assert screen.at("p").evaluate(style) == ["red", "", ""]


# ui-html


def test_ui_html_is_the_markup_inside_an_element(show: Show) -> None:
    screen = show(LUA + "t.v = '<b>bold</b>'", {"App.DEFAULT": '<p ui-html="v"></p>'})
    assert screen.at("p").inner_html() == "<b>bold</b>"
    screen.run("t.v = nil")
    assert screen.at("p").inner_html() == ""


def test_ui_html_with_replace_stands_in_the_place_of_the_element(show: Show) -> None:
    screen = show(
        LUA + "t.v = '<b>one</b><i>two</i>'",
        {"App.DEFAULT": '<div><u></u><span id="mark" ui-html="v?replace"></span><s></s></div>'},
    )
    assert screen.at("> div").inner_html() == '<u></u><b id="mark">one</b><i>two</i><s></s>'
    screen.run("t.v = ''")
    assert screen.at("> div").inner_html() == '<u></u><span hidden="" id="mark"></span><s></s>'
    screen.run("t.v = '<em>three</em>'")
    assert screen.at("> div").inner_html() == '<u></u><em id="mark">three</em><s></s>'
    screen.run("t.v = 'words only'")
    expect(screen.at("> div")).to_have_text("words only")


def test_ui_html_with_replace_may_be_all_there_is(show: Show) -> None:
    screen = show(LUA + "t.v = '<b>one</b>'", {"App.DEFAULT": '<span ui-html="v?replace"></span>'})
    screen.run("t.v = '<i>two</i>'")
    assert screen.js("document.querySelector('[ui-app]').textContent") == "two"


# ui-code


def test_ui_code_runs_the_value_with_what_it_may_need(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-code="v"></p>'})
    screen.run(
        """t.v = 'element.textContent = [value.length > 5, variable.varId, variable.path, typeof store.get, '
        .. 'store.get(variable.varId) === variable, element.isConnected].join()'"""
    )
    assert re.fullmatch(r"true,\d+,v,function,true,true", screen.text("p"))


def test_ui_code_runs_when_its_value_changes_and_only_then(show: Show) -> None:
    code = "window.runs = (window.runs || 0) + 1 //"
    screen = show(LUA + f"t.v = '{code}'", {"App.DEFAULT": '<p ui-code="v"></p><i ui-value="text"></i>'})
    assert screen.js("window.runs") == 1
    screen.run("t.text = 'other'")
    assert screen.js("window.runs") == 1
    screen.run(f"t.v = '{code} again'")
    assert screen.js("window.runs") == 2
    screen.run("t.v = nil")
    assert screen.js("window.runs") == 2


def test_ui_code_that_fails_marks_its_element(show: Show) -> None:
    screen = show(LUA + "t.v = 'nowhere.to.be.found()'", {"App.DEFAULT": '<p ui-code="v"></p>'})
    expect(screen.at("p")).to_contain_class("ui-error")
    assert "nowhere is not defined" in (screen.at("p").get_attribute("ui-error-description") or "")
    screen.run("t.v = 'element.textContent = 1'")
    assert screen.at("p").get_attribute("ui-error-code") is None


# ui-action and ui-event-E


def test_ui_action_calls_the_method(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<button ui-action="act()">x</button>'})
    for _ in range(3):
        screen.at("button").click()
    screen.sync()
    assert screen.run("return t.log") == ["act", "act", "act"]


def test_clicks_are_not_throttled(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<button ui-action="act()">x</button>'})
    screen.at("button").evaluate("e => { for (let i = 0; i < 50; i += 1) e.click() }")
    screen.sync()
    assert screen.run("return #t.log") == 50


@pytest.mark.parametrize(
    ("attributes", "log"),
    [
        ('ui-action="none()"', [0]),
        ('ui-event-click="none()"', [0]),
        ('ui-event-click="take(_)"', [True]),
        ('ui-event-click="take(_)" ui-event-click-value="mine"', ["mine"]),
        ('ui-action="take(_)" ui-event-click-value="mine"', ["mine"]),
        ('ui-event-click="take(_)" value="its own"', ["its own"]),
    ],
)
def test_the_value_that_an_event_sends(show: Show, attributes: str, log: list[object]) -> None:
    screen = show(LUA, {"App.DEFAULT": f"<button {attributes}>x</button>"})
    screen.at("button").click()
    screen.sync()
    assert screen.run("return t.log") == log


def test_ui_event_sets_a_plain_path(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-event-mouseenter="v" ui-event-mouseenter-value="in">x</p>'})
    screen.at("p").hover()
    screen.sync()
    assert screen.run("return t.v") == "in"


def test_an_event_of_a_field_sends_its_value(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-event-input="take(_)"><input type="checkbox" ui-event-change="v">'})
    screen.at("input").first.press_sequentially("ab")
    screen.at("[type=checkbox]").check()
    screen.sync()
    assert screen.run("return { t.log, t.v }") == [["a", "ab"], True]


def test_what_was_entered_is_sent_before_the_event_of_the_same_element(show: Show) -> None:
    lua = LUA.replace("local App", "App") + "function App:say() table.insert(self.log, self.text); self.text = '' end"
    screen = show(lua, {"App.DEFAULT": '<input ui-event-keypress-enter="say()" ui-value="text">'})
    field = screen.at("input")
    for word in ("one", "two"):
        field.press_sequentially(word)
        field.press("Enter")
        screen.sync()
        expect(field).to_have_value("")
    assert screen.run("return t.log") == ["one", "two"]


def test_change_detection_does_not_call_the_methods_of_events(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<p ui-action="act()" ui-event-click="take(_)" ui-event-focus="v"'
            ' ui-event-keypress-a="act()">'
        },
    )
    rows = {row["path"]: row for row in screen.session.variables() if row["depth"] == 2}
    assert {path: (row["access"], row["properties"]["priority"]) for path, row in rows.items()} == {
        "act()": ("action", "low"),
        "take(_)": ("action", "low"),
        "v": ("w", "low"),
    }
    screen.run("t.text = 'something changes'")
    assert screen.run("return #t.log") == 0


def test_a_form_and_a_bare_link_do_not_leave_the_page(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<form><input ui-value="text"><button ui-action="act()">send</button></form>'
            '<a href="#" ui-action="act()">link</a>'
        },
    )
    screen.js("window.stays = true")
    screen.at("button").click()
    screen.at("input").press("Enter")
    screen.at("a").click()
    screen.sync()
    assert screen.js("window.stays && location.hash") == ""
    assert len(screen.run("return t.log")) == 3


# ui-event-keypress-…


@pytest.mark.parametrize(
    ("name", "pressed", "others"),
    [
        ("enter", "Enter", ["Shift+Enter", "Control+Enter", "a"]),
        ("shift-enter", "Shift+Enter", ["Enter", "Control+Shift+Enter"]),
        ("ctrl-k", "Control+k", ["k", "Control+Shift+k"]),
        ("ctrl-shift-k", "Control+Shift+K", ["Control+k"]),
        ("alt-arrowup", "Alt+ArrowUp", ["ArrowUp"]),
        ("up", "ArrowUp", ["ArrowDown"]),
        ("escape", "Escape", ["Enter"]),
        ("space", "Space", ["Enter"]),
        ("meta-s", "Meta+s", ["Control+s"]),
        ("f2", "F2", ["F3"]),
        ("q", "q", ["w"]),
    ],
)
def test_a_key_calls_with_exactly_its_modifiers(show: Show, name: str, pressed: str, others: list[str]) -> None:
    screen = show(LUA, {"App.DEFAULT": f'<div tabindex="0" ui-event-keypress-{name}="take(_)">x</div>'})
    for key in [*others, pressed]:
        screen.at("div").press(key)
    screen.sync()
    assert screen.run("return t.log") == [name.split("-")[-1]]


def test_a_key_sets_its_name_or_calls_with_nothing(show: Show) -> None:
    screen = show(
        LUA, {"App.DEFAULT": '<div tabindex="0" ui-event-keypress-a="key" ui-event-keypress-b="none()">x</div>'}
    )
    screen.at("div").press("a")
    screen.at("div").press("b")
    screen.sync()
    assert screen.run("return { t.key, t.log }") == ["a", [0]]


def test_enter_in_a_text_area_that_takes_it_adds_no_line(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<textarea ui-event-keypress-enter="act()"></textarea>'})
    area = screen.at("textarea")
    area.press_sequentially("a\nb")
    area.press("Shift+Enter")
    expect(area).to_have_value("ab\n")


# ui-namespace, ui-viewdef, ids: see test_views.py; ui-view and ui-viewlist likewise and in test_lists.py


def test_an_attribute_without_effect_is_reported_on_the_console(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": "<p>x</p>"})
    with screen.page.expect_console_message(lambda message: "ui-vlaue" in message.text) as said:
        screen.session.upload_viewdef("App", "DEFAULT", '<template><p ui-vlaue="text">x</p></template>')
    assert "ui-vlaue is not an attribute that does anything; there are ui-value, ui-attr-…," in said.value.text


def test_bound_elements_have_ids_and_keep_their_own(show: Show) -> None:
    screen = show(
        LUA, {"App.DEFAULT": '<i id="mine" ui-value="v"></i><b ui-value="v"></b><u ui-value="v"></u><s>free</s>'}
    )
    ids = screen.js("[...document.querySelectorAll('[ui-app] > *')].map(e => e.id)")
    assert ids[0] == "mine"
    # Roots of a view have ids even if nothing is bound.
    assert all(re.fullmatch(r"ui-\d+", one) for one in ids[1:])
    assert len(set(ids)) == 4
    properties = [row["properties"] for row in screen.session.variables() if row["path"] == "v"]
    assert [one["elementId"] for one in properties] == ids[:3]
