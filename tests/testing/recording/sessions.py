"""Thirty sessions of people, scripts and agents, which are recorded and replayed on both faces.

`python -m tests.testing.recording.sessions DIR` records them in DIR and replays them ten times (`--times`); names behind
DIR select some. Every run of the tests plays a few of them.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from playwright.async_api import Page, expect

from pytest_uimcp.testing.faces.chromium.chromium import BrowserOptions, Chromium
from tests.server.commands.command import Command
from tests.testing.recording.conftest import Recorded

Session = Callable[[Page, Command], Awaitable[None]]

LUA: Final = """
Row = session:prototype("Row", {name = "", marked = false})
function Row:mark() self.marked = not self.marked end
function Row:marks() return self.marked and "marked" or "plain" end
Parts = session:prototype("Parts", {
    name = "", note = "", count = "1", day = "", hour = "", volume = "3", shade = "#000000", colour = "red", size = "s",
    ready = false, on = false, agreed = false, pick = "a", many = EMPTY, rate = "0", speed = "20", level = "1",
    said = "", open = false, rows = EMPTY, big = "", kind = "x", key = "", clicks = 0, mark = "",
})
function Parts:say() self.said = "Hello " .. self.name end
function Parts:show() self.open = true end
function Parts:hide() self.open = false end
function Parts:click() self.clicks = self.clicks + 1 end
function Parts:entered() self.key = "entered " .. self.name end
function Parts:sent() self.said = "sent " .. self.note end
function Parts:chose() self.mark = "chosen" end
function Parts:opened() self.mark = "opened" end
function Parts:asked() self.mark = "asked" end
function Parts:add(name) table.insert(self.rows, Row:new({name = name})) end
function Parts:addRow() self:add("row " .. (#self.rows + 1)) end
function Parts:later() self.said = "wait" session:setImmediate(function() parts.said = "done" end) end
function Parts:tell() mcp.pushState({event = "told", name = self.name}) end
if not session.reloading then
    parts = Parts:new({rows = {Row:new({name = "one"}), Row:new({name = "two"})}})
end
"""
VIEW: Final = """<template><main>
<h1>Parts</h1>
<sl-tab-group><sl-tab slot="nav" panel="a">First</sl-tab><sl-tab slot="nav" panel="b">Second</sl-tab>
<sl-tab-panel name="a">Panel one</sl-tab-panel><sl-tab-panel name="b">Panel two</sl-tab-panel></sl-tab-group>
<p role="status" ui-value="said"></p><p>Clicks <b ui-value="clicks"></b>, <b ui-value="key"></b> <b ui-value="mark"></b></p>
<p>Colour <b ui-value="colour"></b>, size <b ui-value="size"></b>, pick <b ui-value="pick"></b>, day <b ui-value="day"></b>,
volume <b ui-value="volume"></b>, count <b ui-value="count"></b>, level <b ui-value="level"></b>, rate <b ui-value="rate"></b>,
speed <b ui-value="speed"></b>, big <b ui-value="big"></b></p>
<label>Name <input ui-value="name?keypress" ui-event-keypress-enter="entered()"></label>
<label>Note <textarea ui-value="note"></textarea></label>
<label>Count <input type="number" ui-value="count"></label>
<label>Day <input type="date" ui-value="day"></label>
<label>Hour <input type="time" ui-value="hour"></label>
<label>Volume <input type="range" min="0" max="10" ui-value="volume"></label>
<label>Shade <input type="color" ui-value="shade"></label>
<label>Colour <select ui-value="colour"><option value="red">Red</option><option value="blue">Blue</option></select></label>
<fieldset><legend>Size</legend><label><input type="radio" name="size" value="s" ui-value="size"> Small</label>
<label><input type="radio" name="size" value="l" ui-value="size"> Large</label></fieldset>
<label><input type="checkbox" ui-value="ready"> Ready</label>
<details><summary>More</summary><p>Hidden until now</p></details>
<button ui-action="say()">Say</button> <button ui-action="click()">Count up</button>
<button ui-action="later()">Later</button> <button ui-action="addRow()">Add row</button>
<button ui-action="tell()">Tell</button> <button ui-action="show()">Open</button>
<p ui-event-click="chose()">A line to choose</p>
<p ui-event-dblclick="opened()" ui-event-contextmenu="asked()">A line to open</p>
<form ui-event-submit="sent()"><label>Big <input ui-value="big"></label><button type="submit">Send</button></form>
<ul ui-viewlist="rows"></ul>
<sl-input label="Title" ui-value="name"></sl-input>
<sl-checkbox ui-value="agreed">Agreed</sl-checkbox> <sl-switch ui-value="on">On</sl-switch>
<sl-select label="Pick" ui-value="pick"><sl-option value="a">Apple</sl-option><sl-option value="b">Bread</sl-option></sl-select>
<sl-radio-group label="Level" ui-value="level"><sl-radio value="1">Low</sl-radio><sl-radio value="2">High</sl-radio></sl-radio-group>
<sl-range label="Speed" min="0" max="100" ui-value="speed"></sl-range>
<sl-rating label="Rating" ui-value="rate"></sl-rating>
<sl-details summary="Less"><p>Also hidden</p></sl-details>
<sl-button ui-action="click()">Go</sl-button>
<sl-dialog label="Question" ui-attr-open="open"><p>Sure?</p><sl-button ui-action="hide()">Close it</sl-button></sl-dialog>
</main></template>"""
ROW: Final = """<template><li><span ui-value="name"></span> <b ui-value="marks()"></b>
<button ui-action="mark()">Mark</button></li></template>"""
APP: Final = {
    ".claude/ui/apps/parts/app.lua": LUA,
    ".claude/ui/apps/parts/viewdefs/Parts.DEFAULT.html": VIEW,
    ".claude/ui/apps/parts/viewdefs/Row.list-item.html": ROW,
}
# What a script does that sets a value and tells of it, as agents in browsers do.
SETS: Final = """([css, value, ...events]) => {
  const field = document.querySelector(css);
  field.value = value;
  for (const name of events) field.dispatchEvent(new Event(name, {bubbles: true}));
}"""
SESSIONS: dict[str, Session] = {}
# Where the session of a page is recorded.
FILES: WeakKeyDictionary[Page, Path] = WeakKeyDictionary()
LOOKS: Final = 40


def session(does: Session) -> Session:
    SESSIONS[does.__name__] = does
    return does


async def said(page: Page, text: str) -> None:
    """See a text, and read for as long as it takes the recording to have the page."""
    await expect(page.get_by_text(text, exact=True).first).to_be_visible()
    await read(page)


async def read(page: Page) -> None:
    for _ in range(LOOKS):
        if FILES[page].read_text(encoding="utf-8").splitlines()[-1].lstrip().startswith("- snapshot"):
            return
        await asyncio.sleep(0.05)


def button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


# People with a mouse.


@session
async def clicks_buttons(page: Page, client: Command) -> None:
    for _ in range(3):
        await button(page, "Count up").click()
    await button(page, "Go").click()
    await said(page, "4")


@session
async def clicks_twice_and_right(page: Page, client: Command) -> None:
    line = page.get_by_text("A line to open")
    await line.dblclick()
    await said(page, "opened")
    await line.click(button="right")
    await said(page, "asked")


@session
async def opens_details(page: Page, client: Command) -> None:
    await page.locator("summary", has_text="More").first.click()
    await said(page, "Hidden until now")
    await button(page, "Say").click()


@session
async def opens_and_closes_details(page: Page, client: Command) -> None:
    for _ in range(2):
        await page.locator("summary", has_text="More").first.click()
    await button(page, "Count up").click()


@session
async def opens_details_of_a_component(page: Page, client: Command) -> None:
    await page.get_by_text("Less").click()
    await said(page, "Also hidden")
    await button(page, "Say").click()


@session
async def changes_tabs(page: Page, client: Command) -> None:
    await page.get_by_role("tab", name="Second").click()
    await said(page, "Panel two")
    await page.get_by_role("tab", name="First").click()
    await said(page, "Panel one")


@session
async def opens_a_dialog(page: Page, client: Command) -> None:
    await button(page, "Open").click()
    await said(page, "Sure?")
    await button(page, "Close it").click()
    await expect(page.get_by_text("Sure?")).to_be_hidden()
    await button(page, "Count up").click()


@session
async def marks_rows(page: Page, client: Command) -> None:
    await page.get_by_role("button", name="Mark").nth(1).click()
    await said(page, "marked")
    await button(page, "Add row").click()
    await page.get_by_role("button", name="Mark").nth(2).click()
    await expect(page.get_by_text("marked", exact=True)).to_have_count(2)


@session
async def clicks_a_line(page: Page, client: Command) -> None:
    await page.get_by_text("A line to choose").click()
    await said(page, "chosen")


@session
async def ticks_boxes(page: Page, client: Command) -> None:
    await page.get_by_label("Ready").check()
    await page.get_by_label("Large").check()
    await page.get_by_text("Agreed").click()
    await page.get_by_text("On", exact=True).click()
    await said(page, "l")


@session
async def chooses_in_components(page: Page, client: Command) -> None:
    await page.get_by_role("combobox", name="Pick").click()
    await page.get_by_role("option", name="Bread").click()
    await said(page, "b")
    await page.get_by_text("High").click()
    await said(page, "2")


@session
async def waits_for_what_comes_later(page: Page, client: Command) -> None:
    await button(page, "Later").click()
    await said(page, "done")
    await button(page, "Count up").click()


@session
async def clicks_where_nothing_is(page: Page, client: Command) -> None:
    await page.get_by_role("heading", name="Parts").click()
    await button(page, "Count up").click()
    await page.get_by_role("heading", name="Parts").click()
    await button(page, "Say").click()


# People with a keyboard.


@session
async def types_a_name(page: Page, client: Command) -> None:
    await page.get_by_label("Name").press_sequentially("Ada")
    await page.keyboard.press("Enter")
    await said(page, "entered Ada")
    await button(page, "Say").click()
    await said(page, "Hello Ada")


@session
async def types_and_corrects(page: Page, client: Command) -> None:
    await page.get_by_label("Name").press_sequentially("Adda")
    for _ in range(2):
        await page.keyboard.press("Backspace")
    await page.keyboard.type("a")
    await button(page, "Say").click()
    await said(page, "Hello Ada")


@session
async def writes_a_note_and_sends_it(page: Page, client: Command) -> None:
    await page.get_by_label("Note").press_sequentially("two words")
    await page.get_by_label("Big").press_sequentially("x")
    await page.keyboard.press("Enter")
    await said(page, "x")


@session
async def goes_through_with_tab(page: Page, client: Command) -> None:
    await button(page, "Say").focus()
    await page.keyboard.press("Enter")
    await said(page, "Hello")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await said(page, "1")


@session
async def opens_details_by_key(page: Page, client: Command) -> None:
    await page.locator("summary", has_text="More").first.focus()
    await page.keyboard.press("Enter")
    await said(page, "Hidden until now")
    await button(page, "Count up").click()


@session
async def types_into_components(page: Page, client: Command) -> None:
    await page.get_by_role("textbox", name="Title").press_sequentially("Ada")
    await button(page, "Say").click()
    await said(page, "Hello Ada")


@session
async def types_a_number(page: Page, client: Command) -> None:
    await page.get_by_label("Count", exact=True).fill("12")
    await button(page, "Count up").click()
    await said(page, "12")


@session
async def moves_a_slider(page: Page, client: Command) -> None:
    await page.get_by_label("Volume").focus()
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    await button(page, "Count up").click()
    await said(page, "6")


@session
async def leaves_a_field_by_a_click_beside_it(page: Page, client: Command) -> None:
    await page.get_by_label("Big").press_sequentially("long")
    await page.get_by_role("heading", name="Parts").click()
    await said(page, "long")
    await button(page, "Count up").click()


# Scripts, and agents that use the browser.


@session
async def selects_by_script(page: Page, client: Command) -> None:
    await page.get_by_label("Colour").select_option("blue")
    await said(page, "blue")
    await button(page, "Count up").click()


@session
async def sets_values_by_script(page: Page, client: Command) -> None:
    await page.evaluate(SETS, ["textarea", "by script", "input", "change"])
    await page.evaluate(SETS, ["input[type=date]", "2026-02-03", "input", "change"])
    await said(page, "2026-02-03")
    await button(page, "Count up").click()


@session
async def tells_of_a_change_only(page: Page, client: Command) -> None:
    await page.evaluate(SETS, ["form input", "changed", "change"])
    await said(page, "changed")
    await button(page, "Count up").click()


@session
async def clicks_by_script(page: Page, client: Command) -> None:
    await page.evaluate("[...document.querySelectorAll('button')].find(one => one.textContent === 'Count up').click()")
    await said(page, "1")
    await page.evaluate("document.querySelector('summary').click()")
    await said(page, "Hidden until now")


@session
async def fills_dates_and_colours(page: Page, client: Command) -> None:
    await page.get_by_label("Day").fill("2026-03-04")
    await page.get_by_label("Hour").fill("10:30")
    await page.get_by_label("Shade").fill("#ff0000")
    await button(page, "Count up").click()
    await said(page, "2026-03-04")


# Agents with tools, and people beside them.


@session
async def agent_adds_rows(page: Page, client: Command) -> None:
    assert client.tool("ui_run", code='parts:add("three") return #parts.rows') == "3"
    await said(page, "three")
    await page.get_by_role("button", name="Mark").nth(2).click()
    assert client.tool("ui_run", code="return parts.rows[3].marked") == "true"


@session
async def agent_and_person_take_turns(page: Page, client: Command) -> None:
    for number in range(3):
        await button(page, "Count up").click()
        assert client.tool("ui_run", code="return parts.clicks") == str(number + 1)
        client.tool("ui_run", code=f'parts.said = "turn {number}"')
        await said(page, f"turn {number}")


@session
async def agent_fails_and_goes_on(page: Page, client: Command) -> None:
    client.ask("tools/call", {"name": "ui_run", "arguments": {"code": "return parts:nothing()"}})
    client.tool("ui_run", code='parts.name = "Ada"')
    await button(page, "Say").click()
    await said(page, "Hello Ada")


@session
async def agent_opens_a_dialog(page: Page, client: Command) -> None:
    client.tool("ui_run", code="parts:show()")
    await said(page, "Sure?")
    await button(page, "Close it").click()
    await expect(page.get_by_text("Sure?")).to_be_hidden()
    assert client.tool("ui_run", code="return parts.open") == "false"


def record(root: Path, chromium: Chromium, names: list[str]) -> Recorded:
    """Record sessions, each in a file of its own; returns what replays them."""
    recorded = Recorded(root, chromium, APP)
    for name in names:
        recorded.file = root / "tests" / f"{name}.scenario.yaml"
        with recorded.session("--name", name.replace("_", " ")) as client:

            async def does(page: Page, name: str = name, client: Command = client, file: Path = recorded.file) -> None:
                FILES[page] = file
                await expect(page.get_by_role("heading", name="Parts")).to_be_visible()
                await SESSIONS[name](page, client)
                await read(page)

            recorded.person(recorded.display(client, "parts"), does)
    recorded.file = root / "tests"
    return recorded


def snapshots_of(root: Path) -> Iterator[str]:
    return (path.name for path in (root / "tests").rglob("*.aria.yaml"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.testing.recording.sessions", description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--times", type=int, default=10)
    options = parser.parse_args()
    chromium = Chromium(BrowserOptions())
    try:
        recorded = record(options.directory, chromium, options.names or list(SESSIONS))
    finally:
        chromium.close()
    failed = 0
    for number in range(options.times):
        printed = recorded.replay("all")
        failed += not printed.startswith("0\n")
        sys.stdout.write(f"{number + 1}: {printed.splitlines()[-1]}\n")
        if not printed.startswith("0\n"):
            sys.stdout.write(f"{printed}\n")
    lost = [path.name for path in (options.directory / "tests").glob("*.yaml") if "not recorded" in path.read_text()]
    sys.stdout.write(
        f"snapshots: {len(list(snapshots_of(options.directory)))}; with a loss: {', '.join(lost) or 'none'}\n"
    )
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
