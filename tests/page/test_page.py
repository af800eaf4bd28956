"""Tabs, connections, clocks, and what is recorded in place of being run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.page import CodeRun, Page, PageError
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_several_tabs_show_one_session(show: Show) -> None:
    page = show(app="counter")
    other = page.new_tab()
    page.click("+")
    assert other.find(name="Count").text() == "1"
    other.click("+")
    assert page.find(name="Count").text() == "2"


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


def test_time_passes_only_when_it_is_told_to(show: Show, clock: VirtualClock) -> None:
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


def test_ui_code_is_recorded_and_can_be_answered(show: Show) -> None:
    page = show('<p id=target ui-code="v">x</p>')
    answered: list[str] = []

    def answer(run: CodeRun) -> None:
        answered.append(run.code)
        run.element.set("title", "set by the answer")

    page.answer_code("element.title", answer)
    page.run("t.v = 'element.title = 1'")
    page.run("t.v = 'other()'")
    assert [run.code for run in page.code_runs] == ["element.title = 1", "other()"]
    page.settle()
    assert answered == ["element.title = 1"]
    assert page.find(css="#target").attribute("title") == "set by the answer"


def test_scripts_are_recorded_when_they_come_into_the_page(show: Show) -> None:
    page = show('<p>x</p><script>window.x = 1</script><script src="/a.js"></script>')
    assert [(script.text, script.src) for script in page.scripts] == [("window.x = 1", None), ("", "/a.js")]


def test_scroll_on_output_is_recorded_for_the_innermost_that_asks(show: Show) -> None:
    page = show('<div id=outer><div id=log ui-value="a?scrollOnOutput"></div></div><p ui-value="n"></p>')
    before = len(page.scrolled)
    page.run("t.a = 'more'")
    page.run("t.n = 5")
    assert page.scrolled[before:] == ["log"]


def test_an_error_shows_at_its_element_and_goes_with_the_next_success(show: Show) -> None:
    page = show('<p ui-value="broken()"></p><p ui-value="a">fine</p>')
    broken = page.find(css="[ui-error-code]")
    assert broken.classes == ["ui-error"]
    assert broken.attribute("ui-error-code") == "lua-error"
    assert "no such luck" in (broken.attribute("ui-error-description") or "")
    page.run("function T:broken() return 'mended' end")
    page.see("mended")
    assert broken.attribute("ui-error-code") is None


def test_an_object_without_a_viewdef_says_what_was_looked_for(show: Show) -> None:
    page = show('<div ui-view="v" ui-namespace="small"></div>')
    page.run("t.v = Item:new()")
    host = page.find(css="[ui-view]")
    assert host.attribute("ui-error-code") == "no-viewdef"
    assert host.attribute("ui-error-description") == "no viewdef for Item: looked for Item.small, Item.DEFAULT"


def test_rows_keep_their_elements_when_others_come_and_go(show: Show) -> None:
    page = show('<div ui-viewlist="v"></div>', Item__DEFAULT='<p ui-value="name"></p>')
    page.run("for _, n in ipairs{'A', 'B', 'C'} do _G['i' .. n] = Item:new({name = n}) end; t.v = {iA, iB, iC}")
    before = {row.text(): row for row in page.rows()}
    page.run("t.v = {iC, Item:new({name = 'new'}), iA}")
    after = {row.text(): row for row in page.rows()}
    assert list(after) == ["C", "new", "A"]
    assert after["C"] == before["C"]
    assert after["A"] == before["A"]
    assert not before["B"].is_there


def test_a_changed_viewdef_is_drawn_at_once(show: Show) -> None:
    page = show('<p ui-value="a"></p>')
    page.run("t.a = 'value'")
    page.session.upload_viewdef("T", "DEFAULT", '<template><h1 ui-value="a"></h1></template>')
    assert page.aria() == '- heading "value" [level=1]'


def test_a_page_needs_a_place_for_the_app(show: Show) -> None:
    page = show("<p>x</p>")
    with pytest.raises(PageError, match="no element with the attribute ui-app"):
        Page(page.session, "<p>no app here</p>").open()


def test_html_reads_well_and_is_the_same_every_time(show: Show) -> None:
    page = show('<p class="b  a" ui-value="a"></p><img src="x">')
    page.run("t.a = 'x < y'")
    assert page.html() == "\n".join(
        [
            "<div ui-app>",
            '  <p id="ui-1" class="b a" ui-value="a" ui-viewdef="T.DEFAULT">x &lt; y</p>',
            '  <img src="x">',
            "</div>",
        ]
    )
