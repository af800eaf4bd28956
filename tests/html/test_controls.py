"""Shoelace's controls: how they show and send values, and where they are loaded from."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.themes.shoelace import ShoelaceUnavailable, find_shoelace
from pytest_uimcp.server.themes.shoelace_package import fetch_shoelace
from tests.html.conftest import Show
from tests.html.screen import Screen

LUA = """
App = session:prototype("App", { v = EMPTY, items = EMPTY, log = EMPTY, open = false })
Item = session:prototype("Item", { id = "", name = "" })
t = App:new({ log = {}, items = {} })
for i, name in ipairs { "one", "two", "three" } do
  table.insert(t.items, Item:new({ id = tostring(i), name = name }))
end
function App:take(value) table.insert(self.log, value) end
function App:act() table.insert(self.log, "act") end
"""
OPTIONS = "".join(f'<sl-option value="{name}">{name}</sl-option>' for name in "abc")
DRAWN_ICONS = "[...document.querySelectorAll('sl-icon')].filter(e => e.shadowRoot.querySelector('svg path')).length"
RADIOS = "".join(f'<sl-radio value="{name}">{name}</sl-radio>' for name in "abc")


@pytest.fixture(scope="module", autouse=True)
def _shoelace() -> None:
    try:
        fetch_shoelace()
    except ShoelaceUnavailable as missing:
        pytest.fail(str(missing), pytrace=False)


def defined(screen: Screen, tag: str) -> Locator:
    screen.page.wait_for_function("tag => customElements.get(tag)", arg=tag)
    control = screen.at(tag).first
    control.evaluate("e => e.updateComplete")
    return control


def fill(page: Page, control: Locator) -> None:
    control.locator("input, textarea").first.fill("typed")
    control.locator("input, textarea").first.blur()


def pick(page: Page, control: Locator) -> None:
    control.click()
    control.locator("sl-option").nth(2).click()


CONTROLS: dict[str, tuple[str, str, object, Callable[[Page, Locator], None], object, str]] = {
    # markup, value in Lua, what the control has then, what a person does, what Lua has then, the property
    "sl-input": ('<sl-input ui-value="v"></sl-input>', "'x'", "x", fill, "typed", "value"),
    "sl-textarea": ('<sl-textarea ui-value="v"></sl-textarea>', "'x'", "x", fill, "typed", "value"),
    "sl-select": (f'<sl-select ui-value="v">{OPTIONS}</sl-select>', "'b'", "b", pick, "c", "value"),
    "sl-checkbox": (
        '<sl-checkbox ui-value="v">x</sl-checkbox>', "true", True, lambda page, e: e.click(), False, "checked",
    ),
    "sl-switch": ('<sl-switch ui-value="v">x</sl-switch>', "true", True, lambda page, e: e.click(), False, "checked"),
    "sl-radio-group": (
        f'<sl-radio-group ui-value="v">{RADIOS}</sl-radio-group>', "'b'", "b",
        lambda page, e: e.locator("sl-radio").nth(0).click(), "a", "value",
    ),
    "sl-range": (
        '<sl-range ui-value="v" max="10"></sl-range>', "4", 4,
        lambda page, e: (e.locator("input").focus(), page.keyboard.press("ArrowRight"), None)[-1], 5, "value",
    ),
    "sl-rating": (
        '<sl-rating ui-value="v"></sl-rating>', "2", 2,
        lambda page, e: e.locator("[role=slider]").press("ArrowRight"), 3, "value",
    ),
    "sl-color-picker": (
        '<sl-color-picker ui-value="v" inline></sl-color-picker>', "'#ff0000'", "#ff0000",
        lambda page, e: (e.locator("input").first.fill("#00ff00"), page.keyboard.press("Enter"), None)[-1],
        "#00ff00", "value",
    ),
}  # fmt: skip


@pytest.mark.parametrize("tag", CONTROLS)
def test_a_control_shows_its_value_and_sends_what_people_choose(show: Show, tag: str) -> None:
    markup, lua, shown, act, sent, name = CONTROLS[tag]
    screen = show(LUA + f"t.v = {lua}", {"App.DEFAULT": f"<div>{markup}</div>"})
    control = defined(screen, tag)
    screen.becomes(lambda: control.evaluate("(e, name) => e[name]", name), shown)
    act(screen.page, control)
    screen.lua_is("return t.v", sent)
    screen.run(f"t.v = {lua}")
    screen.becomes(lambda: control.evaluate("(e, name) => e[name]", name), shown)


def test_a_select_with_nothing_chosen_is_empty(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": f'<sl-select ui-value="v">{OPTIONS}</sl-select>'})
    defined(screen, "sl-select")
    screen.has("sl-select", "e => e.value", "")
    screen.run("t.v = 'a'")
    screen.has("sl-select", "e => e.value", "a")
    screen.run("t.v = nil")
    screen.has("sl-select", "e => e.value", "")


def test_a_select_shows_numbers_as_strings_and_many_as_a_list(show: Show) -> None:
    options = '<sl-option value="1">1</sl-option><sl-option value="2">2</sl-option>'
    screen = show(
        LUA + "t.v = 2 t.log = { 'a', 'c' }",
        {
            "App.DEFAULT": f'<sl-select ui-value="v">{options}</sl-select>'
            f'<sl-select class="many" multiple ui-value="log">{OPTIONS}</sl-select>'
        },
    )
    defined(screen, "sl-select")
    screen.has("sl-select", "e => e.value", "2")
    screen.has(".many", "e => e.value", ["a", "c"])


def test_a_selects_options_may_be_a_list(show: Show) -> None:
    screen = show(
        LUA + "t.v = '2'",
        {
            "App.DEFAULT": '<sl-select ui-value="v" ui-viewlist="items"></sl-select>',
            "Item.list-item": '<sl-option ui-attr-value="id"><span ui-value="name"></span></sl-option>',
        },
    )
    control = defined(screen, "sl-select")
    expect(control.locator("input").first).to_have_value("two")
    control.click()
    control.locator("sl-option").nth(2).click()
    screen.lua_is("return t.v", "3")


def test_keypress_sends_each_keystroke_of_a_control(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<div><sl-input ui-value="v?keypress"></sl-input><p ui-value="v"></p></div>'})
    defined(screen, "sl-input").locator("input").press_sequentially("ab")
    expect(screen.at("p")).to_have_text("ab")


def test_keys_and_events_of_controls_reach_the_app(show: Show) -> None:
    screen = show(
        LUA,
        {
            "App.DEFAULT": '<div><sl-input ui-value="v" ui-event-keypress-enter="take(_)" ui-event-sl-change="take(_)">'
            '</sl-input><sl-button ui-action="act()">x</sl-button></div>'
        },
    )
    field = defined(screen, "sl-input").locator("input")
    field.press_sequentially("word")
    field.press("Enter")
    screen.lua_is("return { t.v, t.log }", ["word", ["enter"]])
    defined(screen, "sl-button").click()
    screen.becomes(lambda: "act" in screen.run("return t.log"), True)


def test_an_attribute_opens_a_dialog(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": '<div><sl-dialog label="Say" ui-attr-open="open">words</sl-dialog></div>'})
    defined(screen, "sl-dialog")
    expect(screen.page.get_by_text("words")).to_be_hidden()
    screen.run("t.open = true")
    expect(screen.page.get_by_text("words")).to_be_visible()


@pytest.mark.parametrize(
    ("markup", "lua", "value"),
    [
        ('<sl-progress-bar ui-value="v"></sl-progress-bar>', "40", 40),
        ('<sl-progress-ring ui-value="v"></sl-progress-ring>', "40", 40),
        ('<sl-copy-button ui-value="v"></sl-copy-button>', "'x'", "x"),
        ('<sl-qr-code ui-value="v"></sl-qr-code>', "'x'", "x"),
        ('<sl-option ui-value="v">x</sl-option>', "'x'", "x"),
    ],
)
def test_display_only_controls_have_the_value(show: Show, markup: str, lua: str, value: object) -> None:
    screen = show(LUA + f"t.v = {lua}", {"App.DEFAULT": f"<div>{markup}</div>"})
    tag = markup[1:].split()[0]
    defined(screen, tag)
    screen.has(tag, "e => e.value", value)


@pytest.mark.parametrize("tag", ["sl-badge", "sl-tag", "sl-button"])
def test_controls_without_a_value_to_show_have_the_text(show: Show, tag: str) -> None:
    screen = show(LUA + "t.v = 'words'", {"App.DEFAULT": f'<div><{tag} ui-value="v"></{tag}></div>'})
    expect(defined(screen, tag)).to_have_text("words")


def test_controls_come_from_this_server_and_are_there_when_the_view_is(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": "<p>plain</p>"})
    requests: list[str] = []
    screen.page.on("request", lambda request: requests.append(request.url))
    screen.js(
        "window.undefinedSeen = 0; new MutationObserver(() => { undefinedSeen += document.querySelectorAll("
        "'[ui-app] :not(:defined)').length }).observe(document.body, { childList: true, subtree: true })"
    )
    screen.session.upload_viewdef("App", "DEFAULT", "<template><div><sl-button>x</sl-button></div></template>")
    expect(defined(screen, "sl-button")).to_be_visible()
    screen.becomes(lambda: bool(requests), True)
    assert [url for url in requests if not url.startswith(screen.server.url)] == []
    assert screen.js("undefinedSeen") == 0


def test_a_page_without_controls_fetches_none(show: Show) -> None:
    screen = show(LUA, {"App.DEFAULT": "<p>plain</p>"})
    assert screen.js("performance.getEntriesByType('resource').filter(e => e.name.includes('/shoelace/')).length") == 0


def test_without_any_copy_the_page_appears_and_says_what_is_missing(screens: Callable[..., Screen]) -> None:
    screen = screens()
    screen.write(LUA, {"App.DEFAULT": "<div><sl-badge>words</sl-badge></div>"})
    screen.session.open()
    screen.session.display("t")
    page = screen.context.new_page()
    screen.tabs.append(page)
    messages: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("request", lambda request: requests.append(request.url))
    page.route("**/shoelace/**", lambda route: route.fulfill(status=404))
    page.goto(screen.url)
    expect(page.locator("[ui-app]").get_by_text("words")).to_be_visible()
    screen.becomes(lambda: any("this server has no copy of Shoelace" in text for text in messages), True)
    assert [url for url in requests if not url.startswith(screen.server.url)] == []


CDN = "https://cdn.jsdelivr.net/npm/@shoelace-style/shoelace@2.19.1/cdn/"


def test_an_app_that_names_a_shoelace_of_its_own_gets_that_one(screens: Callable[..., Screen]) -> None:
    screen = screens()
    names = f'<link rel="stylesheet" href="{CDN}themes/dark.css"><script type="module" src="{CDN}shoelace.js"></script>'
    html = screen.server.base_dir / "html"
    html.mkdir(exist_ok=True)
    index = (bundle_dir() / "html" / "index.html").read_text(encoding="utf-8")
    (html / "index.html").write_text(index.replace("</head>", f"{names}</head>"), encoding="utf-8")
    screen.write(LUA, {"App.DEFAULT": '<div><sl-badge>x</sl-badge><sl-input ui-value="v"></sl-input></div>'})
    screen.session.open()
    screen.session.display("t")
    page = screen.context.new_page()
    screen.tabs.append(page)
    asked: list[str] = []
    files = find_shoelace()
    assert files is not None

    def from_the_network(route: Route) -> None:
        path = route.request.url.removeprefix(CDN)
        asked.append(path)
        kind = "text/css" if path.endswith(".css") else "text/javascript"
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": kind}
        route.fulfill(body=files.read(path) or b"", headers=headers)

    page.route(f"{CDN}**", from_the_network)
    try:
        page.goto(screen.url)
        page.wait_for_function("['sl-badge', 'sl-input'].every(tag => customElements.get(tag))")
        fill(page, page.locator("sl-input"))
        screen.lua_is("return t.v", "typed")
    finally:
        shutil.rmtree(html)
    assert {"themes/dark.css", "shoelace.js"} <= set(asked)


def test_a_directory_that_brings_a_shoelace_along_is_served_from_it(screens: Callable[..., Screen]) -> None:
    screen = screens()
    own = screen.server.base_dir / "html" / "shoelace" / "assets" / "icons"
    own.mkdir(parents=True)
    (own / "of-mine.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>', encoding="utf-8")
    screen.write(LUA, {"App.DEFAULT": '<div><sl-icon name="of-mine"></sl-icon><sl-icon name="bell"></sl-icon></div>'})
    try:
        screen.open()
        defined(screen, "sl-icon")
        screen.js_is(DRAWN_ICONS, 2)
    finally:
        shutil.rmtree(own.parent.parent)


def test_icons_come_by_name(show: Show) -> None:
    screen = show(
        LUA, {"App.DEFAULT": '<div><sl-icon name="alarm"></sl-icon><sl-icon name="zoom-out"></sl-icon></div>'}
    )
    defined(screen, "sl-icon")
    screen.js_is(DRAWN_ICONS, 2)
