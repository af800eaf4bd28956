from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.html.conftest import Show
from tests.html.screen import Scheme, Screen

LUA = """
App = session:prototype("App", { text = "hello", n = 1, items = EMPTY, bad = false })
Item = session:prototype("Item", { name = "" })
t = App:new({ items = { Item:new({ name = "first" }), Item:new({ name = "second" }) } })
function App:getter() if self.bad then error("no value today") end return true end
"""
VIEWDEFS = {
    "App.DEFAULT": '<p ui-value="text"></p><b ui-value="n"></b><i ui-value="getter()"></i>'
    '<ul ui-viewlist="items"></ul>',
    "Item.list-item": '<li ui-value="name"></li>',
}


@pytest.fixture
def screen(show: Show) -> Screen:
    return show(LUA, VIEWDEFS)


@pytest.fixture
def page(screen: Screen) -> Iterator[Page]:
    page = screen.context.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text) if "Policy" in message.text else None)
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.goto(screen.url + "/variables")
    yield page
    page.close()
    assert messages == []


def rows(page: Page) -> Locator:
    return page.locator("#rows [role=row]")


def row(page: Page, path: str) -> Locator:
    return rows(page).filter(has=page.locator(".name", has_text=path)).first


def cell(page: Page, path: str, number: int) -> Locator:
    return row(page, path).locator("[role=gridcell]").nth(number)


def test_it_shows_every_variable_with_all_that_is_known(screen: Screen, page: Page) -> None:
    expect(rows(page)).to_have_count(len(screen.session.variables()))
    expect(cell(page, "text", 1)).to_have_text('"hello"')
    expect(cell(page, "items", 1)).to_have_text("2 \N{MULTIPLICATION SIGN} Item")
    expect(cell(page, "items", 1)).to_have_attribute("title", "[object 3, object 4]")
    expect(cell(page, "value", 1)).to_have_text('App "hello"')
    expect(cell(page, "value", 1)).to_have_attribute("title", re.compile(r"^object \d+$"))
    expect(cell(page, "value", 2)).to_have_text("App")
    expect(cell(page, "text", 3)).to_have_text("r")
    expect(cell(page, "text", 4)).to_have_text("1")
    expect(cell(page, "text", 5)).to_have_text(re.compile(r"^(0|<?[\d.]+ (µs|ms|s))$"))
    expect(page.locator("#summary")).to_have_text("10 variables")


def test_it_follows_changes(screen: Screen, page: Page) -> None:
    expect(cell(page, "n", 1)).to_have_text("1")
    screen.run("t.n = 2")
    expect(cell(page, "n", 1)).to_have_text("2")
    expect(cell(page, "n", 4)).to_have_text("2")
    screen.run("table.remove(t.items)")
    expect(rows(page)).to_have_count(8)


def test_updates_can_be_paused(screen: Screen, page: Page) -> None:
    expect(cell(page, "n", 1)).to_have_text("1")
    page.evaluate(
        "window.begun = window.ended = 0; const real = fetch; window.fetch = async (...all) => {"
        " begun += 1; try { return await real(...all) } finally { ended += 1 } }"
    )
    page.wait_for_function("ended > 0")
    page.get_by_label("Live").uncheck()
    # One request may have been under way; its answer predates the change.
    page.wait_for_function("begun === ended")
    screen.run("t.n = 2")
    with pytest.raises(AssertionError):
        expect(cell(page, "n", 1)).to_have_text("2", timeout=1000)
    page.get_by_label("Live").check()
    expect(cell(page, "n", 1)).to_have_text("2")


def test_an_error_is_shown_in_place_of_the_value(screen: Screen, page: Page) -> None:
    screen.run("t.bad = true")
    expect(cell(page, "getter()", 1)).to_contain_text("no value today")
    expect(page.locator("#summary")).to_have_text("10 variables, 1 with an error")
    page.get_by_label("Errors only").check()
    expect(rows(page).filter(has_text="getter()")).to_be_visible()
    expect(row(page, "text")).to_have_count(0)


def test_a_filter_finds_paths_values_types_and_ids(page: Page) -> None:
    field = page.get_by_label("Filter")
    page.get_by_role("button", name="Flat").click()
    for text, found in (("second", 1), ("Item", 3), ("name first", 1), ("#1", 1), ("APP", 1), ("nothing like it", 0)):
        field.fill(text)
        expect(rows(page)).to_have_count(found)
    expect(page.get_by_text("No variable matches.")).to_be_visible()


def test_in_the_tree_a_match_keeps_its_ancestors_visible(page: Page) -> None:
    page.get_by_label("Filter").fill("second")
    expect(rows(page).locator(".name")).to_have_text(["the app", "value", "items", "1", "name"])
    for number in range(5):
        expect(rows(page).nth(number)).to_have_attribute("aria-level", str(number + 1))


