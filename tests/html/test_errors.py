from __future__ import annotations

from playwright.sync_api import expect

from tests.html.conftest import Show
from tests.html.screen import Screen

LUA = """
App = session:prototype("App", { bad = false, none = EMPTY, text = "fine" })
t = App:new()
function App:getter() if self.bad then error("no value today") end return "value" end
function App:act() error("the button is broken") end
"""


def marked(screen: Screen, selector: str) -> list[object]:
    marks: list[object] = screen.at(selector).evaluate(
        "e => [e.classList.contains('ui-error'), "
        "e.getAttribute('ui-error-code'), e.getAttribute('ui-error-description')]"
    )
    return marks


def test_a_getter_that_fails_marks_its_element_and_no_other(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p class="mine" ui-value="getter()"></p><b ui-value="text"></b>'})
    screen.run("t.bad = true t.text = 'still fine'")
    on, code, description = marked(screen, "p")
    assert (on, code) == (True, "lua-error")
    assert "no value today" in str(description)
    assert marked(screen, "b") == [False, None, None]
    assert screen.text("b") == "still fine"
    screen.run("t.bad = false")
    assert marked(screen, "p") == [False, None, None]
    assert screen.text("p") == "value"


def test_a_write_through_nil_marks_its_field_until_one_works(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<input ui-value="none.name">'})
    field = screen.at("input")
    for _ in range(2):
        field.fill("x")
        field.blur()
        screen.sync()
        assert marked(screen, "input")[:2] == [True, "path-failure"]
    screen.run("t.none = {}")
    field.fill("y")
    field.blur()
    screen.sync()
    assert screen.run("return t.none.name") == "y"
    assert marked(screen, "input") == [False, None, None]


def test_a_method_that_is_not_there_or_fails_marks_its_button(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<button ui-action="nope()">a</button><i ui-action="act()">b</i>'})
    screen.at("button").click()
    screen.at("i").click()
    screen.sync()
    assert marked(screen, "button")[1] == "path-failure"
    assert marked(screen, "i")[1] == "lua-error"
    screen.run("function App:nope() end")
    screen.at("button").click()
    screen.sync()
    assert marked(screen, "button") == [False, None, None]


def test_a_binding_the_server_refuses_is_marked_and_the_page_appears(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text?access=sometimes"></p><b ui-value=""></b><i>there</i>'})
    assert marked(screen, "p")[0] is True
    assert "sometimes" in str(marked(screen, "p")[2])
    assert marked(screen, "b")[0] is True
    assert screen.text("i") == "there"


def test_an_element_can_have_two_faults(show: Show) -> None:
    screen = show(
        LUA + "t.bad = true function App:other() if self.text == 'fine' then error('other') end return 'x' end",
        {"App.DEFAULT": '<p ui-value="getter()" ui-attr-title="other()"></p>'},
    )
    assert "no value today" in str(marked(screen, "p")[2])
    screen.run("t.bad = false")
    assert "other" in str(marked(screen, "p")[2])
    screen.run("t.text = 'better'")
    assert marked(screen, "p") == [False, None, None]


BADGES = (
    "[...(document.querySelector('#ui-overlay')?.shadowRoot.querySelectorAll('.badge') ?? [])]"
    ".map(e => e.dataset.message)"
)


def test_a_badge_shows_developers_the_fault(show: Show) -> None:
    screen = show(LUA + "t.bad = true", {"App.DEFAULT": '<p ui-value="getter()"></p>'})
    screen.js_is(f"{BADGES}.length", 1)
    [message] = screen.js(BADGES)
    assert message.startswith("lua-error: ")
    assert "no value today" in message
    expect(screen.page.locator(".badge")).to_be_visible()
    assert "no value today" not in screen.page.locator("body").inner_text()
    screen.run("t.bad = false")
    screen.js_is(BADGES, [])


def test_badges_go_with_their_elements(show: Show) -> None:
    screen = show(
        LUA + "t.bad = true t.none = App:new({ bad = true })",
        {"App.DEFAULT": '<div ui-view="none" ui-namespace="row"></div>', "App.row": '<p ui-value="getter()"></p>'},
    )
    screen.js_is(f"{BADGES}.length", 1)
    screen.run("t.none = nil")
    screen.js_is(BADGES, [])


def test_badges_can_be_turned_off(show: Show) -> None:
    screen = show(LUA + "t.bad = true", {"App.DEFAULT": '<p ui-value="getter()"></p>'}, query="?badges=off")
    assert screen.js(BADGES) == []
    assert marked(screen, "p")[0] is True


def test_a_broken_viewdef_keeps_the_old_one_and_is_announced(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text"></p>'})
    (screen.directory / "apps" / "t" / "viewdefs" / "App.DEFAULT.html").write_text("<p>no template</p>")
    screen.session.reload()
    notice = screen.page.get_by_role("alert")
    expect(notice).to_contain_text("App.DEFAULT.html")
    assert screen.text("p") == "fine"
    screen.write(viewdefs={"App.DEFAULT": '<p>right: <b ui-value="text"></b></p>'})
    screen.session.reload()
    screen.sync()
    assert screen.text("p") == "right: fine"
    expect(notice).to_have_count(0)


def test_the_notice_of_a_lua_file_goes_when_the_file_is_mended_and_not_before(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text"></p>'})
    screen.write(lua="this is no Lua")
    screen.session.reload()
    notice = screen.page.get_by_role("alert")
    expect(notice).to_contain_text("app.lua")
    screen.write(viewdefs={"App.DEFAULT": '<p>saved: <b ui-value="text"></b></p>'})
    screen.session.reload()
    screen.sync()
    assert screen.text("p") == "saved: fine"
    expect(notice).to_contain_text("app.lua")
    screen.write(lua=LUA)
    screen.session.reload()
    expect(notice).to_have_count(0)


def test_a_page_that_is_opened_while_a_file_is_broken_shows_the_notice(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text"></p>'})
    screen.write(lua="this is no Lua")
    screen.session.reload()
    screen.page.reload()
    expect(screen.at("p")).to_have_text("fine")
    screen.sync()
    expect(screen.page.get_by_role("alert")).to_contain_text("app.lua")


def test_a_notice_can_be_dismissed(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<p ui-value="text"></p>'})
    screen.write(lua="this is no Lua")
    screen.session.reload()
    notice = screen.page.get_by_role("alert")
    expect(notice).to_contain_text("app.lua")
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)
