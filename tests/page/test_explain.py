from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp.page import Ambiguous, NotFound, NotSeen, StillSeen
from tests.page.conftest import BUTTONS, Shown, message

Show = Callable[..., Shown]


def test_a_missing_element_is_reported_with_similar_ones(show: Show) -> None:
    page = show(BUTTONS)
    with pytest.raises(NotFound) as failure:
        page.click("Safe")
    assert str(failure.value).split("\n")[:5] == [
        "click('Safe'): expected something to click named 'Safe', found none",
        '  near it: button "Save", button "Save all"',
        "  the page:",
        '    - button "Save"',
        '    - button "Save all"',
    ]


def test_fields_without_a_name_are_mentioned(show: Show) -> None:
    page = show("<input type=checkbox> <span>milk</span> <input><input>")
    with pytest.raises(NotFound) as failure:
        page.check("milk")
    assert message(failure)[:2] == [
        "check('milk'): expected a field named 'milk', found none",
        "  without a name: checkbox, textbox (2); give it a label, or find it with role= or css=",
    ]


def test_ambiguous_matches_are_listed_with_their_indices(show: Show) -> None:
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


ROWS = """
    <table>
      <tr><td>Ada</td><td>ada@example.org</td><td><button>Edit</button><button>Delete</button></td></tr>
      <tr><td>Grace</td><td></td><td><button>Edit</button><button>Delete</button></td></tr>
    </table>
    <div><div><b>Linus</b> <button>Edit</button></div><div><button>Edit</button> new</div></div>
"""


def test_several_matches_say_in_which_row_each_is(show: Show) -> None:
    page = show(ROWS)
    with pytest.raises(Ambiguous) as failure:
        page.click("Edit")
    assert message(failure)[1:-1] == [
        '  nth=0: button "Edit" in row "Ada ada@example.org"',
        '  nth=1: button "Edit" in row "Grace"',
        '  nth=2: button "Edit" in "Linus"',
        '  nth=3: button "Edit" in "new"',
    ]


def test_a_row_that_all_matches_are_in_tells_nothing(show: Show) -> None:
    page = show("<ul><li>Ada <button>Edit</button><button>Edit</button></li></ul>")
    with pytest.raises(Ambiguous) as failure:
        page.click("Edit")
    assert message(failure)[1:-1] == ['  nth=0: button "Edit"', '  nth=1: button "Edit"']


MISSED: list[tuple[dict[str, Any], str]] = [
    ({"css": "em"}, "click(css='em'): expected an element that matches the selector 'em', found none"),
    ({"role": "tab"}, "click(role='tab'): expected an element with the role tab, found none"),
    (
        {"role": "button", "name": "Z"},
        "click(role='button', name='Z'): expected an element with the role button named 'Z', found none",
    ),
    (
        {"role": "button", "nth": 7},
        "click(role='button', nth=7): expected at least 8 matches, there are 3:",
    ),
]


@pytest.mark.parametrize(("where", "said"), MISSED)
def test_a_miss_by_selector_or_role_says_so(show: Show, where: dict[str, Any], said: str) -> None:
    page = show(BUTTONS)
    with pytest.raises(NotFound) as failure:
        page.click(**where)
    assert message(failure)[0] == said


def test_a_hidden_element_is_not_found_by_its_text_and_the_failure_says_why(show: Show) -> None:
    page = show("<style>.hidden { display: none }</style><button class=hidden>Secret</button>")
    with pytest.raises(NotFound) as failure:
        page.click("Secret")
    assert message(failure) == [
        "click('Secret'): expected something to click named 'Secret', found none",
        "  there is <button.hidden> with this text, but it is hidden (display: none)",
    ]


def test_failures_of_see_and_not_see_show_what_is_there(show: Show) -> None:
    page = show("<p>Hello World</p><p>12 items</p>")
    page.see("Hello   World\n12")
    with pytest.raises(NotSeen) as failure:
        page.see("hello world")
    assert message(failure) == [
        "see('hello world'): expected the text on the page, but it is not there",
        "  near it: 'Hello World'",
    ]
    with pytest.raises(StillSeen) as still:
        page.not_see("items")
    assert message(still) == [
        "not_see('items'): expected the text to be absent, but it is on the page",
        "  in: '12 items'",
    ]


@pytest.mark.parametrize(
    ("markup", "kind"),
    [
        ('<sl-icon name="check" label="Saved"></sl-icon>', "img"),
        ('<img src="/a.png" alt="Saved">', "img"),
        ('<span role="img" aria-label="Saved">✓</span>', "img"),
        ('<sl-icon-button name="check" label="Saved"></sl-icon-button>', "button"),
    ],
)
def test_the_label_of_an_icon_is_no_text_and_the_failure_says_how_to_find_it(
    show: Show, markup: str, kind: str
) -> None:
    page = show(f"<p>All of it</p>{markup}")
    page.not_see("Saved")
    with pytest.raises(NotSeen) as failure:
        page.see("Saved")
    described, advice = message(failure)[1].split(" is called so, which is no text: ")
    assert described == f'  {kind} "Saved"'
    assert advice == f"find(role='{kind}', name='Saved')"
    page.find(role=kind, name="Saved")