def test_a_branch_closes_and_opens_by_mouse_and_keys(page: Page) -> None:
    expect(rows(page)).to_have_count(10)
    row(page, "items").get_by_role("button").click()
    expect(rows(page)).to_have_count(6)
    row(page, "items").press("ArrowRight")
    expect(rows(page)).to_have_count(10)
    row(page, "items").press("ArrowLeft")
    expect(rows(page)).to_have_count(6)
    row(page, "items").press("ArrowUp")
    expect(row(page, "getter()")).to_be_focused()


def test_the_flat_view_sorts_by_any_column(page: Page) -> None:
    expect(rows(page)).to_have_count(10)
    page.get_by_role("button", name="Value").click()
    values = rows(page).locator("[role=gridcell]:nth-child(2)")
    header = page.get_by_role("columnheader", name="Value")
    expect(header).to_have_attribute("aria-sort", "ascending")
    first = values.all_text_contents()
    assert first.index('"first"') < first.index('"second"')
    page.get_by_role("button", name="Value").click()
    expect(header).to_have_attribute("aria-sort", "descending")
    expect(values).to_have_text(first[::-1])
    page.get_by_role("button", name="Id", exact=True).click()
    expect(page.get_by_role("columnheader", name="Id")).to_have_attribute("aria-sort", "ascending")
    numbers = [int(text) for text in rows(page).locator("[role=gridcell]:nth-child(7)").all_text_contents()]
    assert numbers == sorted(numbers)


def test_pointing_at_a_row_points_at_its_element_in_the_app(screen: Screen, page: Page) -> None:
    outline = screen.page.locator("#ui-overlay .outline")
    row(page, "name").hover()
    expect(outline).to_have_count(1)
    screen.page.bring_to_front()
    expect(outline).to_be_visible()
    here = screen.at("li").first.bounding_box()
    assert here is not None
    screen.becomes(lambda: outline.bounding_box() == pytest.approx(here), True)  # placed in a frame of its own
    page.mouse.move(0, 0)
    expect(outline).to_have_count(0)


def test_only_cells_that_change_are_touched(screen: Screen, page: Page) -> None:
    expect(rows(page)).to_have_count(10)
    page.evaluate(
        """() => {
          window.touched = [];
          const note = ({ target }) => {
            const cell = target.closest(".row > *");
            touched.push([cell ? [...cell.parentElement.children].indexOf(cell) : -1, cell?.innerText ?? ""]);
          };
          new MutationObserver((all) => all.forEach(note))
            .observe(document.querySelector("#rows"), { childList: true, subtree: true });
        }"""
    )
    screen.run("t.text = 'changed'")
    expect(cell(page, "text", 1)).to_have_text('"changed"')
    touched = page.evaluate("touched")
    assert [1, '"changed"'] in touched
    # The values that show the text, how often they have changed, and times, of which any may be another.
    assert {number for number, _ in touched} <= {1, 4, 5}
    assert all("changed" in text for number, text in touched if number == 1)
    assert all(text != "0" for number, text in touched if number == 4)


def test_the_pane_has_all_that_is_known_of_a_variable(screen: Screen, page: Page) -> None:
    pane = page.get_by_role("complementary", name="Details")
    expect(pane).to_be_hidden()
    row(page, "items").focus()
    page.keyboard.press("Enter")
    expect(pane.get_by_role("heading", level=2)).to_have_text(re.compile(r"^value . items$"))
    expect(pane.locator("pre")).to_have_text('0  Item "first"\n1  Item "second"')
    expect(pane).to_contain_text('<ul id="ui-4">')
    expect(pane.get_by_role("form")).to_have_count(0)
    screen.run("table.remove(t.items)")
    expect(pane.locator("pre")).to_have_text('0  Item "first"')
    expect(pane.locator("ol")).to_contain_text("2 \N{MULTIPLICATION SIGN} Item until")
    assert page.url.endswith("#1:6")
    page.keyboard.press("Escape")
    expect(pane).to_be_hidden()
    expect(row(page, "items")).to_be_focused()
    page.keyboard.press("End")
    expect(rows(page).last).to_be_focused()
    page.keyboard.press("Space")
    expect(pane.get_by_role("heading", level=2)).to_have_text(re.compile(r"^value . items . 0 . name$"))


