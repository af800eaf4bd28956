from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp import PageError, WrongCall
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_a_found_element_has_properties_and_knows_when_it_has_been_removed(show: Show) -> None:
    page = show(
        '<button class="big" title="t" ui-attr-hidden="on">Go</button><div ui-view="v"></div>',
        Item__DEFAULT="<b>item</b>",
    )
    button = page.find("Go")
    assert (button.tag, button.role, button.name, button.classes) == ("button", "button", "Go", ["big"])
    assert (button.attribute("title"), button.is_visible, button.is_disabled) == ("t", True, False)
    page.run("t.on = true; t.v = Item:new()")
    assert not button.is_visible
    bold = page.find(css="b")
    page.run("t.v = nil")
    assert not bold.is_there
    with pytest.raises(PageError, match="is not on the page any more"):
        bold.click("x")


def test_a_found_element_is_called_as_a_user_would(show: Show) -> None:
    page = show(
        '<button class="big">Go</button><input aria-label="Name"><div ui-view="v"></div>', Item__DEFAULT="<b>x</b>"
    )
    assert [repr(page.find(target)) for target in ("Go", "Name")] == ['Found(button "Go")', 'Found(textbox "Name")']
    page.run("t.v = Item:new()")
    gone = page.find(css="b")
    page.run("t.v = nil")
    assert repr(gone).startswith("Found(<b")


def test_a_found_element_needs_no_target(show: Show) -> None:
    page = show('<button ui-action="hit()">Go</button><input ui-value="a?keypress"><p ui-value="log"></p>')
    page.find("Go").click()
    page.see("[hit]")
    page.find(css="input").fill("x")
    assert page.run("return t.a") == "x"


def test_an_element_knows_whether_it_has_the_focus(show: Show) -> None:
    page = show('<button>Go</button><sl-input label="Name"></sl-input><sl-button>Send</sl-button>')
    go, name, send = page.find("Go"), page.find("Name"), page.find(css="sl-button")
    page.focus("Name")
    assert [one.state("focused") for one in (go, name, page.find(css="sl-input"), send)] == [False, True, True, False]
    page.press("Tab")
    assert [one.state("focused") for one in (go, name, page.find("Send"), send)] == [False, False, True, True]


def test_an_unknown_state_names_those_there_are(show: Show) -> None:
    button = show("<button>Go</button>").find("Go")
    with pytest.raises(WrongCall) as failed:
        button.state("hidden")
    assert str(failed.value) == (
        "state('hidden'): there is no such state; "
        "there are: checked, disabled, expanded, focused, invalid, level, pressed, selected"
    )
