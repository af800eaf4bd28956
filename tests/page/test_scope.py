from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp.page import Ambiguous, NotActionable, NotFound, WrongCall
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_the_steps_are_logged_in_order(show: Show) -> None:
    page = show(app="contacts")
    page.see("No contacts yet")
    page.click("New contact")
    page.fill("Name", "Ada Lovelace")
    page.fill("Email", "ada@example.org")
    page.click("Save")
    page.see("1 contact")
    page.not_see("No contacts yet")
    page.click("Favourite")
    assert page.find("Favourite").state("pressed") is True
    assert [row.find(css=".who").text() for row in page.rows(css=".list")] == ["Ada Lovelace"]
    page.rows(css=".list")[0].click("Delete")
    page.see("No contacts yet")


WRONG: dict[str, Callable[[Any], object]] = {
    'click() takes css=, role=, name= and nth=, not text; a text or a label needs no name: click("…")': (
        lambda page: page.click(text="x")
    ),
    "click() takes css=, role=, name= and nth=, not nht (did you mean nth?)": lambda page: page.click("x", nht=1),
    "see() takes css=, role=, name= and nth=, not rolle (did you mean role?)": lambda page: page.see("x", rolle="p"),
    "press() takes css=, role=, name= and nth=, not nht (did you mean nth?)": lambda page: page.press("n", nht=1),
    'rows() takes css=, role=, name= and nth=, not text; a text or a label needs no name: rows("…")': (
        lambda page: page.find(css="p").rows(text="x")
    ),
    "click() needs a target: a text, css=, role= or name=": lambda page: page.click(),
    "clear() needs a target: a text, css=, role= or name=": lambda page: page.clear(),
    "fill() needs a target: a text, css=, role= or name=": lambda page: page.fill("x"),
    "fill() needs a value: fill(label, value) or fill(value, css=…)": lambda page: page.fill(),
    "choose() needs an option: choose(label, option) or choose(option, css=…)": lambda page: page.choose(),
    "click(nth=1): nth= picks one of several; say of what, with a text, css=, role= or name=": (
        lambda page: page.click(nth=1)
    ),
    "press('n', nth=1): nth= picks one of several; say of what, with a text, css=, role= or name=": (
        lambda page: page.press("n", nth=1)
    ),
    "click(): nth is a whole number, got '1'": lambda page: page.click("x", nth="1"),
    "click(): target is a text, got 5": lambda page: page.click(5),
    "find(): css is a text, got 5": lambda page: page.find(css=5),
}


def test_an_argument_that_a_verb_does_not_take_is_a_clear_error(show: Show) -> None:
    page = show("<p>x</p>")
    for said, call in WRONG.items():
        with pytest.raises(WrongCall) as failure:
            call(page)
        assert str(failure.value) == said
        assert isinstance(failure.value, TypeError)


def test_the_error_of_a_failing_press_names_the_key(show: Show) -> None:
    page = show('<input aria-label="Note" disabled><input aria-label="Twin"><input aria-label="Twin">')
    with pytest.raises(NotFound, match=r"^press\('n', 'Nto'\): expected a field named 'Nto'"):
        page.press("n", "Nto")
    with pytest.raises(Ambiguous, match=r"^press\('n', 'Twin'\): expected one element, 2 match"):
        page.press("n", "Twin")
    with pytest.raises(NotFound, match=r"^press\('n', 'Twin', nth=2\): expected at least 3 matches, there are 2"):
        page.press("n", "Twin", nth=2)
    with pytest.raises(NotActionable, match=r"^press\('n'\): textbox \"Note\" is there, but it is disabled"):
        page.press("n", "Note")