def test_a_value_is_written_through_a_tab_that_shows_it(show: Show) -> None:
    screen = show(
        'App = session:prototype("App", { text = "hello", count = 1 })\nt = App:new()\n'
        "function App:set(value) if value then self.count = value end return self.count end\n"
        "function App:strict(value) if value then error('only numbers') end return 1 end\n",
        {"App.DEFAULT": '<input ui-value="text"><i ui-value="text"></i><input ui-value="strict(_)">'},
    )
    page = screen.context.new_page()
    page.goto(screen.url + "/variables#3")
    pane = page.get_by_role("complementary", name="Details")
    expect(pane).to_contain_text("bound twice")
    expect(row(page, "text").locator("small")).to_have_text("\N{MULTIPLICATION SIGN}2")
    field = pane.get_by_role("textbox", name="New value")
    expect(field).to_have_value("hello")
    field.fill("from the pane")
    field.press("Enter")
    expect(screen.at("input").first).to_have_value("from the pane")
    expect(pane.get_by_role("status")).to_have_text("Sent")
    assert screen.run("return t.text") == "from the pane"
    row(page, "strict(_)").click()
    field.fill("x")
    field.press("Enter")
    expect(pane.get_by_role("status")).to_contain_text("only numbers")
    screen.page.close()
    field.fill("y")
    field.press("Enter")
    expect(pane.get_by_role("status")).to_contain_text("No open tab of this browser shows this variable")
    page.close()


def test_a_log_tells_what_people_do_and_what_follows(show: Show) -> None:
    screen = show(
        'App = session:prototype("App", { text = "", secret = "", count = 1 })\nt = App:new()\n'
        "function App:add() self.count = self.count + 1 end\nfunction App:fail() error('no luck') end\n",
        {
            "App.DEFAULT": '<input aria-label="Text" ui-value="text"><b ui-value="count"></b>'
            '<input type="password" ui-value="secret"><button ui-action="add()">Add</button>'
            '<button ui-action="fail()">Fail</button>'
        },
    )
    page = screen.context.new_page()
    page.goto(screen.url + "/variables")
    page.get_by_label("Actions").check()
    log = page.get_by_role("log", name="Actions")
    expect(log).to_contain_text("What is clicked and typed in the app appears here")
    # A tab that comes later is asked, too.
    for tab in (screen.page, screen.tab()):
        tab.get_by_role("button", name="Add").click()
        expect(log.locator("ol > li").first).to_contain_text('add() button "Add"')
        expect(log.locator("ol > li").first).to_contain_text(re.compile(r"count: \d . \d"))
    screen.page.get_by_label("Text").fill("milk")
    screen.page.get_by_label("Text").press("Tab")
    expect(log.locator("ol > li").first).to_contain_text(re.compile('text . "milk" input "Text"'))
    screen.page.locator("[type=password]").fill("hunter2")
    screen.page.locator("[type=password]").press("Tab")
    expect(log.locator("ol > li").first).to_contain_text("***")
    screen.page.get_by_role("button", name="Fail").click()
    expect(log.locator(".fault")).to_contain_text("no luck")
    assert "hunter2" not in log.inner_text()
    # Both tabs have heard of each change.
    assert log.inner_text().count("count:") == 2
    page.close()


def test_the_end_of_a_session_is_reported(screen: Screen, page: Page) -> None:
    del screen.server.sessions[screen.session.id]
    expect(page.locator("#summary")).to_have_text("The session has ended")


# The smallest contrast of a text to what is behind it, for everything that shows; colours as the page draws them.
CONTRAST = """() => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const rgb = (colour, under) => {
        pen.fillStyle = under; pen.fillRect(0, 0, 1, 1)
        pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1)
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const css = colour => `rgb(${colour.join(' ')})`
    const behind = node =>
        rgb(getComputedStyle(node).backgroundColor, node.parentElement ? css(behind(node.parentElement)) : 'white')
    const light = ([r, g, b]) => [[r, .2126], [g, .7152], [b, .0722]].reduce((sum, [part, weight]) => {
        const c = part / 255
        return sum + weight * (c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    }, 0)
    const contrast = node => {
        const back = behind(node), front = rgb(getComputedStyle(node).color, css(back))
        const [low, high] = [light(back), light(front)].sort((a, b) => a - b)
        return (high + .05) / (low + .05)
    }
    const texts = [...document.querySelectorAll('body *')].filter(node =>
        node.checkVisibility() && [...node.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
    return texts.map(node => [contrast(node), node.textContent]).sort((a, b) => a[0] - b[0])[0]
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_in_the_light_and_in_the_dark(screen: Screen, page: Page, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    screen.run("t.bad = true")
    expect(page.get_by_text("no value today").first).to_be_visible()
    lowest, text = page.evaluate(CONTRAST)
    assert lowest >= 4.5, f"{text!r} has a contrast of {lowest:.1f}"
