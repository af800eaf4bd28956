from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests.html.conftest import Show
from tests.html.screen import PATIENCE, Screen

LUA = """
App = session:prototype("App", { text = "", n = 0, items = EMPTY, one = EMPTY })
Item = session:prototype("Item", { name = "" })
t = App:new({ items = {} })
for i = 1, 5 do table.insert(t.items, Item:new({ name = "row " .. i })) end
function App:add() self.n = self.n + 1 end
"""
VIEWDEFS = {
    "App.DEFAULT": '<input ui-value="text"><p ui-value="text"></p><b ui-value="n"></b>'
    '<button ui-action="add()">+</button>'
    '<ul ui-viewlist="items"></ul><div ui-view="one"></div>',
    "Item.list-item": '<li><input ui-value="name"></li>',
    "Item.DEFAULT": '<u ui-value="name"></u>',
}
LOADED = "document.documentElement.loaded = true"
STATE = "uiApp.getBinding().connection.state"


def sent(screen: Screen) -> list[dict[str, Any]]:
    """The frames of the browser since the recording began."""
    return [json.loads(frame) for way, frame in screen.server.frames if way == "in"]


def record(screen: Screen) -> None:
    screen.server.frames.clear()
    screen.server.record = True


def down(screen: Screen) -> None:
    """Break the connection, and refuse new ones."""
    screen.server.refuse()
    screen.server.break_connections()
    screen.page.wait_for_function(f"{STATE} === 'lost'")


def up(screen: Screen) -> None:
    screen.server.refuse(False)
    screen.page.wait_for_function(f"{STATE} === 'live'")
    screen.sync()


