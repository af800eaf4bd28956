"""What a human can do, and what the page answers when a human could not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp import PageError
from pytest_uimcp.page import Ambiguous, NotActionable, NotFound, NotSeen, StillSeen, WrongCall
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def message(failure: pytest.ExceptionInfo[BaseException]) -> list[str]:
    """What was said, the tree left out."""
    return str(failure.value).split("\n  the page:\n")[0].split("\n")


def test_a_story_reads_like_one(show: Show) -> None:
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


# Finding

BUTTONS = """
<button ui-action="hit()">Save</button><button ui-action="say(_)" value="all">Save all</button>
<a href="#" ui-action="say(_)">Link</a><div ui-action="say(_)">Plain   text</div>
<button aria-label="Close" ui-action="hit()">x</button><p ui-value="log"></p>
"""


FOUND = [
    ({"target": "Save"}, "[hit]"),
    ({"target": "Save all"}, "[all]"),
    ({"target": "all"}, "[all]"),
    ({"target": "Plain text"}, "[true]"),
    ({"target": "Plain"}, "[true]"),
    ({"target": "Close"}, "[hit]"),
    ({"target": "Link"}, "[true]"),
    ({"css": "button:nth-of-type(2)"}, "[all]"),
    ({"role": "button", "name": "Save all"}, "[all]"),
    ({"role": "button", "nth": 0}, "[hit]"),
    ({"role": "button", "nth": -2}, "[all]"),
    ({"name": "Close"}, "[hit]"),
    ({"target": "Save", "css": "button"}, "[hit]"),
]


@pytest.mark.parametrize(("target", "log"), FOUND)
def test_things_are_found_the_way_people_do(show: Show, target: dict[str, str], log: str) -> None:
    page = show(BUTTONS)
    page.click(**target)  # type: ignore[arg-type]
    page.see(log)


def test_nothing_found_says_what_was_expected_and_what_comes_near(show: Show) -> None:
    page = show(BUTTONS)
    with pytest.raises(NotFound) as failure:
        page.click("Safe")
    assert str(failure.value).split("\n")[:5] == [
        "click('Safe'): expected something to click named 'Safe', there is none",
        '  near it: button "Save", button "Save all"',
        "  the page:",
        '    - button "Save"',
        '    - button "Save all"',
    ]


def test_several_found_are_listed_with_their_numbers(show: Show) -> None:
    page = show("<button>Go</button><button>Go</button><a href='#'>Go</a>")
    with pytest.raises(Ambiguous) as failure:
        page.click("Go")
    assert message(failure) == [
        "click('Go'): expected one element, 3 match:",
        '  nth=0: button "Go"',
        '  nth=1: button "Go"',
        '  nth=2: link "Go"',
        "  say which with nth=, or narrow it down with role=, name= or css=",
    ]


MISSED = [
    ({"css": "em"}, "click(css='em'): expected an element that matches the selector 'em', there is none"),
    ({"role": "tab"}, "click(role='tab'): expected an element with the role tab, there is none"),
    (
        {"role": "button", "name": "Z"},
        "click(role='button', name='Z'): expected an element with the role button named 'Z', there is none",
    ),
    (
        {"role": "button", "nth": 7},
        "click(role='button', nth=7): expected at least 8 matches, there are 3:",
    ),
]


@pytest.mark.parametrize(("where", "said"), MISSED)
def test_a_miss_by_selector_or_role_says_so(show: Show, where: dict[str, str], said: str) -> None:
    page = show(BUTTONS)
    with pytest.raises(NotFound) as failure:
        page.click(**where)  # type: ignore[arg-type]
    assert message(failure)[0] == said


def test_what_is_hidden_is_not_found_by_its_text_and_the_failure_says_why(show: Show) -> None:
    page = show("<style>.hidden { display: none }</style><button class=hidden>Secret</button>")
    with pytest.raises(NotFound) as failure:
        page.click("Secret")
    assert message(failure) == [
        "click('Secret'): expected something to click named 'Secret', there is none",
        "  there is <button.hidden> with this text, but it is hidden (display: none)",
    ]


def test_see_and_not_see_say_what_is_there(show: Show) -> None:
    page = show("<p>Hello World</p><p>12 items</p>")
    page.see("Hello   World\n12")
    with pytest.raises(NotSeen) as failure:
        page.see("hello world")
    assert message(failure) == [
        "see('hello world'): expected the text on the page, it is not there",
        "  near it: 'Hello World'",
    ]
    with pytest.raises(StillSeen) as still:
        page.not_see("items")
    assert message(still) == [
        "not_see('items'): expected the text to be absent, it is on the page",
        "  in: '12 items'",
    ]


def test_form_values_are_not_text(show: Show) -> None:
    page = show('<input value="typed"><textarea>area</textarea><select><option>opt</select><p>text</p>')
    for value in ("typed", "area", "opt"):
        page.not_see(value)
    assert page.text() == "text"


def test_a_failure_is_an_assertion_and_one_family(show: Show) -> None:
    page = show("<p>x</p>")
    with pytest.raises(AssertionError):
        page.see("y")
    with pytest.raises(PageError):
        page.see("y")


# What a human cannot do


OUT_OF_REACH = [
    ("<button disabled>B</button>", "it is disabled"),
    ("<fieldset disabled><button>B</button></fieldset>", "it is disabled"),
    ("<button style='display: none'>B</button>", "it is hidden (display: none)"),
    ("<div hidden><button>B</button></div>", "it is hidden (display: none of <div> around it)"),
    ("<button style='visibility: hidden'>B</button>", "it is hidden (visibility: hidden)"),
    ("<details><summary>s</summary><button>B</button></details>", "it is inside something that is closed"),
    ("<div inert><button>B</button></div>", "it is inert"),
    ("<sl-button disabled>B</sl-button>", "it is disabled"),
]


@pytest.mark.parametrize(("body", "reason"), OUT_OF_REACH)
def test_what_cannot_be_clicked_is_not_and_says_why(show: Show, body: str, reason: str) -> None:
    page = show(body.replace("button", 'button id=b ui-action="hit()"', 1) + '<p ui-value="log"></p>')
    with pytest.raises(NotActionable) as failure:
        page.click(css="#b")
    assert message(failure)[0].endswith(f"is there, but {reason}")
    page.not_see("[hit]")


def test_a_read_only_field_is_not_filled(show: Show) -> None:
    page = show("<label>R <input readonly value=old></label>")
    with pytest.raises(NotActionable, match=r'fill: textbox "R" is read-only'):
        page.fill("R", "new")


REFUSED = [
    ('<input type=number aria-label="F">', "fill: 'abc' is no value for spinbutton \"F\" of the type number"),
    ('<input type=checkbox aria-label="F">', "takes no text; see choose(), check() and upload()"),
    ('<select aria-label="F"></select>', "takes no text; see choose(), check() and upload()"),
]


@pytest.mark.parametrize(("body", "said"), REFUSED)
def test_a_field_refuses_what_it_cannot_hold(show: Show, body: str, said: str) -> None:
    page = show(body)
    with pytest.raises(PageError) as failure:
        page.fill("F", "abc")
    assert said in str(failure.value)


def test_an_option_that_is_not_there_is_answered_with_those_that_are(show: Show) -> None:
    page = show("<label>Pick <select><option>One<option>Two</select></label>")
    with pytest.raises(PageError) as failure:
        page.choose("Pick", "Three")
    assert str(failure.value) == (
        "choose: expected one option 'Three' of combobox \"Pick\", found no option; there are 'One', 'Two'"
    )


# Fields


def test_a_label_comes_before_a_placeholder(show: Show) -> None:
    page = show('<input placeholder="Name" id=p><label>Name <input id=l></label><input placeholder="Other" id=o>')
    page.fill("Name", "x")
    page.fill("Other", "y")
    assert [page.find(css=f"#{name}").value for name in "plo"] == ["", "x", "y"]


def test_a_value_is_sent_when_the_field_is_left(show: Show) -> None:
    page = show('<input aria-label="A" ui-value="a"><input aria-label="K" ui-value="v?keypress"><p ui-value="a"></p>')
    page.fill("A", "typed")
    page.not_see("typed")
    page.press("Tab")
    page.see("typed")
    page.fill("K", "at once")
    assert page.run("return t.v") == "at once"


def test_fill_takes_its_target_by_selector_too(show: Show) -> None:
    file = '<input type=file multiple aria-label="F" ui-event-change="say(_)">'
    page = show(f'<input id=i>{file}<input type=file aria-label="One"><p ui-value="log"></p>')
    page.fill("x", css="#i")
    assert page.find(css="#i").value == "x"
    page.clear(css="#i")
    assert page.find(css="#i").value == ""
    page.upload("one.txt", "/tmp/two.txt", css="[multiple]")
    page.see("one.txt")
    with pytest.raises(PageError, match=r'upload: button "One" takes one file, got 2'):
        page.upload("One", "one.txt", "two.txt")
    with pytest.raises(PageError, match=r"upload: .* takes no files"):
        page.upload("one.txt", css="#i")


def test_rows_of_lists_and_tables(show: Show) -> None:
    page = show("<table aria-label=T><tr><td>a<td>b<tr><td>c<td>d</table><ul aria-label=U><li>x<li>y</ul>")
    assert [row.text().split() for row in page.rows("T")] == [["a", "b"], ["c", "d"]]
    assert [row.text() for row in page.rows("U")] == ["x", "y"]
    with pytest.raises(PageError, match=r"rows\(\): expected one list, there are 2"):
        page.rows()


def test_a_found_element_tells_about_itself_and_knows_when_it_is_gone(show: Show) -> None:
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


WRONG: dict[str, Callable[[Any], object]] = {
    "click() takes css=, role=, name= and nth=, not text": lambda page: page.click(text="x"),
    "click() takes css=, role=, name= and nth=, not nht; did you mean nth=?": lambda page: page.click("x", nht=1),
    "see() takes css=, role=, name= and nth=, not rolle; did you mean role=?": lambda page: page.see("x", rolle="p"),
    "press() takes css=, role=, name= and nth=, not nht; did you mean nth=?": lambda page: page.press("n", nht=1),
    "rows() takes css=, role=, name= and nth=, not text": lambda page: page.find(css="p").rows(text="x"),
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


def test_what_a_verb_does_not_take_is_told_in_words(show: Show) -> None:
    page = show("<p>x</p>")
    for said, call in WRONG.items():
        with pytest.raises(WrongCall) as failure:
            call(page)
        assert str(failure.value) == said
        assert isinstance(failure.value, TypeError)


def test_a_found_element_needs_no_target(show: Show) -> None:
    page = show('<button ui-action="hit()">Go</button><input ui-value="a?keypress"><p ui-value="log"></p>')
    page.find("Go").click()
    page.see("[hit]")
    page.find(css="input").fill("x")
    assert page.run("return t.a") == "x"


def test_a_failing_press_is_told_with_its_key(show: Show) -> None:
    page = show('<input aria-label="Note" disabled><input aria-label="Twin"><input aria-label="Twin">')
    with pytest.raises(NotFound, match=r"^press\('n', 'Nto'\): expected a field named 'Nto'"):
        page.press("n", "Nto")
    with pytest.raises(Ambiguous, match=r"^press\('n', 'Twin'\): expected one element, 2 match"):
        page.press("n", "Twin")
    with pytest.raises(NotFound, match=r"^press\('n', 'Twin', nth=2\): expected at least 3 matches, there are 2"):
        page.press("n", "Twin", nth=2)
    with pytest.raises(NotActionable, match=r"^press\('n'\): textbox \"Note\" is there, but it is disabled"):
        page.press("n", "Note")


def test_an_unknown_key_names_those_there_are(show: Show) -> None:
    page = show("<p>x</p>")
    with pytest.raises(PageError.__mro__[1], match="no key is called 'Entre'; write one character or one of"):
        page.press("Entre")
