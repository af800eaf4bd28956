from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.html.conftest import Show

LUA = """
App = session:prototype("App", { one = EMPTY, two = EMPTY, list = EMPTY, text = "app" })
Thing = session:prototype("Thing", { name = "thing", inner = EMPTY })
Other = session:prototype("Other", { name = "other" })
t = App:new({ one = Thing:new() })
"""
APP = '<section ui-view="one"></section>'


def test_a_view_stands_in_the_place_of_its_element(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<h1>top</h1><div id="place" class="a b" style="color: red" ui-view="one"></div>',
            "Thing.DEFAULT": '<p class="c" style="margin: 1px" ui-value="name"></p><hr>',
        },
    )
    assert screen.at("div").count() == 0
    thing = screen.at("p")
    assert thing.get_attribute("ui-viewdef") == "Thing.DEFAULT"
    assert thing.get_attribute("id") == "place"
    assert screen.classes("p") == ["c", "a", "b"]
    assert thing.evaluate("e => [e.style.color, e.style.margin]") == ["red", "1px"]
    assert screen.js("[...document.querySelector('[ui-app]').children].map(e => e.localName)") == ["h1", "p", "hr"]


def test_class_and_style_go_to_the_first_element_that_shows(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<div id="place" class="a" style="color: red" ui-view="one"></div>',
            "Thing.DEFAULT": "<style>i { margin: 0 }</style><script></script><p>x</p>",
        },
    )
    assert screen.at("style").evaluate("e => [e.id, e.getAttribute('ui-viewdef')]") == ["place", "Thing.DEFAULT"]
    assert (screen.classes("style"), screen.classes("p")) == ([], ["a"])
    assert screen.at("p").evaluate("e => e.style.color") == "red"


def test_a_view_that_is_the_whole_content_of_another_keeps_the_outer_elements_appearance(show: Show) -> None:
    screen = show(
        LUA + "t.one.inner = Other:new()",
        {
            "App.DEFAULT": '<main><div id="place" class="a" ui-view="one"></div></main>',
            "Thing.DEFAULT": '<div class="b" ui-view="inner"></div>',
            "Other.DEFAULT": '<p class="c" ui-value="name"></p>',
        },
    )
    assert screen.at("p").evaluate("e => [e.id, e.getAttribute('ui-viewdef')]") == ["place", "Other.DEFAULT"]
    assert screen.classes("p") == ["c", "b", "a"]
    screen.run("t.one.inner = Thing:new({ inner = Other:new({ name = 'deeper' }) })")
    assert screen.at("p").evaluate("e => [e.id, e.textContent]") == ["place", "deeper"]
    screen.run("t.one = nil")
    expect(screen.at("main")).to_have_text("")
    screen.run("t.one = Other:new()")
    assert screen.at("main > *").evaluate_all("all => all.map(e => [e.id, e.textContent])") == [["place", "other"]]


def test_bindings_on_a_views_element_move_to_the_element_that_replaces_it(show: Show) -> None:
    screen = show(
        LUA + "function App:act() self.text = self.text .. '!' end",
        {
            "App.DEFAULT": '<div ui-view="one" ui-class-loud="text" ui-attr-title="text" ui-action="act()"></div>',
            "Thing.DEFAULT": '<p ui-value="name"></p>',
            "Other.DEFAULT": '<b ui-value="name"></b>',
        },
    )
    screen.at("p").click()
    screen.sync()
    assert screen.at("p").get_attribute("title") == "app!"
    screen.run("t.one = Other:new()")
    expect(screen.at("b")).to_contain_class("loud")
    screen.at("b").click()
    screen.sync()
    assert screen.at("b").get_attribute("title") == "app!!"


