from __future__ import annotations

import string

import pytest
from playwright.sync_api import expect

from tests.html.conftest import Show

LUA = """
local App = session:prototype("App", { text = EMPTY, on = false, choice = "b", many = EMPTY, log = EMPTY })
t = App:new({ text = "one", many = { "a", "c" }, log = {} })
function App:upper(...)
  if select("#", ...) > 0 then self.text = (...):upper() end
  return self.text
end
function App:getter() return "got " .. self.text end
function App:take(value) table.insert(self.log, tostring(value)) end
function App:explode() error("no value today") end
"""


def test_ui_value_is_the_text_of_an_element_that_has_no_value(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text"></p><button ui-value="text"></button><li ui-value="text">'})
    assert [screen.text(tag) for tag in ("p", "button", "li")] == ["one", "one", "one"]
    screen.run("t.text = 'two'")
    assert [screen.text(tag) for tag in ("p", "button", "li")] == ["two", "two", "two"]


@pytest.mark.parametrize(
    ("lua", "text"),
    [("nil", ""), ("true", "true"), ("false", "false"), ("12", "12"), ("1.5", "1.5"), ("{1, 2}", "1,2"), ("''", "")],
)
def test_a_value_of_any_kind_has_a_text(show: Show, lua: str, text: str) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text"></p>'})
    screen.run(f"t.text = {lua}")
    assert screen.text("p") == text


def test_an_input_shows_its_value_and_sends_it_when_left(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="text"><button>elsewhere</button>'})
    field = screen.at("input")
    expect(field).to_have_value("one")
    field.press("End")
    field.press_sequentially("!")
    screen.sync()
    assert screen.run("return t.text") == "one"
    field.blur()
    screen.sync()
    assert screen.run("return t.text") == "one!"


def test_with_keypress_each_keystroke_is_sent(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="text?keypress"><p ui-value="text">'})
    field = screen.at("input")
    field.focus()
    screen.page.keyboard.press("End")
    for typed, text in (("a", "onea"), ("b", "oneab")):
        screen.page.keyboard.press(typed)
        screen.sync()
        assert screen.text("p") == text


# Letters that come faster than the server answers, each at the end of what the field shows.
TYPE = """letters => {
  const field = document.querySelector('[ui-app] input, [ui-app] textarea');
  field.focus();
  const type = (place) => {
    if (place === letters.length) return void (field.dataset.done = 'yes');
    field.setSelectionRange(field.value.length, field.value.length);
    document.execCommand('insertText', false, letters[place]);
    setTimeout(type, 3, place + 1);
  };
  type(0);
}"""


@pytest.mark.parametrize("tag", ["input", "textarea"])
def test_what_two_people_type_into_one_field_at_the_same_time_is_kept(show: Show, tag: str) -> None:
    screen = show(LUA, {"App.DEFAULT": f'<{tag} ui-value="text?keypress"></{tag}>'})
    screen.run("t.text = ''")
    other = screen.tab()
    texts = string.ascii_lowercase, string.ascii_uppercase
    for tab, letters in zip((screen.page, other), texts, strict=True):
        tab.evaluate(TYPE, letters)
    for tab in (screen.page, other):
        tab.locator("[data-done]").wait_for()
    for tab in (screen.page, other):
        screen.sync(tab)
    text = screen.run("return t.text")
    assert sorted(text) == sorted("".join(texts))
    for tab in (screen.page, other):
        expect(tab.locator("[data-done]")).to_have_value(text)


def test_what_another_saves_waits_until_a_field_that_is_typed_into_is_left(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="text">'})
    field = screen.at("input")
    field.press("End")
    field.press_sequentially("!")
    screen.run("t.text = 'saved'")
    expect(field).to_have_value("one!")
    field.blur()
    screen.lua_is("return t.text", "one!")


def test_a_field_that_the_app_changes_while_it_is_typed_in_keeps_its_caret(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="upper()?keypress&access=rw">'})
    field = screen.at("input")
    field.evaluate("e => { e.focus(); e.setSelectionRange(1, 1) }")
    screen.page.keyboard.press("x")
    screen.sync()
    expect(field).to_have_value("OXNE")
    assert field.evaluate("e => e.selectionStart") == 2


def test_an_unchanged_value_is_not_sent(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="text"><input type="checkbox" ui-value="on">'})
    screen.server.frames.clear()
    screen.server.record = True
    for field in screen.at("input").all():
        field.focus()
        field.blur()
    screen.sync()
    screen.server.record = False
    assert not [frame for way, frame in screen.server.frames if way == "in" and '"value"' in frame]


def test_what_is_being_typed_survives_an_update_of_the_same_field(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="text"><p ui-value="text">'})
    field = screen.at("input")
    field.press("End")
    field.press_sequentially("X")
    screen.run("t.text = 'other'")
    assert screen.text("p") == "other"
    expect(field).to_have_value("oneX")
    field.blur()
    screen.sync()
    assert screen.text("p") == "oneX"


def test_a_field_without_unsent_input_follows_its_value(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="text"><textarea ui-value="text"></textarea>'})
    screen.at("input").focus()
    screen.run("t.text = 'other'")
    expect(screen.at("input")).to_have_value("other")
    expect(screen.at("textarea")).to_have_value("other")


def test_a_checkbox_is_true_or_false(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input type="checkbox" ui-value="on">'})
    box = screen.at("input")
    expect(box).not_to_be_checked()
    box.check()
    screen.sync()
    assert screen.run("return t.on") is True
    screen.run("t.on = false")
    expect(box).not_to_be_checked()


def test_radio_buttons_are_one_choice(show: Show) -> None:
    radios = "".join(f'<input type="radio" name="r" value="{x}" ui-value="choice">' for x in "abc")
    screen = show(LUA, {"App.DEFAULT": radios})
    expect(screen.at('[value="b"]')).to_be_checked()
    screen.at('[value="c"]').check()
    screen.sync()
    assert screen.run("return t.choice") == "c"
    screen.run("t.choice = 'a'")
    expect(screen.at('[value="a"]')).to_be_checked()


def test_a_select_has_a_string_and_a_multiple_select_a_list(show: Show) -> None:
    options = "".join(f"<option>{x}</option>" for x in "abc")
    screen = show(
        LUA,
        {
            "App.DEFAULT": f'<select id="one" ui-value="choice">{options}</select>'
            f'<select id="many" multiple ui-value="many">{options}</select>'
        },
    )
    expect(screen.at("#one")).to_have_value("b")
    expect(screen.at("#many")).to_have_values(["a", "c"])
    screen.at("#one").select_option("c")
    screen.at("#many").select_option(["b"])
    screen.sync()
    assert screen.run("return { t.choice, t.many }") == ["c", ["b"]]
    screen.run("t.choice = 'none'; t.many = {}")
    assert screen.at("#one").evaluate("e => e.value") == ""
    expect(screen.at("#many")).to_have_values([])


def test_a_select_whose_options_are_a_list_shows_its_choice(show: Show) -> None:
    screen = show(
        LUA + "Option = session:prototype('Option', { id = '' }); t.options = {}"
        " for _, id in ipairs { 'a', 'b', 'c' } do table.insert(t.options, Option:new({ id = id })) end",
        {
            "App.DEFAULT": '<select ui-value="choice" ui-viewlist="options"></select>',
            "Option.list-item": '<option ui-value="id"><span></span></option>',
        },
    )
    screen.sync()
    assert screen.at("select").evaluate("e => [...e.options].map(o => o.value)") == ["a", "b", "c"]
    expect(screen.at("select")).to_have_value("b")


def test_a_range_and_a_number_field_send_what_html_gives_them(show: Show) -> None:
    screen = show(
        LUA + "t.text = 5",
        {"App.DEFAULT": '<input type="range" max="10" ui-value="text"><input type="number" ui-value="text">'},
    )
    expect(screen.at("[type=range]")).to_have_value("5")
    screen.at("[type=number]").fill("7")
    screen.at("[type=number]").blur()
    screen.sync()
    assert screen.run("return t.text") == "7"
    expect(screen.at("[type=range]")).to_have_value("7")


@pytest.mark.parametrize("tag", ["progress", "meter"])
def test_an_element_with_a_value_of_its_own_shows_it(show: Show, tag: str) -> None:
    screen = show(LUA + "t.text = 0.25", {"App.DEFAULT": f'<{tag} max="1" ui-value="text"></{tag}>'})
    assert screen.at(tag).evaluate("e => e.value") == 0.25


@pytest.mark.parametrize(
    ("markup", "access"),
    [
        ('<p ui-value="text">', "r"),
        ('<input ui-value="text">', "rw"),
        ('<input ui-value="getter()">', "r"),
        ('<input ui-value="take(_)">', "w"),
        ('<input ui-value="text?access=r">', "r"),
        ('<textarea ui-value="text"></textarea>', "rw"),
        ('<sl-input ui-value="text"></sl-input>', "rw"),
        ('<sl-rating ui-value="text"></sl-rating>', "rw"),
        ('<sl-copy-button ui-value="text"></sl-copy-button>', "r"),
        ('<sl-option ui-value="text"></sl-option>', "r"),
        ('<sl-progress-bar ui-value="text"></sl-progress-bar>', "r"),
        ('<sl-progress-ring ui-value="text"></sl-progress-ring>', "r"),
        ('<sl-qr-code ui-value="text"></sl-qr-code>', "r"),
    ],
)
def test_the_access_of_a_value_follows_from_its_element_and_path(show: Show, markup: str, access: str) -> None:
    screen = show(LUA, {"App.DEFAULT": f"<div>{markup}</div>"})
    [row] = [row for row in screen.session.variables() if row["depth"] == 2]
    assert row["access"] == access


def test_a_field_that_may_only_be_read_sends_nothing(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="text?access=r">'})
    screen.at("input").fill("mine")
    screen.at("input").blur()
    screen.sync()
    assert screen.run("return t.text") == "one"


def test_a_field_can_be_written_through_a_method(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="take(_)">'})
    for _ in range(2):
        screen.at("input").fill("same")
        screen.at("input").blur()
        screen.sync()
    assert "same" in screen.run("return t.log")


def test_a_value_can_be_sent_from_an_apps_own_script(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input id="field" ui-value="text"><p ui-value="text">'})
    screen.js("uiApp.updateValue('field', 'from a script')")
    screen.sync()
    assert screen.text("p") == "from a script"
    expect(screen.at("input")).to_have_value("from a script")
    screen.js("field.value = 'from the field'; uiApp.updateValue('field')")
    screen.sync()
    assert screen.text("p") == "from the field"


def test_updating_an_element_without_a_value_says_so(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": "<p>static</p>"})
    message = screen.js("() => { try { uiApp.updateValue('nope') } catch (error) { return error.message } }")
    assert message == "updateValue: no element with the id nope has ui-value"


def test_a_script_gives_a_value_by_an_event_of_the_element(show: Show) -> None:
    screen = show(
        LUA,
        {"App.DEFAULT": '<span id="bridge" hidden ui-value="text?access=rw"></span><p ui-value="text"></p>'},
    )
    event = "new CustomEvent('ui-value-change', { detail: { value: 'from a script' } })"
    screen.js(f"document.getElementById('bridge').dispatchEvent({event})")
    screen.sync()
    assert screen.run("return t.text") == "from a script"
    assert (screen.text("#bridge"), screen.text("p")) == ("from a script", "from a script")
    # Without a value there is nothing to send.
    screen.js("document.getElementById('bridge').dispatchEvent(new CustomEvent('ui-value-change'))")
    assert screen.run("return t.text") == "from a script"


def test_scripts_find_the_page_s_objects_and_may_add_to_them(show: Show) -> None:
    script = "<script>uiApp.mark = (id) => document.getElementById(id).classList.add('marked')</script>"
    screen = show(LUA, {"App.DEFAULT": f'{script}<p id="shown" ui-value="text"></p>'})
    screen.js("uiApp.mark('shown')")
    assert screen.classes("#shown") == ["marked"]
    names = ["getStore", "getViewdefStore", "getConnection", "getBinding", "getAppView"]
    assert screen.js("names => names.map(name => typeof uiApp[name]())", names) == ["object"] * len(names)
    assert screen.js("uiStore === uiApp.getStore()") is True
    assert screen.js("uiApp.getAppView().element.textContent")
    refused = "try { uiApp.navigateTo('javascript:1') } catch (error) { return error.message }"
    assert "no address of a page" in screen.js(f"() => {{ {refused} }}")


# Two frames leave before the answer to the first one can arrive: the page's own code runs in between.
TWO_FRAMES = """async ([first, second]) => {
  const act = async ([selector, value]) => {
    const control = document.querySelector(`[ui-app] ${selector}`);
    if (value === null) control.click();
    else {
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await null;
    await null;
  };
  await act(first);
  await act(second);
}"""
FIELD = '<input id="field" ui-value="choice">'
CHOICES = "".join(f'<input type="radio" name="r" id="{name}" value="{name}" ui-value="choice">' for name in "abc")


@pytest.mark.parametrize(
    ("first", "second", "last"),
    [
        (["#field", "typed"], ["#a", None], "a"),
        (["#c", None], ["#a", None], "a"),
        (["#a", None], ["#field", "typed"], "typed"),
        (["#field", "typed"], ["select", "c"], "c"),
    ],
)
def test_the_newest_choice_wins_over_the_answer_to_an_older_one(
    show: Show, first: list[str], second: list[str], last: str
) -> None:
    options = "".join(f"<option>{name}" for name in "abc")
    body = f'{FIELD}{CHOICES}<select ui-value="choice">{options}</select><p ui-value="choice"></p>'
    screen = show(LUA, {"App.DEFAULT": body})
    screen.js(TWO_FRAMES, [first, second])
    screen.sync()
    assert screen.run("return t.choice") == last
    assert screen.text("p") == last
    checked = screen.js("[...document.querySelectorAll('input:checked')].map(({ id }) => id)")
    assert checked == [name for name in "abc" if name == last]
    shown = [screen.at("#field").input_value(), screen.at("select").input_value()]
    assert shown == [last, last if last in "abc" else ""]


def test_what_the_app_makes_of_the_newest_edit_is_shown(show: Show) -> None:
    screen = show(
        LUA, {"App.DEFAULT": '<input id="field" ui-value="text"><input id="upper" ui-value="upper()?access=rw">'}
    )
    screen.js(TWO_FRAMES, [["#field", "typed"], ["#upper", "newer"]])
    screen.sync()
    assert [screen.at(one).input_value() for one in ("#field", "#upper")] == ["NEWER", "NEWER"]
