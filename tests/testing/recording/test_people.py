"""A person in Chromium uses every kind of control; the recording says so, and replays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Page, expect

from tests.testing.recording.desks import DESK

if TYPE_CHECKING:
    from tests.testing.recording.conftest import Recorded

pytestmark = [pytest.mark.usefixtures("imported_package"), pytest.mark.timeout(600), pytest.mark.warm]


async def _uses_everything(folder: Path, page: Page) -> None:
    await page.get_by_label("Note").press_sequentially("two words")
    await page.get_by_label("Colour").press("b")
    await page.get_by_text("Large").click()
    await page.get_by_label("Ready").check()
    await page.get_by_role("switch").focus()
    await page.keyboard.press("Space")
    await page.get_by_role("textbox", name="Title").press_sequentially("Dr.")
    await page.get_by_role("combobox", name="Pick").click()
    await page.get_by_role("option", name="Bread pudding").click()
    await expect(page.get_by_role("option", name="Bread pudding")).to_be_hidden()
    await page.locator("option", has_text="New").click()
    await page.locator("option", has_text="Rare").click(modifiers=["Control"])
    await page.get_by_label("Papers").set_input_files([folder / "one.txt", folder / "two.txt"])
    await expect(page.get_by_text("filed")).to_be_visible()
    await page.get_by_role("button", name="Go").click()
    await page.get_by_role("button", name="Drop").nth(1).click()
    await page.locator("input[ui-value=plain]").fill("nameless")
    await page.get_by_label("Find").press("Enter")
    await page.get_by_role("main").click(position={"x": 1, "y": 1})
    await expect(page.get_by_text("pressed")).to_be_visible()


def test_every_control_is_recorded_by_its_name_and_replays_on_both_faces(
    recorded: Callable[[dict[str, str]], Recorded],
) -> None:
    record = recorded({**DESK, "one.txt": "1", "two.txt": "2"})
    with record.session() as client:
        record.person(record.display(client, "desk"), partial(_uses_everything, record.root))
        assert client.tool("ui_run", code="return desk.done") == "1"
    steps = [line.strip() for line in record.text.splitlines() if "- human" in line]
    assert steps == [
        "- human: {fills: {Note: two words}}",
        "- human: {chooses: {Colour: Blue}}",
        "- human: {checks: Large}",
        "- human: {checks: Ready}",
        '- human: {checks: "On"}',
        "- human: {fills: {Title: Dr.}}",
        "- human: {chooses: Bread pudding, in: {role: combobox, name: Pick}}",
        "- human: {chooses: {Tags: New}}",
        "- human: {chooses: {Tags: [New, Rare]}}",
        "- human: {uploads: {Papers: [one.txt, two.txt]}}",
        "- human: {clicks: Go}",
        "- human: {clicks: {text: Drop, nth: 1}}",
        "- human: {fills: nameless, in: {role: textbox, nth: 3}}",
        "- human: {presses: Enter, in: Find}",
    ]
    replayed = record.replay("all")
    assert replayed.startswith("0\n"), replayed


HOLDS_TIMERS = """() => {
    const { setTimeout } = window;
    const held = [];
    window.setTimeout = (work, delay = 0, ...rest) => (delay ? setTimeout(work, delay, ...rest) : held.push(work));
    window.releaseTimers = () => { window.setTimeout = setTimeout; held.forEach((work) => setTimeout(work)); };
}"""


async def _is_followed_at_once_by_a_script(page: Page) -> None:
    # A script of an agent may come before any timer that a key or a message of the server has set.
    await page.evaluate(HOLDS_TIMERS)
    await page.get_by_label("Note").press_sequentially("two words")
    await page.get_by_label("Colour").select_option("blue")
    await page.get_by_label("Ready").evaluate("box => box.click()")
    await page.evaluate("() => releaseTimers()")
    await page.get_by_role("button", name="Go").click()


def test_what_a_script_does_right_after_a_key_is_a_step(recorded: Callable[[dict[str, str]], Recorded]) -> None:
    record = recorded(DESK)
    with record.session() as client:
        record.person(record.display(client, "desk"), _is_followed_at_once_by_a_script)
    steps = [line.strip() for line in record.text.splitlines() if "- human" in line]
    assert steps == [
        "- human: {fills: {Note: two words}}",
        "- human: {chooses: {Colour: Blue}}",
        "- human: {checks: Ready}",
        "- human: {clicks: Go}",
    ]


FOLLOWS = """(note, colour) => note.addEventListener("change", async () => {
    await null;
    colour.value = "blue";
    colour.dispatchEvent(new Event("change", { bubbles: true }));
})"""


async def _leaves_a_field_whose_handler_chooses(page: Page) -> None:
    await page.get_by_label("Note").evaluate(FOLLOWS, await page.get_by_label("Colour").element_handle())
    await page.get_by_label("Note").press_sequentially("x")
    await page.get_by_role("button", name="Go").click()


def test_what_a_handler_does_to_another_field_is_no_step(recorded: Callable[[dict[str, str]], Recorded]) -> None:
    record = recorded(DESK)
    with record.session() as client:
        record.person(record.display(client, "desk"), _leaves_a_field_whose_handler_chooses)
    steps = [line.strip() for line in record.text.splitlines() if "- human" in line]
    assert steps == ["- human: {fills: {Note: x}}", "- human: {clicks: Go}"]
