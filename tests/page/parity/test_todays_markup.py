"""Markup as apps of the original have it today, on both faces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page as Tab

from pytest_uimcp.page.dom.selectors import select
from tests.page.parity.app import App
from tests.page.parity.pair import Pair

Show = Callable[[App], Pair]

LUA = """
T = session:prototype("T", {
    text = "", kind = "b", seen = "", saved = "", hide = true, style = "big", picture = "", processed = 0, code = "",
    one = EMPTY, items = EMPTY, href = 0, open = false,
})
Thing = session:prototype("Thing", {name = ""})
Row = session:prototype("Row", {item = EMPTY})
function T:see() self.seen = self.kind end
function T:save() self.saved = self.text end
function T:press() self.href = self.href + 1 end
function T:processImageUpload()
    if self.picture == "" then return "" end
    self.processed = self.processed + #self.picture
    self.picture = ""
    return ""
end
function T:popOutCode()
    local code = self.code
    self.code = ""
    return code
end
if not session.reloading then
    t = T:new({one = Thing:new({name = "first"}), items = {Thing:new({name = "a"}), Thing:new({name = "b"})}})
end
"""


def show(pair: Show, body: str, lua: str = "", **viewdefs: str) -> Pair:
    found = {"T.DEFAULT": body, **{key.replace("__", ".").replace("_", "-"): text for key, text in viewdefs.items()}}
    return pair(App("t", LUA + lua, found))


def both(pair: Pair, lua: str) -> Any:
    """The Lua state, which must be the same behind both faces."""
    return pair.read(lua)


def tab(story: Pair) -> Tab:
    return story.chromium.tab


OPTIONS = '<sl-option value="a">A</sl-option><sl-option value="b">B</sl-option>'


@pytest.mark.parametrize("event", ["sl-change", "sl-input"])
def test_the_method_of_a_selects_event_sees_the_new_value(pair: Show, event: str) -> None:
    story = show(pair, f'<sl-select label="Kind" ui-value="kind" ui-event-{event}="see()">{OPTIONS}</sl-select>')
    story.choose("Kind", "A")
    assert both(story, "{t.kind, t.seen}") == ["a", "a"]


def test_a_script_sends_a_large_value_through_a_hidden_element(pair: Show) -> None:
    story = show(
        pair,
        '<span id="bridge" style="display: none" ui-value="picture?access=rw"></span>'
        '<i hidden ui-value="processImageUpload()?priority=high"></i><b ui-value="processed"></b>',
    )
    size = 12 * 2**20
    story.page.update_value("bridge", "x" * size)
    tab(story).evaluate("size => uiApp.updateValue('bridge', 'x'.repeat(size))", size)
    story.compare("updateValue")
    assert both(story, "{t.processed, t.picture}") == [size, ""]
    assert story.page.text(css="b") == str(size)


def test_a_script_that_comes_once_runs_once_though_rows_change_and_two_tabs_look(pair: Show) -> None:
    story = show(
        pair,
        '<div ui-viewlist="items"></div><span hidden ui-code="popOutCode()"></span>',
        Thing__list_item='<p ui-value="name"></p>',
    )
    tab(story).evaluate("window.name = ''")
    second = story.page.new_tab()
    other = tab(story).context.new_page()
    other.goto(tab(story).url)
    other.wait_for_selector("[ui-app] p >> nth=1")
    story.run("table.remove(t.items, 1) t.items[2] = Thing:new({name = 'c'}) t.code = 'window.name += 1'")
    # The next detection follows within the same 10 milliseconds, and finds an empty text.
    story.run("t.items[3] = Thing:new({name = 'd'})")
    assert [run.code for page in (story.page, second) for run in page.code_runs] == ["window.name += 1"]
    other.wait_for_selector("[ui-app] p >> nth=2")
    assert tab(story).evaluate("window.name") + other.evaluate("window.name") == "1"
    other.close()


def test_enter_in_a_field_saves_what_is_in_it_and_without_an_event_leaving_does(pair: Show) -> None:
    story = show(
        pair,
        '<input id="a" ui-value="text" ui-event-keypress-enter="save()"><input id="b" ui-value="kind">',
    )
    story.fill(None, "typed", css="#a")
    story.focus(css="#a")
    story.press("Enter")
    assert both(story, "t.saved") == "typed"
    story.fill(None, "left", css="#b")
    story.focus(css="#a")
    assert both(story, "t.kind") == "left"


def test_the_classes_of_others_survive_ui_attr_class(pair: Show) -> None:
    story = show(
        pair,
        '<style>.hidden { display: none }</style><p class="start" ui-attr-class="style" ui-class-hidden="hide">x</p>'
        '<div ui-view="one" ui-attr-class="style"></div>',
        Thing__DEFAULT='<b ui-value="name"></b>',
    )
    (box,) = select(story.page.document, "p")
    steps = [("'big'", True, {"big", "hidden"}), ("'hidden small'", False, {"small"}), ("false", True, {"hidden"})]
    for style, hide, classes in steps:
        story.run(f"t.style = {style} t.hide = {str(hide).lower()}")
        assert {name for name in box.classes if not name.startswith("ui-view-")} == classes
        assert any(name.startswith("ui-view-") for name in box.classes)


def test_every_root_of_a_view_has_its_class_and_an_id(pair: Show) -> None:
    story = show(
        pair,
        '<main><div ui-view="one"></div></main>',
        Thing__DEFAULT="<script>window.first = 1</script><p>one</p><p>two</p>",
    )
    roots = [e for (main,) in [select(story.page.document, "main")] for e in main.elements()]
    (common,) = set.intersection(*({c for c in e.classes if c.startswith("ui-view-")} for e in roots))
    assert [e.tag for e in roots] == ["script", "p", "p"]
    assert len({e.id for e in roots}) == 3
    for session, found in zip(story.sessions, (roots[0].id, ids(story)[0]), strict=True):
        row = next(row for row in session.variables() if row["path"] == "one")
        assert (row["elementId"], row["properties"]["viewdef"]) == (found, "Thing.DEFAULT")
    assert tab(story).evaluate(f"document.querySelectorAll('main > .{common}').length") in (0, 3)
    assert len({tuple(c) for c in view_classes(story)}) == 1
    story.run("t.one = nil")
    rows = [row for session in story.sessions for row in session.variables() if row["path"] == "one"]
    assert all("viewdef" not in row["properties"] for row in rows)


def ids(story: Pair) -> list[str]:
    found: list[str] = tab(story).evaluate("[...document.querySelector('main').children].map(e => e.id)")
    return found


def view_classes(story: Pair) -> list[list[str]]:
    script = "[...document.querySelector('main').children].map(e => [...e.classList].filter(c => /^ui-view-/.test(c)))"
    found: list[list[str]] = tab(story).evaluate(script)
    return found


NESTED = {
    "Thing__DEFAULT": "<div><script>window.ran = (window.ran ?? '') + 'b'</script></div>",
    "Thing__other": "<p>deep</p><script>window.ran = (window.ran ?? '') + 'c'</script>",
}
BODY = (
    "<script>window.ran = (window.ran ?? '') + 'a'</script>"
    '<div ui-view="one"></div><div ui-view="one" ui-namespace="other"></div>'
    "<script>window.ran = (window.ran ?? '') + 'd'</script>"
)


def letters(story: Pair) -> tuple[str, str]:
    """The scripts that ran, on the page and in Chromium."""
    page = "".join(script.text.rstrip("'")[-1] for script in story.page.scripts)
    return page, tab(story).evaluate("window.ran")


def test_scripts_of_nested_views_run_in_order_on_load_on_reload_and_after_each_hot_reload(pair: Show) -> None:
    story = show(pair, BODY, **NESTED)
    assert letters(story) == ("abcd", "abcd")
    story.page.reload()
    tab(story).reload()
    tab(story).wait_for_function("window.ran?.length === 4")
    assert letters(story) == ("abcd", "abcd")
    story.upload_viewdef("Thing", "other", NESTED["Thing__other"].replace("deep", "deeper"))
    assert letters(story) == ("abcdc", "abcdc")


def test_rows_of_a_list_in_a_select_are_its_options(pair: Show) -> None:
    story = show(
        pair,
        '<sl-select label="Kind" ui-value="kind"><div style="display: contents" '
        'ui-view="items?wrapper=lua.ViewList" ui-namespace="option"></div></sl-select>',
        "t.kind = 'b'",
        lua__ViewListItem__option='<sl-option ui-attr-value="item.name"><span ui-value="item.name"></span></sl-option>',
    )
    # The options came after the value: two answers later.
    assert story.page.find("Kind").value == "b"
    story.choose("Kind", "a")
    assert both(story, "t.kind") == "a"


def test_a_list_names_the_presenter_of_its_rows(pair: Show) -> None:
    story = show(
        pair,
        '<div ui-viewlist="items" ui-item-wrapper="Row"></div>',
        "function Row:new(variable) return session:create(Row, {item = variable:getValue()}) end",
        Row__list_item='<p ui-value="item.name"></p>',
    )
    assert story.page.text() == "a\nb"
    story.run("table.insert(t.items, 1, Thing:new({name = 'c'}))")
    assert story.page.text() == "c\na\nb"


def test_a_link_with_an_action_does_only_that(pair: Show) -> None:
    story = show(pair, '<a href="/elsewhere" ui-action="press()">Go</a><b ui-value="href"></b>')
    story.click("Go")
    assert both(story, "t.href") == 1
    assert not tab(story).url.endswith("/elsewhere")


def test_an_option_shows_its_text(pair: Show) -> None:
    story = show(
        pair,
        '<select ui-value="kind"><option value="b" ui-value="one.name"></option></select>'
        '<ul><li ui-value="kind"></li></ul>',
    )
    story.run("t.one.name = 'renamed'")
    assert [option.text_content() for option in select(story.page.document, "option")] == ["renamed"]
    assert story.page.text(css="li") == "b"


def test_an_object_inside_itself_is_logged_once(pair: Show, caplog: pytest.LogCaptureFixture) -> None:
    story = show(pair, '<div ui-view="one"></div>', "t.one = t")
    for _ in range(3):
        story.run("t.text = t.text .. 'x'")
    for session in story.sessions:
        assert len([row for row in session.variables() if row["type"] == "T"]) == 2
    found = [record.message for record in caplog.records if "a browser reports inside-itself" in record.message]
    assert len(found) == 2  # one for each face
