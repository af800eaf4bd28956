"""What a user can do, and how a verb fails when a user could not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp import PageError
from pytest_uimcp.page import NotActionable
from tests.page.conftest import Shown, message

Show = Callable[..., Shown]


# Finding


# What a user cannot do


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
def test_an_element_that_cannot_be_clicked_is_an_error_with_the_reason(show: Show, body: str, reason: str) -> None:
    page = show(body.replace("button", 'button id=b ui-action="hit()"', 1) + '<p ui-value="log"></p>')
    with pytest.raises(NotActionable) as failure:
        page.click(css="#b")
    assert message(failure)[0].endswith(f"is there, but {reason}")
    page.not_see("[hit]")


def test_a_part_of_a_disabled_button_cannot_be_clicked(show: Show) -> None:
    page = show('<button disabled ui-action="hit()">Send <b>now</b></button>')
    with pytest.raises(NotActionable) as failure:
        page.click(css="b")
    assert message(failure)[0].endswith('<b> with "now" is there, but the button that it is in is disabled')


@pytest.mark.parametrize("tag", ["sl-dialog", "sl-drawer"])
def test_what_is_behind_a_window_is_neither_filled_nor_focused(show: Show, tag: str) -> None:
    fields = '<input aria-label="N" ui-value="v">{}<input aria-label="I" ui-value="v">{}'
    page = show(fields.format(f'<{tag} label="W" ui-attr-open="on">', f"</{tag}>"))
    page.fill("N", "before")
    page.run("t.on = true")
    uses: list[Callable[[], None]] = [
        lambda: page.fill("N", "x"), lambda: page.clear("N"), lambda: page.focus("N"), lambda: page.press("x", "N"),
    ]  # fmt: skip
    for use in uses:
        with pytest.raises(NotActionable) as failure:
            use()
        assert message(failure)[0].endswith(
            f'textbox "N" is there, but it is behind <{tag}> with "W", which is open over the page and keeps the focus'
        )
    page.fill("I", "inside")
    page.run("t.on = false")
    page.fill("N", "after")


def test_a_read_only_field_is_not_filled(show: Show) -> None:
    page = show("<label>R <input readonly value=old></label>")
    with pytest.raises(NotActionable, match=r'fill: textbox "R" is read-only'):
        page.fill("R", "new")


REFUSED = [
    ('<input type=number aria-label="F">', "fill: 'abc' is no value for spinbutton \"F\" of the type number"),
    ('<input type=checkbox aria-label="F">', "takes no text; see choose(), check() and upload()"),
    ('<select aria-label="F"></select>', "takes no text; see choose(), check() and upload()"),
    ('<sl-rating label="F"></sl-rating>', "fill: 'abc' is no number, and slider \"F\" takes one"),
]


@pytest.mark.parametrize(("body", "said"), REFUSED)
def test_a_field_refuses_what_it_cannot_hold(show: Show, body: str, said: str) -> None:
    page = show(body)
    with pytest.raises(PageError) as failure:
        page.fill("F", "abc")
    assert said in str(failure.value)


def test_a_missing_option_is_an_error_that_lists_the_options(show: Show) -> None:
    page = show("<label>Pick <select><option>One<option>Two</select></label>")
    with pytest.raises(PageError) as failure:
        page.choose("Pick", "Three")
    assert str(failure.value) == (
        "choose: expected one option 'Three' of combobox \"Pick\", found no option; there are 'One', 'Two'"
    )


# Fields


def test_a_value_is_sent_when_the_field_is_left(show: Show) -> None:
    page = show('<input aria-label="A" ui-value="a"><input aria-label="K" ui-value="v?keypress"><p ui-value="a"></p>')
    page.fill("A", "typed")
    page.not_see("typed")
    page.press("Tab")
    page.see("typed")
    page.fill("K", "at once")
    assert page.run("return t.v") == "at once"


def test_the_answer_to_a_field_comes_before_the_click_on_another_element(show: Show) -> None:
    page = show(
        '<label>Text <input ui-value="text"></label><form ui-event-submit="hit()"><input type=email aria-label="Mail" '
        'ui-value="text"><button>Send</button></form><p ui-value="log"></p>'
    )
    page.fill("Mail", "a@b.de")
    page.fill("Text", "no address")
    page.click("Send")
    page.not_see("[hit]")


def test_an_element_that_goes_when_the_field_is_left_is_not_clicked(show: Show) -> None:
    page = show('<label>Text <input ui-value="text"></label><div ui-html="text"></div>')
    page.fill("Text", "<button>B</button>")
    page.press("Tab")
    page.fill("Text", "gone")
    with pytest.raises(NotActionable, match="it is replaced when the field with the focus is left"):
        page.click("B")


def test_a_toggle_that_leaving_the_field_turns_on_is_clicked_as_the_user_meant_to(show: Show) -> None:
    page = show('<label>Text <input ui-value="on"></label><input type=checkbox aria-label="C" ui-value="on">')
    page.fill("Text", "yes")
    page.check("C")
    assert page.run("return t.on") is False


@pytest.mark.parametrize(
    "body",
    [
        '<sl-alert id="b" ui-attr-open="on">Saved</sl-alert>',
        (
            "<style>p { display: none } .on p { display: block }</style>"
            '<div id="b" style="display: contents" ui-class-on="on"><p>Saved</p></div>'
        ),
    ],
)
def test_what_has_no_box_can_only_be_clicked_where_something_in_it_is_displayed(show: Show, body: str) -> None:
    page = show(body)
    with pytest.raises(NotActionable, match="is there, but nothing in it is displayed"):
        page.click(css="#b")
    page.run("t.on = true")
    page.click(css="#b")


def test_rows_of_lists_and_tables(show: Show) -> None:
    page = show("<table aria-label=T><tr><td>a<td>b<tr><td>c<td>d</table><ul aria-label=U><li>x<li>y</ul>")
    assert [row.text().split() for row in page.rows("T")] == [["a", "b"], ["c", "d"]]
    assert [row.text() for row in page.rows("U")] == ["x", "y"]
    with pytest.raises(PageError, match=r"rows\(\): expected one list, there are 2"):
        page.rows()


def test_the_error_for_an_unknown_key_lists_the_known_ones(show: Show) -> None:
    page = show("<p>x</p>")
    with pytest.raises(PageError.__mro__[1], match="there is no key 'Entre'; use one character or one of"):
        page.press("Entre")


def test_whatever_takes_the_focus_is_focused_by_its_name(show: Show) -> None:
    page = show('<button>Go</button><a href="#x">There</a><input aria-label="Go on"><sl-button>Send</sl-button>')
    for name in ("Go", "There", "Go on", "Send"):
        page.focus(name)
        assert page.find(name).state("focused")


# Clicks


def test_a_double_click_is_two_clicks_and_an_event_of_its_own(show: Show) -> None:
    page = show(
        '<button ui-event-click="hit()" ui-event-dblclick="say(_)" ui-event-dblclick-value="twice">B</button>'
        '<p ui-value="log"></p>'
    )
    page.dblclick("B")
    page.see("[hit][hit][twice]")
    page.find("B").dblclick()
    page.see("[hit][hit][twice][hit][hit][twice]")


def test_a_view_that_goes_with_its_open_window_is_replaced(show: Show) -> None:
    """The focus is in the window's own tree, which is no part of what replaces the view."""
    window = '<sl-dialog label="W" ui-attr-open="on">Sure?</sl-dialog>'
    page = show(
        '<main><div ui-view="v"></div></main>',
        Item__DEFAULT=f'<div><p ui-value="name"></p><button ui-action="ask()">Ask</button>{window}</div>',
        Other__DEFAULT="<p>another</p>",
    )
    page.run(
        "Item = session:prototype('Item', {name = 'a', on = false}) function Item:ask() self.on = true end "
        "t.v = Item:new() Other = session:prototype('Other', {})"
    )
    page.click("Ask")
    page.see("Sure?")
    page.run("t.v = Other:new()")
    page.see("another")
    page.not_see("Sure?")
