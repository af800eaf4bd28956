"""Where the mouse comes to, by what style sheets say for certain; the rest is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp import NotModelled
from pytest_uimcp.page import NotActionable
from pytest_uimcp.page.layout.reach import Reach
from tests.page.conftest import Shown, message

Show = Callable[..., Shown]
SAVE = '<button ui-action="hit()">Save</button>'

LINK = '<style>.card { position: relative } a::after { content: ""; position: absolute; inset: 0 }</style>'


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (f'{SAVE}<div class="veil" style="position: fixed; inset: 0"></div>', "it is covered by <div.veil>"),
        (f'<div class="fold" style="max-height: 0; overflow: hidden">{SAVE}</div>', "it is cut off by <div.fold>"),
        (f'<div style="transform: scale(0)">{SAVE}</div>', "it has no size"),
        (f'<div style="position: absolute; left: -9999px">{SAVE}</div>', "it is outside of the window"),
        (f'<nav style="position: fixed; width: 9em; translate: -100%">{SAVE}</nav>', "it is outside of the window"),
        (f'{LINK}<div class="card">{SAVE}<a href="#x">Open</a></div>', "it is covered by <a>"),
    ],
)  # fmt: skip
def test_what_nobody_can_click_is_not_clicked_and_the_reason_is_said(show: Show, body: str, reason: str) -> None:
    page = show(f'{body}<p ui-value="log"></p>')
    with pytest.raises(NotActionable) as failure:
        page.click("Save")
    assert message(failure)[0].startswith('click: button "Save" is there, but ')
    assert reason in message(failure)[0]
    page.not_see("[hit]")


@pytest.mark.parametrize(
    "body",
    [
        f'{SAVE}<div style="position: fixed; inset: 0; pointer-events: none"></div>',
        f'{SAVE}<div style="position: fixed; inset: 0; z-index: -1"></div>',
        f'<div style="position: fixed; inset: 0"></div><div style="position: relative">{SAVE}</div>',
        f'{SAVE}<nav style="position: fixed; top: 0; left: 0; width: 200px; transform: translateX(-100%)">Menu</nav>',
        f'{SAVE}<aside style="position: fixed; right: 0; bottom: 0; width: 300px; height: 80px">Saved</aside>',
        f'<header style="position: sticky; top: 0">Logo</header>{SAVE}',
        f'<div style="height: 5000px">Long</div>{SAVE}',
    ],
)
def test_what_is_beside_below_or_out_of_sight_is_in_nobodys_way(show: Show, body: str) -> None:
    page = show(f'{body}<p ui-value="log"></p>')
    page.click("Save")
    page.see("[hit]")


def test_what_only_fonts_decide_is_refused(show: Show) -> None:
    page = show(
        '<div style="position: relative">Menu<ul style="position: absolute; left: 30px; top: 0; margin: 0">'
        "<li>One<li>Two</ul></div>" + SAVE,
    )
    with pytest.raises(NotModelled, match=r'whether <ul> covers button "Save": that depends on layout'):
        page.click("Save")
    page.focus(role="button", name="Save")
    page.press("Enter")


def test_a_check_box_that_its_label_draws_is_clicked_by_its_label(show: Show) -> None:
    page = show('<label><input type="checkbox" ui-value="on" style="opacity: 0; width: 0; height: 0"> Agree</label>')
    page.check("Agree")
    assert page.run("return t.on") is True


def test_layout_is_asked_for_only_where_a_style_sheet_moves_something(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(Reach, "obstacle", asked.append)
    page = show(
        f'<style>.row {{ display: flex; position: relative; padding: 1rem }}</style><div class="row">{SAVE}</div>'
    )
    page.click("Save")
    assert asked == []


@pytest.mark.parametrize(
    "field",
    [
        '<sl-select label="Size" ui-value="v"><sl-option value="s">Small</sl-option></sl-select>',
        '<sl-radio-group label="Size" ui-value="v"><sl-radio value="s">Small</sl-radio></sl-radio-group>',
    ],
)
def test_nothing_is_chosen_from_a_component_that_a_layer_covers(show: Show, field: str) -> None:
    page = show(f'{field}<div class="veil" style="position: fixed; inset: 0"></div>')
    with pytest.raises(NotActionable, match=r"it is covered by <div\.veil>"):
        page.choose("Size", "Small")


TILE = (
    "<style>.tile { position: relative; width: 200px } button { position: absolute; top: 8px; right: 8px }"
    " .pic { height: 80px; STILL } .tile:hover .pic { OVER }</style>"
    f'<div class="tile">{SAVE}<div class="pic">Picture</div></div><p ui-value="log"></p>'
)


@pytest.mark.parametrize("over", ["scale: 1.1", "opacity: 0.9", "transform: translateY(1px)"])
def test_what_grows_under_the_pointer_covers_what_was_over_it(show: Show, over: str) -> None:
    page = show(TILE.replace("STILL", "").replace("OVER", over))
    with pytest.raises(NotActionable, match=r"it is covered by <div\.pic>"):
        page.click("Save")
    page.not_see("[hit]")


@pytest.mark.parametrize("still", ["opacity: 0.9", "transform: translateY(1px)", "filter: blur(1px)"])
def test_a_layer_in_the_flow_covers_what_is_placed_before_it(show: Show, still: str) -> None:
    page = show(TILE.replace("STILL", still))
    with pytest.raises(NotActionable, match=r"it is covered by <div\.pic>"):
        page.click("Save")


def test_a_layer_beside_a_button_in_a_corner_is_not_in_its_way(show: Show) -> None:
    page = show('<div style="opacity: 0.9">Other</div>' + TILE.replace("STILL", "").replace("OVER", "color: red"))
    page.click("Save")
    page.see("[hit]")


@pytest.mark.parametrize("turn", ["rotate(2deg)", "rotate(-0.1turn) scale(0.9)", "scale(2) translateX(10px)"])
def test_a_button_is_clicked_on_a_note_that_is_pinned_askew(show: Show, turn: str) -> None:
    note = "position: relative; width: 150px; height: 100px; margin: 100px"
    tape = '<i style="position: absolute; left: 40px; top: -8px; width: 50px; height: 16px"></i>'
    page = show(
        f'<div style="{note}; transform: {turn}">{tape}<p style="margin: 20px 0">Text</p>{SAVE}</div>'
        '<p ui-value="log"></p>'
    )
    page.click("Save")
    page.see("[hit]")
