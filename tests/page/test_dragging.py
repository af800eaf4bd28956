"""Drag and drop, by the app's own viewdefs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp.page import NotModelled, PageError
from tests.page.conftest import Shown

Show = Callable[..., Shown]
BOARD = """
<div draggable="true" ui-event-dragstart="say(_)" ui-event-dragstart-value="taken">Card A</div>
<div id="done" ondragover="event.preventDefault()" ui-event-drop="hit()">Done</div><div>Elsewhere</div>
<p ui-value="log"></p>
"""


@pytest.mark.parametrize("to", ["Done", {"css": "#done"}])
def test_a_card_is_dragged_to_a_place_by_its_text_or_selector(show: Show, to: str) -> None:
    page = show(BOARD)
    page.drag("Card A", to=to)
    page.see("[taken][hit]")


def test_an_element_in_hand_is_dragged_to_another(show: Show) -> None:
    page = show(BOARD)
    page.find("Card A").drag(to=page.find("Done"))
    page.see("[taken][hit]")


def test_what_does_not_take_it_gets_no_drop(show: Show) -> None:
    page = show(BOARD)
    page.drag("Card A", to="Elsewhere")
    page.see("[taken]")
    page.not_see("[hit]")


def test_a_drag_needs_a_destination_that_is_there(show: Show) -> None:
    page = show(BOARD)
    with pytest.raises(PageError, match="drag"):
        page.drag("Card A", to="Nowhere")
    with pytest.raises(TypeError, match="needs a destination"):
        page.drag("Card A")


def test_what_is_not_draggable_is_refused(show: Show) -> None:
    page = show(BOARD)
    with pytest.raises(NotModelled, match="not draggable"):
        page.drag("Elsewhere", to="Done")
