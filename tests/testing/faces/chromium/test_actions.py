"""The verbs of the page without a browser, in Chromium: the same tests, word for word.

Where those show many small pages one after the other, here they are one page: loading one takes a browser longer.
"""

# What is written here once more replaces what the stars bring.
# mypy: disable-error-code="no-redef"

from __future__ import annotations

import pytest

from pytest_uimcp import PageError
from pytest_uimcp.page import NotActionable, NotFound
from tests.page.conftest import BUTTONS, Show, message
from tests.page.test_errors import *  # noqa: F403 -- all of them
from tests.page.test_explain import *  # noqa: F403 -- the same tests, on the other face
from tests.page.test_explain import MISSED
from tests.page.test_found import *  # noqa: F403 -- the same tests, on the other face
from tests.page.test_scope import *  # noqa: F403 -- the same tests, on the other face
from tests.page.test_targets import *  # noqa: F403 -- the same tests, on the other face
from tests.page.test_targets import FOUND
from tests.page.test_verbs import *  # noqa: F403 -- the same tests, on the other face
from tests.page.test_verbs import OUT_OF_REACH, REFUSED
from tests.page.test_visible import *  # noqa: F403 -- the same tests, on the other face


def test_elements_are_found_by_name_label_and_text(show: Show) -> None:
    page = show(BUTTONS)
    for target, log in FOUND:
        page.run("t.log = ''")
        page.click(**target)
        page.see(log)


def test_a_miss_by_selector_or_role_says_so(show: Show) -> None:
    page = show(BUTTONS)
    for where, said in MISSED:
        with pytest.raises(NotFound) as failure:
            page.click(**where)
        assert message(failure)[0] == said


def test_an_element_that_cannot_be_clicked_is_an_error_with_the_reason(show: Show) -> None:
    bodies = [
        body.replace("button", f'button id=b{number} ui-action="hit()"', 1)
        for number, (body, _) in enumerate(OUT_OF_REACH)
    ]
    page = show("".join(bodies) + '<p ui-value="log"></p>')
    for number, (_, reason) in enumerate(OUT_OF_REACH):
        with pytest.raises(NotActionable) as failure:
            page.click(css=f"#b{number}")
        assert message(failure)[0].endswith(f"is there, but {reason}")
    page.not_see("[hit]")


def test_a_field_refuses_what_it_cannot_hold(show: Show) -> None:
    page = show("".join(body.replace('"F"', f'"F{number}"') for number, (body, _) in enumerate(REFUSED)))
    for number, (_, said) in enumerate(REFUSED):
        with pytest.raises(PageError) as failure:
            page.fill(f"F{number}", "abc")
        assert said.replace('"F"', f'"F{number}"') in str(failure.value)


def test_the_second_of_two_clicks_comes_when_what_follows_from_the_first_is_shown(show: Show) -> None:
    page = show('<button ui-attr-hidden="on" ui-event-click="on" ui-event-click-value="true">B</button>')
    with pytest.raises(NotActionable):
        page.dblclick("B")


def test_a_right_click_asks_for_a_context_menu_and_does_not_click(show: Show) -> None:
    page = show(
        '<button ui-event-click="hit()" ui-event-contextmenu="say(_)" ui-event-contextmenu-value="menu">B</button>'
        '<p ui-value="log"></p>'
    )
    page.right_click("B")
    page.see("[menu]")
    page.not_see("[hit]")
