"""What hangs open over the page: a step below it is refused, beside it and far from it is done."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp import NotModelled
from pytest_uimcp.page import NotActionable
from tests.page.conftest import Shown, message

Show = Callable[..., Shown]
MENU = """<sl-dropdown><sl-button slot="trigger">Menu</sl-button>
<sl-menu><sl-menu-item>Open</sl-menu-item></sl-menu></sl-dropdown>"""
TIP = '<sl-tooltip content="Keeps it"><sl-button>Keep</sl-button></sl-tooltip>'
DRAWER = '<sl-drawer contained open label="Part">Text</sl-drawer>'
SAVE = '<button ui-action="hit()">Save</button>'
PEER = '<sl-button ui-action="hit()">Save</sl-button>'
LOG = '<p ui-value="log"></p>'


@pytest.mark.parametrize(
    ("body", "step", "what"),
    [
        (f"{MENU}<p>Text</p>{SAVE}", ("click", "Menu"), "<sl-dropdown>"),
        (f"{TIP}<br>{SAVE}", ("hover", "Keep"), "<sl-tooltip>"),
        (f"{SAVE}<br>{TIP}", ("hover", "Keep"), "<sl-tooltip>"),
        (
            f'<sl-select label="Menu"><sl-option value="a">A</sl-option></sl-select>{SAVE}',
            ("click", "Menu"),
            "<sl-select>",
        ),
        (
            f'<div style="position: relative">{SAVE}{DRAWER}</div><button>Menu</button>',
            ("click", "Menu"),
            "<sl-drawer>",
        ),
    ],
)
def test_what_may_be_below_something_open_is_refused(show: Show, body: str, step: tuple[str, str], what: str) -> None:
    page = show(body + LOG)
    getattr(page, step[0])(step[1])
    with pytest.raises(NotModelled, match=rf'whether the open {what} covers button "Save"'):
        page.click("Save")


@pytest.mark.parametrize(
    ("body", "step"),
    [
        (f"{MENU} {PEER}", ("click", "Menu")),
        (f'{MENU}<div style="height: 300px"></div>{SAVE}', ("click", "Menu")),
        (f"<h1>Title</h1><p>Text</p><p>Text</p>{TIP} {PEER}", ("hover", "Keep")),
    ],
)
def test_what_is_beside_it_or_far_from_it_is_clicked(show: Show, body: str, step: tuple[str, str]) -> None:
    page = show(body + LOG)
    getattr(page, step[0])(step[1])
    page.click("Save")
    page.see("[hit]")


def test_a_popover_without_a_style_sheet_covers_the_middle_of_the_window(show: Show) -> None:
    page = show(
        '<button popovertarget="over">More</button><div id="over" popover style="width: 50%; height: 50%">Text</div>'
        f'<div style="text-align: center; padding-top: 300px">{SAVE}</div>{LOG}'
    )
    page.click("More")
    with pytest.raises(NotActionable) as failure:
        page.click("Save")
    assert "it is covered by <div>" in message(failure)[0]


TABS = '<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab-panel name="a">Text</sl-tab-panel></sl-tab-group>'


def test_tabs_that_may_be_below_the_window_are_refused(show: Show) -> None:
    with pytest.raises(NotModelled, match="whether <sl-tab-group> has been in the window"):
        show(f'<div style="height: 900px"></div>{TABS}').see("Text")


def test_tabs_in_the_window_show_the_first_of_them(show: Show) -> None:
    show(f'<div style="height: 90px"></div>{TABS}').see("Text")


def test_what_is_in_the_label_of_a_check_box_is_clicked_itself(show: Show) -> None:
    page = show(f"<sl-checkbox>I accept the {SAVE}</sl-checkbox>{LOG}")
    page.click("Save")
    page.see("[hit]")
    assert not page.find(role="checkbox").state("checked")


def test_the_middle_of_a_path_of_straight_lines_is_known(show: Show) -> None:
    page = show(
        '<svg viewBox="0 0 40 40"><path d="M5 5 h30 v10 H5 z" role="button" aria-label="Bar" ui-event-click="hit()"/>'
        f'<path d="m5 20 l30 0 l0 15 z" fill="none" role="button" aria-label="Line"/></svg>{LOG}'
    )
    page.click("Bar")
    page.see("[hit]")
    with pytest.raises(NotActionable):
        page.click("Line")


def test_the_back_of_a_card_that_faces_away_is_in_nobodys_way(show: Show) -> None:
    page = show(
        "<style>.card { position: relative; height: 90px; transform-style: preserve-3d }"
        ".face { position: absolute; inset: 0; backface-visibility: hidden } .back { transform: rotateY(180deg) }"
        f'</style><div class="card"><div class="face">{SAVE}</div><div class="face back">Back</div></div>{LOG}'
    )
    page.click("Save")
    page.see("[hit]")


def test_what_is_painted_later_in_a_drawing_may_cover_a_shape(show: Show) -> None:
    page = show(
        '<svg viewBox="0 0 40 40"><rect width="20" height="20" role="button" aria-label="North"/>'
        '<rect y="20" width="20" height="20" role="button" aria-label="South" ui-event-click="hit()"/>'
        '<g transform="translate(10, 10)"><circle r="3"/></g><text x="30" y="38">S</text></svg>'
        f"{LOG}"
    )
    with pytest.raises(NotModelled, match='whether <circle> covers button "North"'):
        page.click("North")
    page.click("South")
    page.see("[hit]")


def test_an_option_of_a_native_list_is_chosen_whatever_lies_over_it(show: Show) -> None:
    page = show(
        '<select multiple aria-label="Kinds"><option>One</option><option>Two</option></select>'
        '<div style="position: fixed; inset: 0"></div>'
    )
    page.click(role="option", name="Two")
    assert page.find(role="listbox").value == ["Two"]