def test_messages_of_one_turn_are_sent_in_one_frame(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    record(screen)
    screen.at("> input").fill("x")
    # By key: the text that appears moves the button, sometimes between mouse down and mouse up.
    screen.at("button").press("Enter")
    screen.sync()
    screen.server.record = False
    frames = [frame for frame in sent(screen) if any(m["type"] == "update" for m in frame["messages"])]
    assert all(frame["userEvent"] is True for frame in frames)
    updates = [message for frame in frames for message in frame["messages"] if message["type"] == "update"]
    assert [message["data"]["value"] for message in updates] == ["x", None]


def test_a_page_names_itself_and_its_session(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    page = screen.context.new_page()
    screen.tabs.append(page)
    with page.expect_websocket() as socket:
        page.goto(screen.url)
    assert re.search(rf"/ws/{screen.session.id}\?page=[0-9a-f-]{{36}}$", socket.value.url)


def test_the_session_of_the_path_wins_over_the_cookie(show: Show) -> None:
    one, two = show(LUA, VIEWDEFS), show(LUA, VIEWDEFS)
    page = one.context.new_page()
    one.tabs.append(page)
    page.goto(one.url)
    two.context.add_cookies([{"name": "ui-session", "value": two.session.id, "url": two.server.url}])
    one.server.break_connections()
    one.session.eval("t.text = 'of one'")
    expect(page.locator("p")).to_have_text("of one")


def test_without_a_path_the_cookie_names_the_session(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    page = screen.context.new_page()
    screen.tabs.append(page)
    with page.expect_websocket() as socket:
        page.goto(screen.server.url + "/")
    assert f"/ws/{screen.session.id}" in socket.value.url


def test_a_broken_connection_comes_back_without_a_reload(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.js(LOADED)
    down(screen)
    screen.session.eval("t.text = 'meanwhile' t.items[2].name = 'changed' table.remove(t.items, 1) t.one = t.items[1]")
    up(screen)
    assert screen.text("p") == "meanwhile"
    names = ["changed", "row 3", "row 4", "row 5"]
    screen.js_is("[...document.querySelectorAll('li input')].map(field => field.value)", names)
    assert screen.text("u") == "changed"
    assert screen.js("document.documentElement.loaded") is True
    screen.at("button").click()
    screen.run("t.items[1].name = 'live'")
    expect(screen.at("b")).to_have_text("1")
    expect(screen.at("li input").first).to_have_value("live")


def test_reconnecting_changes_only_what_has_changed(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.js(
        "window.touched = 0; new MutationObserver((all) => { touched += all.length }).observe("
        "document.querySelector('[ui-app]'), { childList: true, subtree: true, characterData: true, attributes: true })"
    )
    variables = len(screen.session.variables())
    down(screen)
    up(screen)
    assert screen.js("touched") == 0
    assert len(screen.session.variables()) == variables


def test_a_page_that_the_server_has_forgotten_is_restored(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.js(LOADED)
    variables = len(screen.session.variables())
    screen.at("li input").nth(2).evaluate("e => { window.field = e }")
    down(screen)
    # What the server does after half a minute.
    screen.session.submit(lambda: [screen.session.host.call("disconnect", n) for n in range(1, 9)]).result(PATIENCE)
    assert len(screen.session.variables()) == 1
    screen.session.eval("t.text = 'meanwhile' table.insert(t.items, 1, Item:new({ name = 'new' }))")
    up(screen)
    assert screen.text("p") == "meanwhile"
    expect(screen.at("li input").first).to_have_value("new")
    assert screen.js("document.querySelectorAll('li input')[3] === field")
    assert screen.js("document.documentElement.loaded") is True
    assert len(screen.session.variables()) == variables + 2
    screen.at("button").click()
    screen.sync()
    assert screen.text("b") == "1"


def test_a_page_that_outlives_its_server_keeps_its_rows_and_what_is_typed_there(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.at("li input").nth(2).evaluate("e => { window.field = e; e.focus(); e.setSelectionRange(0, 0) }")
    screen.page.keyboard.type("half ")
    down(screen)
    former, screen.session = screen.session, Session(screen.directory)
    screen.session.open()
    screen.session.display("t")
    screen.session.eval("table.insert(t.items, Item:new({ name = 'new' }))")
    screen.session.id = former.id  # the page's address stays
    screen.server.sessions[former.id] = screen.session
    former.close()
    up(screen)
    names = ["row 1", "row 2", "half row 3", "row 4", "row 5", "new"]
    screen.js_is("[...document.querySelectorAll('li input')].map(field => field.value)", names)
    assert screen.js("document.querySelectorAll('li input')[2] === field && document.activeElement === field")
    screen.run("t.items[2].name = 'live'")
    expect(screen.at("li input").nth(1)).to_have_value("live")


def test_what_is_entered_while_the_connection_is_down_is_kept_and_sent(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    down(screen)
    screen.at("> input").fill("typed")
    screen.at("> input").blur()
    screen.at("li input").first.fill("half")
    screen.at("button").click()
    screen.at("button").click()
    screen.at("li input").nth(1).press_sequentially("z")
    up(screen)
    assert screen.run("return { t.text, t.items[1].name, t.n, t.items[2].name }") == ["typed", "half", 2, "row 2"]
    expect(screen.at("> input")).to_have_value("typed")
    expect(screen.at("li input").first).to_have_value("half")
    assert screen.text("b") == "2"
    screen.at("li input").nth(1).blur()
    screen.sync()
    assert screen.run("return t.items[2].name") == "zrow 2"
    screen.run("t.text = 'later'")
    expect(screen.at("> input")).to_have_value("later")


def test_what_is_entered_survives_a_server_that_forgot_the_page(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    down(screen)
    screen.session.submit(lambda: [screen.session.host.call("disconnect", n) for n in range(1, 9)]).result(PATIENCE)
    screen.at("> input").fill("typed")
    screen.at("button").click()
    up(screen)
    assert screen.run("return { t.text, t.n }") == ["typed", 1]
    expect(screen.at("> input")).to_have_value("typed")


def test_a_notice_is_shown_while_reconnecting(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    down(screen)
    notice = screen.page.get_by_role("status")
    expect(notice).to_have_text("Reconnecting…")
    up(screen)
    expect(notice).to_have_count(0)


def test_reconnect_attempts_back_off(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    attempts: list[str] = []
    screen.page.on("websocket", lambda socket: attempts.append(socket.url))
    # Measured by the timers' delays, not by the clock; the timers run faster, so that all attempts are seen.
    screen.js(
        "window.delays = []; const real = setTimeout; window.setTimeout = (then, delay = 0) => {"
        " if (delay && delay !== 400) delays.push(delay); return real(then, delay / 40) }"
    )
    down(screen)
    screen.page.wait_for_function("delays.length >= 8")
    up(screen)
    delays = screen.js("delays")
    screen.becomes(lambda: len(attempts) >= 7, True)
    for delay, expected in zip(delays, [100, 200, 400, 800, 1600, 3200, 5000, 5000], strict=False):
        assert 0.75 * expected <= delay <= 1.25 * expected
    assert len(attempts) <= len(delays)


def test_a_session_that_has_ended_is_reported_and_not_reconnected(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    screen.server.remove(screen.session)
    notice = screen.page.get_by_role("alert")
    expect(notice).to_contain_text("This session has ended.")
    expect(notice.get_by_role("link", name="Open the current one")).to_have_attribute("href", "/")
    assert screen.js(STATE) == "gone"


def test_text_that_was_not_sent_is_offered_when_the_session_has_ended_and_by_the_next_page(show: Show) -> None:
    field = '<input aria-label="Note" ui-value="text"><input aria-label="Empty" ui-value="n">'
    screen = show(LUA, {"App.DEFAULT": field})
    screen.at("input").first.press_sequentially("half a thought")
    screen.server.remove(screen.session)
    offer = screen.page.get_by_role("alert").filter(has_text="Not sent")
    expect(offer).to_contain_text("Not sent: Note: half a thought")
    screen.server.add(screen.session)
    screen.page.goto(screen.url)
    expect(offer).to_contain_text("half a thought")
    offer.get_by_role("button", name="Dismiss").click()
    expect(offer).to_have_count(0)
    screen.page.goto(screen.url)
    screen.page.wait_for_selector("[ui-app] [ui-viewdef]", state="attached")
    expect(offer).to_have_count(0)


def test_variables_of_what_is_no_longer_shown_are_destroyed(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    before = len(screen.session.variables())
    screen.run("t.one = Item:new()")
    assert len(screen.session.variables()) == before + 1
    screen.run("t.one = nil")
    assert len(screen.session.variables()) == before
    screen.run("t.items = {}")
    assert len(screen.session.variables()) == before - 10


def test_two_tabs_are_live_beside_each_other(show: Show) -> None:
    screen = show(LUA, VIEWDEFS)
    other = screen.tab()
    screen.at("> input").fill("from the first")
    screen.at("> input").blur()
    screen.sync()
    expect(other.locator("[ui-app] > p")).to_have_text("from the first")
    expect(other.locator("[ui-app] > input")).to_have_value("from the first")
    other.locator("button").click()
    screen.sync(other)
    screen.sync()
    assert screen.text("b") == "1"


def test_a_session_with_its_own_app_variable_is_drawn_too(screens: Any) -> None:
    screen = screens()
    screen.directory.mkdir(parents=True)
    (screen.directory / "lua").mkdir()
    (screen.directory / "viewdefs").mkdir()
    (screen.directory / "lua" / "main.lua").write_text(
        'App = session:prototype("App", { text = "own" }) '
        "if not session:getApp() then session:createAppVariable(App:new()) end"
    )
    (screen.directory / "viewdefs" / "App.DEFAULT.html").write_text('<template><p ui-value="text"></p></template>')
    screen.session.open()
    screen.tab()
    assert screen.text("p") == "own"
    assert SessionOptions().shell_is_app
