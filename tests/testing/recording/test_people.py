"""A person in Chromium uses every kind of control; the recording says so, and replays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Page, expect

from tests.testing.recording.desks import DESK

if TYPE_CHECKING:
    from tests.testing.recording.conftest import Recorded

pytestmark = pytest.mark.usefixtures("imported_package")


async def _uses_everything(page: Page) -> None:
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
    await page.get_by_label("Tags").select_option(["New", "Rare"])
    await page.locator("sl-select[multiple]").click()
    await page.get_by_role("option", name="Apple").last.click()
    await page.get_by_role("option", name="Banana").click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("option", name="Banana")).to_be_hidden()
    await page.get_by_label("Papers").set_input_files(
        [{"name": name, "mimeType": "text/plain", "buffer": b"x"} for name in ("one.txt", "two.txt")]
    )
    await page.get_by_role("button", name="Go").click()
    await page.get_by_role("button", name="Drop").nth(1).click()
    await page.locator("input[ui-value=plain]").fill("nameless")
    await page.get_by_label("Find").press("Enter")
    await page.get_by_role("main").click(position={"x": 1, "y": 1})
    await expect(page.get_by_text("pressed")).to_be_visible()


def test_every_control_is_recorded_by_its_name_and_replays_on_both_faces(
    recorded: Callable[[dict[str, str]], Recorded],
) -> None:
    record = recorded(DESK)
    with record.session() as client:
        record.person(record.display(client, "desk"), _uses_everything)
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
        "- human: {chooses: {Tags: [New, Rare]}}",
        "- human: {chooses: Apple, in: {role: combobox, name: Fruits}}",
        "- human: {chooses: [Apple, Banana], in: {role: combobox, name: Fruits}}",
        "- human: {uploads: {Papers: [one.txt, two.txt]}}",
        "- human: {clicks: Go}",
        "- human: {clicks: {text: Drop, nth: 1}}",
        "- human: {fills: nameless, in: {role: textbox, nth: 3}}",
        "- human: {presses: Enter, in: Find}",
    ]
    replayed = record.replay("all")
    assert replayed.startswith("0\n"), replayed
