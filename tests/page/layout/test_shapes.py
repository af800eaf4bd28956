"""Where the mouse goes in a drawing: the middle of an element, if anything of it is painted there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp import NotModelled
from pytest_uimcp.page import NotActionable
from tests.page.conftest import Shown, message

Show = Callable[..., Shown]
BUTTON = 'role="button" aria-label="Save" ui-action="hit()"'


def drawn(show: Show, shapes: str) -> Shown:
    return show(f'<svg width="300" height="200">{shapes}</svg><p ui-value="log"></p>')


@pytest.mark.parametrize(
    "shapes",
    [
        f'<circle cx="50" cy="50" r="20" {BUTTON}/>',
        f'<polygon points="10,10 90,10 50,80" {BUTTON}/>',
        f'<text x="5" y="20" {BUTTON}>words of any length</text>',
        f'<path d="M50 50 L90 50 A40 40 0 0 1 50 90 Z" {BUTTON}/>',
        f'<path d="M40 60C31 48 31 38 40 38S49 48 40 60Z" {BUTTON}/>',
        f'<path d="m12 21C5 15 2 11 2 7.5a5 5 0 0110-1.5q5-5 10 1.5T12 21z" {BUTTON}/>',
        f'<g {BUTTON}><rect y="9" width="24" height="40" rx="3"/><rect y="49" width="24" height="60" rx="3"/></g>',
        f'<g {BUTTON}><rect width="120" height="60"/><text x="60" y="34" text-anchor="middle">hi</text></g>',
    ],
)
def test_a_click_hits_a_shape_that_is_painted_in_its_middle(show: Show, shapes: str) -> None:
    page = drawn(show, shapes)
    page.click("Save")
    page.see("hit")


@pytest.mark.parametrize(
    "shapes",
    [
        f'<circle cx="50" cy="50" r="20" fill="none" stroke="red" {BUTTON}/>',
        f'<g style="fill: none"><rect width="20" height="20" stroke="red" {BUTTON}/></g>',
        f'<g {BUTTON}><circle cx="50" cy="20" r="5"/><text x="50" y="190">words</text></g>',
        f'<g {BUTTON}><rect width="20" height="20"/><rect x="200" width="20" height="20"/></g>',
    ],
)
def test_a_click_on_what_has_nothing_in_its_middle_fails(show: Show, shapes: str) -> None:
    page = drawn(show, shapes)
    with pytest.raises(NotActionable) as error:
        page.click("Save")
    [said] = message(error)
    assert said == 'click: button "Save" is there, but nothing of it is drawn in its middle, where the mouse goes'


@pytest.mark.parametrize(
    "shapes",
    [
        f'<path d="M0 0 H90 V90 H0 Z M30 30 H60 V60 H30 Z" {BUTTON}/>',
        f'<g {BUTTON}><rect transform="scale(2)" width="9" height="9"/><rect width="9" height="9"/></g>',
        f'<g {BUTTON}><rect width="20" height="20"/><text x="9" y="15">wide or narrow</text></g>',
    ],
)
def test_where_several_outlines_transforms_or_fonts_decide_the_click_is_refused(show: Show, shapes: str) -> None:
    page = drawn(show, shapes)
    with pytest.raises(NotModelled, match='what is drawn in the middle of button "Save"'):
        page.click("Save")
