"""How large components are, as Chromium measured them: what is near them depends on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp import NotModelled
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.layout.box import Box
from pytest_uimcp.page.layout.boxes import Boxes
from tests.page.conftest import Shown

Show = Callable[..., Shown]
SAVE = '<sl-button ui-action="hit()">Save</sl-button>'
RADIOS = '<sl-radio value="a">One</sl-radio><sl-radio value="b">Two</sl-radio>'
TABS = '<sl-tab slot="nav" panel="a">A</sl-tab><sl-tab-panel name="a">Panel</sl-tab-panel>'
PARTS = '<div slot="header">Head</div>Text<div slot="footer">Foot</div>'


def boxes_of(page: Shown, *tags: str) -> list[Box]:
    boxes = Boxes(PageView(page.document))
    elements = list(page.document.descendants())
    return [boxes.box(next(element for element in elements if element.tag == tag)) for tag in tags]


@pytest.mark.parametrize(
    ("html", "height"),
    [
        ("<sl-switch>On</sl-switch>", 24), ('<sl-switch size="large">On</sl-switch>', 30),
        ("<sl-checkbox>On</sl-checkbox>", 24), ("<sl-badge>New</sl-badge>", 22.4), ("<sl-tag>New</sl-tag>", 32),
        ('<sl-tag size="small">New</sl-tag>', 24), ("<sl-button>Save</sl-button>", 40),
        ('<sl-button size="small">Save</sl-button>', 30), ('<sl-icon-button name="x"></sl-icon-button>', 32),
        ('<sl-avatar initials="A"></sl-avatar>', 48), ('<sl-avatar style="--size: 2rem"></sl-avatar>', 32),
        ('<sl-progress-bar value="1"></sl-progress-bar>', 16), ("<sl-rating></sl-rating>", 23.2),
        ("<sl-divider></sl-divider>", 1), ('<sl-details summary="More">Text</sl-details>', 58),
        ('<sl-details summary="More" open>Text</sl-details>', 114), (f"<sl-card>{PARTS}</sl-card>", 176),
        ('<sl-input label="Your name" help-text="As it is said"></sl-input>', 89),
        ('<sl-textarea label="Bio" rows="3" help-text="Some"></sl-textarea>', 134.2),
        ('<sl-select label="Which"></sl-select>', 66),
        (f'<sl-card style="--padding: 0">{PARTS}</sl-card>', 76),
        (f'<sl-radio-group label="Which">{RADIOS}</sl-radio-group>', 74), (f"<sl-tab-group>{TABS}</sl-tab-group>", 111),
    ],
)  # fmt: skip
def test_a_component_is_as_high_as_in_chromium(show: Show, html: str, height: float) -> None:
    page = show(f'<div style="font: 16px/1.5 sans-serif; width: 400px">{html}</div>')
    [box] = boxes_of(page, html[1:].split(">")[0].split()[0])
    assert box.height.bounds == pytest.approx((height, height), abs=0.1)


@pytest.mark.parametrize(
    ("attributes", "height"), [("", 24), ('label="A"', 50), ('label="A" help-text="B"', 73), ('help-text="B"', 47)]
)
def test_a_range_is_between_its_bounds_as_high_as_in_chromium(show: Show, attributes: str, height: float) -> None:
    page = show(f'<div style="font: 16px/1.5 sans-serif; width: 400px"><sl-range {attributes}></sl-range></div>')
    [box] = boxes_of(page, "sl-range")
    assert box.height.low <= height <= box.height.high <= height + 9


def test_what_is_below_a_component_is_as_far_down_as_that_is_high(show: Show) -> None:
    page = show(
        '<div style="font: 16px/1.5 sans-serif; width: 400px"><sl-switch>Yearly</sl-switch>'
        '<section style="margin-top: 32px; position: relative">Best'
        '<i style="position: absolute; top: 0; left: 0; translate: 0 -50%">Popular</i></section></div>'
        '<p ui-value="log"></p>'
    )
    section, switch = boxes_of(page, "section", "sl-switch")
    assert section.top.minus(switch.bottom).bounds == pytest.approx((32, 32))
    page.check("Yearly")


def test_a_button_in_a_card_is_where_its_content_is(show: Show) -> None:
    page = show(f'<div style="font: 16px/1.5 sans-serif; width: 400px"><sl-card>{SAVE}</sl-card></div>')
    card, button = boxes_of(page, "sl-card", "sl-button")
    assert button.left.minus(card.left).bounds == pytest.approx((21, 21))
    assert button.top.minus(card.top).bounds == pytest.approx((21, 21))


def test_where_the_app_draws_parts_otherwise_their_sizes_are_not_known(show: Show) -> None:
    veil = '<i style="position: absolute; left: 0; top: 120px; width: 300px; height: 20px">Bar</i>'
    part = "<style>sl-card::part(body) { padding: 70px }</style>"
    page = show(f'{part}<sl-card>Text</sl-card><div>{SAVE}</div>{veil}<p ui-value="log"></p>')
    with pytest.raises(NotModelled, match="that depends on layout"):
        page.click("Save")


def test_what_grows_under_the_pointer_grows_around_its_middle(show: Show) -> None:
    page = show(
        "<style>main { width: 100px; height: 50px; padding: 0 } main:hover { transform: scale(1.1) }</style>"
        '<main ui-action="hit()">Card</main><p ui-value="log"></p>'
    )
    page.hover("Card")
    [box] = boxes_of(page, "main")
    assert box.width.bounds == pytest.approx((110, 110))
    assert box.height.bounds == pytest.approx((55, 55))
    page.click("Card")
    page.see("[hit]")


def test_a_variable_may_be_all_sides_of_a_padding(show: Show) -> None:
    page = show(
        "<style>main { --room: 4px 8px; padding: var(--room); width: 100px } b { display: block }</style>"
        "<main><b>Text</b></main>"
    )
    around, inside = boxes_of(page, "main", "b")
    assert inside.left.minus(around.left).bounds == (8, 8)
    assert inside.top.minus(around.top).bounds == (4, 4)


@pytest.mark.parametrize(
    ("flow", "left"),
    [("row", 0), ("row-reverse", 80), ("row; justify-content: center", 40), ("row; justify-content: flex-end", 80)],
)
def test_what_is_out_of_the_flow_stands_where_the_only_item_would(show: Show, flow: str, left: float) -> None:
    page = show(
        f'<section style="display: flex; width: 100px; height: 50px; flex-direction: {flow}">'
        '<b style="position: absolute; width: 20px; height: 10px"></b></section>'
    )
    around, item = boxes_of(page, "section", "b")
    assert item.left.minus(around.left).bounds == pytest.approx((left, left))
