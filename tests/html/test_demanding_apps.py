"""Demanding apps, written as the guides teach: after each step Chromium and the page show the same.

The directory `desk` is a project: a shell with a menu, and two apps in it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.themes.shoelace import find_archive
from tests.html.devserver import DevServer
from tests.page.parity.app import App
from tests.page.parity.pair import Pair

DESK = Path(__file__).parent / "desk"


class Desk(App):
    """The whole project; the app of that name is shown first."""

    def write(self, directory: Path) -> None:
        shutil.copytree(DESK, directory, dirs_exist_ok=True)
        shutil.copy(bundle_dir() / "lua" / "main.lua", directory / "lua")


@pytest.fixture
def desk(
    ui_server: DevServer, context: BrowserContext, spare: list[Page], tmp_path: Path
) -> Iterator[Callable[[str], Pair]]:
    made: list[Pair] = []

    def show(app: str) -> Pair:
        made.append(Pair(Desk(app), ui_server, context, spare, tmp_path))
        return made[0]

    yield show
    for pair in made:
        pair.close()


def save(pair: Pair, file: str, change: Callable[[str], str]) -> None:
    """Save a changed file while both faces show the app."""
    for session in pair.sessions:
        path = session.base_dir / file
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        session.reload()
    pair.compare(f"saving {file}")


def test_lists_in_lists_with_presenters_in_presenters(desk: Callable[[str], Pair]) -> None:
    story = desk("mail")
    story.page.see("1 Engine #work#<b>")
    story.click("Open", nth=0)
    story.page.see("1 of 3 Ada: “It weaves & weaves.”")
    story.check("Seen", nth=0)
    story.click("Delete", nth=1)
    story.page.see("2 of 2 Ada: “Ask Charles”")
    story.page.see("Inbox 4")
    story.click("Star", nth=2)
    story.fill("Search", "en")
    story.page.see("2 Enigma")
    story.click("Open", nth=0)
    story.page.see("Wheels 🎡 turn")
    story.fill("Search", "enx")
    story.page.see("Nothing found")
    story.fill("Search", "")
    story.click("Put away", nth=1)
    story.page.see("2 Enigma")
    story.click("Archive")
    story.page.see("1 Tea")
    story.page.not_see("Enigma")
    story.click("Inbox")
    story.run("table.insert(mail.folders[1].threads, 1, table.remove(mail.folders[2].threads))")
    story.page.see("1 Tea")
    story.page.see("3 Enigma")


def test_a_wrapper_and_a_view_follow_what_they_stand_for(desk: Callable[[str], Pair]) -> None:
    story = desk("mail")
    story.page.see("0 words")
    story.fill("Text", "Tea at five")
    story.page.see("3 words")
    assert story.page.find("Send").is_disabled
    story.click("Read", nth=0)
    story.page.see("Searched for:")
    story.fill("Search", "e")
    story.page.see("Searched for: e")
    story.choose("To", "Alan")
    story.check("Urgent")
    story.click("Send")
    story.page.see("me to Alan URGENT Tea at five")
    story.page.see("0 words")
    assert not story.page.find("Urgent").is_checked
    story.click("Read", nth=1)
    story.page.not_see("URGENT")
    story.run("mail.thread = nil")
    story.page.not_see("Searched for")


def test_rows_of_several_types_made_of_components(desk: Callable[[str], Pair]) -> None:
    if find_archive() is None:
        pytest.fail("there is no copy of Shoelace: run `make setup`", pytrace=False)
    story = desk("orders")
    story.page.see("Total 3.50 EUR")
    story.click("Add line")
    story.choose("Product", "Cake", nth=1)
    story.page.see("Total 7.50 EUR")
    story.fill("Quantity", "3", nth=1)
    story.press("Tab")
    story.page.see("Total 15.50 EUR")
    story.click("Add discount")
    story.click("More")
    story.page.see("Discount 15 %")
    story.check("Gift", nth=0)
    story.click("Up", nth=2)
    story.click("Up", nth=1)
    story.check("Express")
    story.choose("Currency", "Pound")
    story.page.see("Total 23.88 GBP")
    story.click("Remove", nth=1)
    story.fill("Note", "ring twice")
    story.click("Place order")
    story.page.see("2 lines, ring twice")
    story.page.see("Total 9.00 GBP")


def test_a_shell_with_a_menu_shows_one_app_after_another(desk: Callable[[str], Pair]) -> None:
    story = desk("mail")
    story.page.not_see("Orders")
    story.click("Open", nth=1)
    story.fill("Text", "unsent")
    story.click("Menu")
    story.page.see("Orders")
    story.click("Orders")
    story.page.see("Total 3.50 EUR")
    story.page.not_see("At five?")
    story.click("Add line")
    story.click("Menu")
    story.click("Mail", role="button")
    story.page.see("1 words")
    story.click("Menu")
    story.page.see("Mail 6 Orders 2 Calendar")
    story.click("Calendar")
    story.page.see("There is no calendar")
    story.run('mcp:register("orders", "Bills")')
    story.click("Menu")
    story.click("Bills")
    story.page.see("Total 7.00 EUR")
    story.page.not_see("There is no calendar")


def test_files_saved_during_work_change_both_and_lose_nothing(desk: Callable[[str], Pair]) -> None:
    story = desk("mail")
    story.click("Open", nth=0)
    story.click("Read", nth=0)
    story.fill("Search", "eng")
    story.fill("Text", "half a thou")
    save(story, "apps/mail/viewdefs/Tag.chips.html", lambda text: text.replace("#<", "~<"))
    story.page.see("~work")
    save(story, "apps/mail/app.lua", lambda text: text.replace('" of "', '"/"'))
    story.page.see("1/3 Ada")
    story.fill("Subject", "Engi")
    save(story, "apps/mail/viewdefs/Mail.DEFAULT.html", lambda text: text.replace("<h1>Mail", "<h1>Post"))
    story.page.see("Post")
    assert story.page.find("Subject").value == "Engi"
    save(story, "apps/mail/viewdefs/Thread.reading.html", lambda _: "<p>no template")
    story.page.see("Searched for: eng")
    save(story, "viewdefs/MCP.DEFAULT.html", lambda text: text.replace(">Menu<", ">Choose<"))
    assert story.page.find("Subject").value == "Engi"
    story.press("Tab")
    story.page.see("1 Engi")
    assert story.page.find("Text", role="textbox").value == "half a thou"
    story.click("Choose")
    save(story, "lua/mcp.lua", lambda text: text.replace("There is no ", "No "))
    story.click("Calendar")
    story.page.see("No calendar")
    story.page.see("Post")
