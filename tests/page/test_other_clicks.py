"""Double clicks and clicks of the right button, by the app's own viewdefs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp.page import NotActionable, NotModelled
from tests.page.conftest import Shown, message

Show = Callable[..., Shown]
LOG = '<p ui-value="log"></p>'


def test_what_follows_from_the_first_click_is_shown_before_the_second(show: Show) -> None:
    page = show('<button ui-attr-hidden="on" ui-event-click="on" ui-event-click-value="true">B</button>')
    with pytest.raises(NotActionable) as failure:
        page.dblclick("B")
    assert "it is hidden" in message(failure)[0]


def test_a_right_click_asks_for_a_context_menu_and_does_not_click(show: Show) -> None:
    page = show(
        '<button ui-event-click="hit()" ui-event-contextmenu="say(_)" ui-event-contextmenu-value="menu">B</button>'
        + LOG
    )
    page.right_click("B")
    page.see("[menu]")
    page.not_see("[hit]")


@pytest.mark.parametrize("verb", ["dblclick", "right_click"])
def test_in_a_field_either_is_refused_because_it_selects(show: Show, verb: str) -> None:
    page = show('<input aria-label="N" ui-value="v">')
    with pytest.raises(NotModelled, match="selects in a field"):
        getattr(page, verb)(css="input")


def test_what_a_double_click_has_selected_cannot_be_copied_until_the_next_click(show: Show) -> None:
    page = show("<p>One word</p><button>B</button>")
    page.dblclick("One word")
    with pytest.raises(NotModelled, match="which word a double click has selected"):
        page.press("Control+c")
    page.click("B")
    page.press("Control+c")