def test_null_clears_a_view_and_an_object_fills_it_again(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": f"<main>{APP}</main>", "Thing.DEFAULT": '<p ui-value="name"></p>'})
    screen.run("t.one = nil")
    expect(screen.at("main")).to_have_text("")
    assert len(screen.session.variables()) == 3
    screen.run("t.one = Thing:new({ name = 'again' })")
    expect(screen.at("main")).to_have_text("again")


def test_another_object_of_the_same_type_keeps_the_nodes(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": APP, "Thing.DEFAULT": '<p ui-value="name"></p>'})
    screen.at("p").evaluate("e => { e.kept = true }")
    screen.run("t.one = Thing:new({ name = 'new' })")
    assert screen.at("p").evaluate("e => [e.kept, e.textContent]") == [True, "new"]


def test_another_type_is_drawn_with_its_own_viewdef(show: Show) -> None:
    screen = show(
        LUA,
        {"App.DEFAULT": APP, "Thing.DEFAULT": "<p>thing</p>", "Other.DEFAULT": '<b ui-value="name"></b>'},
    )
    screen.run("t.one = Other:new()")
    assert screen.js("document.querySelector('[ui-app]').textContent") == "other"


@pytest.mark.parametrize(
    ("app", "shown"),
    [
        ('<div ui-view="one"></div>', "default"),
        ('<div ui-view="one" ui-namespace="card"></div>', "card"),
        ('<div ui-namespace="card"><div><div ui-view="one"></div></div></div>', "card"),
        ('<div ui-namespace="card"><div ui-view="one" ui-namespace="row"></div></div>', "row"),
        ('<div ui-view="one?namespace=card"></div>', "card"),
        ('<div ui-view="one" ui-namespace="nope"></div>', "default"),
        ('<div ui-view="one?fallbackNamespace=row" ui-namespace="nope"></div>', "row"),
        ('<div ui-view="one?viewdef=Thing.card"></div>', "default"),
    ],
)
def test_a_namespace_chooses_the_viewdef(show: Show, app: str, shown: str) -> None:
    screen = show(
        LUA,
        {"App.DEFAULT": app, "Thing.DEFAULT": "<p>default</p>", "Thing.card": "<p>card</p>", "Thing.row": "<p>row</p>"},
    )
    assert screen.text("p") == shown


def test_a_namespace_is_inherited_by_the_views_below(show: Show) -> None:
    screen = show(
        LUA + "t.one.inner = Other:new()",
        {
            "App.DEFAULT": '<div ui-view="one" ui-namespace="card"></div>',
            "Thing.DEFAULT": '<div ui-view="inner"></div>',
            "Other.DEFAULT": "<p>default</p>",
            "Other.card": "<p>card</p>",
        },
    )
    assert screen.text("p") == "card"


def test_several_roots_text_and_no_element_at_all_are_fine(show: Show) -> None:
    screen = show(
        LUA + "t.two = Other:new()",
        {
            "App.DEFAULT": '<main><div ui-view="one"></div><div ui-view="two"></div></main>',
            "Thing.DEFAULT": " just words ",
            "Other.DEFAULT": "<i>a</i> and <b>b</b>",
        },
    )
    expect(screen.at("main")).to_have_text("just words a and b")
    screen.run("t.one, t.two = t.two, t.one")
    expect(screen.at("main")).to_have_text("a and b just words")
    screen.run("t.one, t.two = nil, nil")
    expect(screen.at("main")).to_have_text("")


def test_a_plain_value_is_shown_as_text(show: Show) -> None:
    screen = show(LUA + "t.one = 'just text'", {"App.DEFAULT": APP})
    assert screen.text("section") == "just text"


def test_scripts_of_a_template_run_once_it_is_in_the_page(show: Show) -> None:
    script = "<script>(window.ran ||= []).push(document.querySelectorAll('.deep').length)</script>"
    screen = show(
        LUA + "t.one.inner = Other:new()",
        {
            "App.DEFAULT": f'{script}<div ui-view="one"></div>',
            "Thing.DEFAULT": f'<div>{script}<div ui-view="inner"></div></div>',
            "Other.DEFAULT": f'<p class="deep">x</p>{script}',
        },
    )
    assert screen.js("window.ran") == [1, 1, 1]
    screen.run("t.one.name = 'changed'")
    assert screen.js("window.ran") == [1, 1, 1]
    screen.run("t.one = nil")
    screen.run("t.one = Thing:new()")
    assert len(screen.js("window.ran")) == 4


def test_new_content_appears_only_when_complete(show: Show) -> None:
    screen = show(
        LUA + "function Thing:slowly() return self.inner end",
        {
            "App.DEFAULT": f"<main>{APP}</main>",
            "Thing.DEFAULT": '<p ui-value="name"></p><div ui-view="inner"></div>',
            "Other.DEFAULT": '<b ui-value="name"></b>',
        },
    )
    screen.js(
        """() => {
          window.seen = new Set();
          const main = document.querySelector('main');
          new MutationObserver(() => seen.add(main.innerText)).observe(main, { childList: true, subtree: true });
        }"""
    )
    screen.run("t.one = Other:new({ name = 'between' })")
    screen.run("t.one = Thing:new({ name = 'both', inner = Other:new({ name = 'together' }) })")
    seen = screen.js("[...window.seen].map(text => text.replace(/\\s+/g, ' ').trim())")
    assert seen == ["between", "both together"]


def test_a_changed_viewdef_is_drawn_at_once_and_state_stays(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": APP, "Thing.DEFAULT": '<p>old <b ui-value="name"></b></p>'})
    screen.write(viewdefs={"Thing.DEFAULT": '<p>new <i ui-value="name"></i></p>'})
    screen.session.reload()
    screen.sync()
    assert screen.text("p") == "new thing"
    assert len([row for row in screen.session.variables() if row["path"] == "name"]) == 1


def test_a_viewdef_redrawn_while_the_user_types_keeps_focus_and_input(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": APP, "Thing.DEFAULT": '<p>old <input ui-value="name"></p>'})
    field = screen.at("input")
    field.press("Home")
    field.press_sequentially("half ")
    screen.session.upload_viewdef("Thing", "DEFAULT", '<template><p>new <input ui-value="name"></p></template>')
    screen.sync()
    assert screen.text("p") == "new "
    expect(field).to_be_focused()
    expect(field).to_have_value("half thing")
    assert field.evaluate("e => e.selectionStart") == 5
    screen.page.keyboard.type("a ")
    field.blur()
    screen.sync()
    assert screen.run("return t.one.name") == "half a thing"


def test_a_viewdef_that_arrives_later_replaces_the_error(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": APP})
    place = screen.at("section")
    assert place.get_attribute("ui-error-code") == "no-viewdef"
    assert place.get_attribute("ui-error-description") == "no viewdef for Thing: looked for Thing.DEFAULT"
    screen.session.upload_viewdef("Thing", "DEFAULT", '<template><p ui-value="name"></p></template>')
    screen.sync()
    assert screen.text("p") == "thing"


def test_a_value_that_cannot_be_drawn_says_why(show: Show) -> None:
    screen = show(LUA + "t.one = { 1, 2 }; t.two = { a = 1 }", {"App.DEFAULT": APP + '<div ui-view="two"></div>'})
    assert screen.at("section").get_attribute("ui-error-description") == (
        "ui-view shows an object, and this is an array: use ui-viewlist"
    )
    assert "an object without a type has no viewdef" in (screen.at("div").get_attribute("ui-error-description") or "")


def test_nested_views_of_many_levels_are_drawn(show: Show) -> None:
    screen = show(
        LUA
        + "local at = t.one for depth = 1, 12 do at.inner = Thing:new({ name = 'level ' .. depth }) at = at.inner end",
        {"App.DEFAULT": APP, "Thing.DEFAULT": '<div><span ui-value="name"></span><div ui-view="inner"></div></div>'},
    )
    expect(screen.at("> div")).to_contain_text("level 12")
