"""Tabs, connections, clocks, and what is recorded in place of being run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.page import Page, PageError
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_several_tabs_show_one_session(show: Show) -> None:
    page = show(app="counter")
    other = page.new_tab()
    page.click("+")
    assert other.find(name="Count").text() == "1"
    other.click("+")
    assert page.find(name="Count").text() == "2"


FIELDS = [
    '<input aria-label="A" ui-value="a?keypress">', '<textarea aria-label="A" ui-value="a?keypress"></textarea>',
    '<sl-input label="A" ui-value="a?keypress"></sl-input>',
]  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_what_two_people_type_into_one_field_is_kept(show: Show, field: str) -> None:
    page = show(field)
    other = page.new_tab()
    for tab in (page, other):
        tab.focus("A")
    for letters in ("aA", "bB", "cC"):
        for tab, letter in zip((page, other), letters, strict=True):
            tab.press(letter)
    assert page.find(role="textbox").value == other.find(role="textbox").value == "aAbBcC"


def test_what_is_typed_without_a_connection_joins_what_others_have_typed_meanwhile(show: Show) -> None:
    page = show(FIELDS[0])
    other = page.new_tab()
    page.fill("A", "one")
    page.disconnect()
    page.focus("A")
    for letter in " two":
        page.press(letter)
    other.focus("A")
    other.press("Home")
    other.press("#")
    page.reconnect()
    assert page.find(role="textbox").value == other.find(role="textbox").value == "#one two"


def test_what_another_saves_waits_until_a_field_that_is_typed_into_is_left(show: Show) -> None:
    page = show('<input aria-label="A" ui-value="a">')
    page.focus("A")
    page.press("x")
    page.run("t.a = 'saved'")
    assert page.find(role="textbox").value == "x"
    page.press("Tab")
    assert page.run("return t.a") == "x"


def test_reload_keeps_the_state_and_forgets_what_was_not_sent(show: Show) -> None:
    page = show('<input aria-label="A" ui-value="a"><p ui-value="a"></p>')
    page.fill("A", "sent")
    page.press("Tab")
    page.fill("A", "not sent")
    page.reload()
    assert page.find("sent").text() == "sent"
    assert page.find(role="textbox").value == "sent"


def test_a_lost_connection_comes_back_with_what_happened_meanwhile(show: Show) -> None:
    page = show('<p ui-value="a"></p><button ui-action="hit()">Hit</button><b ui-value="log"></b>')
    page.disconnect()
    page.run("t.a = 'meanwhile'")
    page.not_see("meanwhile")
    page.click("Hit")
    page.reconnect()
    page.see("meanwhile")
    page.see("[hit]")


def test_a_connection_that_was_away_too_long_gets_everything_anew(show: Show, clock: VirtualClock) -> None:
    page = show('<p ui-value="a"></p><div ui-viewlist="v"></div>', Item__list_item='<p ui-value="name"></p>')
    page.run("t.v = {Item:new({name = 'one'})}")
    page.see("one")
    page.disconnect()
    clock.advance(60)
    page.run("t.a = 'later'; t.v[1].name = 'changed'; table.insert(t.v, Item:new({name = 'two'}))")
    page.reconnect()
    assert page.text().split() == ["later", "changed", "two"]


LISTS = {
    "select": '<select aria-label="S" ui-value="v"><option>a<option>one<option>ok<option>kin</select>',
    "sl-select": """<sl-select label="S" ui-value="v"><sl-option value="one">one</sl-option>
    <sl-option value="ok">ok</sl-option><sl-option value="kin">kin</sl-option></sl-select>""",
}


@pytest.mark.parametrize("body", LISTS.values(), ids=LISTS)
def test_letters_search_a_list_together_until_a_second_has_passed(show: Show, clock: VirtualClock, body: str) -> None:
    def chosen() -> object:
        page.press("Enter")
        return page.run("return t.v")

    page = show(body)
    page.press("o", "S")
    clock.advance(0.9)
    page.press("k")
    clock.advance(1.0)
    page.press("k")
    assert chosen() == "kin"
    clock.advance(1.0)
    page.press("o", "S")
    page.press("k")
    assert chosen() == "ok"


def test_virtual_time_passes_only_when_advanced(show: Show, clock: VirtualClock) -> None:
    page = show(app="stopwatch")
    page.click("Start")
    page.see("00:00.0")
    clock.advance(1.5)
    page.see("00:01.5")
    page.click("Finish")
    clock.advance(1.9)
    page.see("00:01.5")
    clock.advance(0.2)
    page.see("00:00.0")


def test_a_page_needs_a_place_for_the_app(show: Show) -> None:
    page = show("<p>x</p>")
    with pytest.raises(PageError, match="no element with the attribute ui-app"):
        Page(page.session, "<p>no app here</p>").open()
